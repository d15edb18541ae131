"""What to ask."""
