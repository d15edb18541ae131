"""The pairs from which wording is learned: `python -m pipelines.reader` checks them."""
