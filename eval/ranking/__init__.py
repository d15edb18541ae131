"""What to ask: figures and ablations."""
