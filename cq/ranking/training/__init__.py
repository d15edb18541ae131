"""Training of the ranker: examples, linear model, cross-encoder, fusion weight."""
