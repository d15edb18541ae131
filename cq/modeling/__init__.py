"""Shared code of all trained parts: ensembles, training loops, checkpoints, artifacts, model cards."""
