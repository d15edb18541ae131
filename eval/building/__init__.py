"""What to build: figures and ablations."""
