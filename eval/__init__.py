"""What our claims rest on: `python -m eval.NAME` prints a table and writes JSON."""
