"""What the person sees: the panel, the pointer, marks on the page, narration. The reader never sees any of it."""
