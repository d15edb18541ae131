"""A report of the main results."""
