"""Foreign tables, in files and in memory: every cell unchanged, without guessed types."""
