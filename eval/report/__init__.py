"""The tables of docs/results.md."""
