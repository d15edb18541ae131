"""Tasks with a start and a target grid, and sets of tasks."""
