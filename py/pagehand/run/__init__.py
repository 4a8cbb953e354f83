"""One run: the loop, what it notices, how it acts, what it remembers."""
