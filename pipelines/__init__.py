"""The jobs of `cq` as modules, for a clone: `python -m pipelines.train` is `cq train`."""
