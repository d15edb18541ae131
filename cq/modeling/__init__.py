"""What every trained part shares: ensembles, training loops, checkpoints, artifacts, model cards."""
