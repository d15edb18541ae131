"""End-to-end jobs over `cq`, run from a clone as `python -m pipelines.NAME`."""
