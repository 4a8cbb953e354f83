"""Entry points: one module per way of shipping."""
