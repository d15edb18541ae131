"""When to ask."""
