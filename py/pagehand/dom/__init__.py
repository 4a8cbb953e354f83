"""What the page shows: read in columns, numbered, and printed for a model; the elements that the hands act on."""
