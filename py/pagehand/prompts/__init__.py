"""What a model reads: the system prompt, the user prompt, and how history turns into text. All in our own words (X25)."""
