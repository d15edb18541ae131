"""Reading: everyday wording → programs, by a network that was trained on many writers."""
