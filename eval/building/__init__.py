"""What to build."""
