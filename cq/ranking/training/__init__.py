"""Training of the ranker: examples, networks, cross-encoder, fusion weight."""
