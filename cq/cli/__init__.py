"""The `cq` command."""
