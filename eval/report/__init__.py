"""The tables of docs/results.md, and snapshots of two versions' outputs."""
