"""The commands of `python -m pipelines.train`, one per trained part."""
