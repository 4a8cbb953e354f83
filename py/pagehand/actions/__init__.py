"""Acting on the page: each hand checks its target, acts, lets the page settle, reads back and reports."""
