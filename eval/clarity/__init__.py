"""When to ask: figures and ablations."""
