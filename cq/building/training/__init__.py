"""Training of the building network, and its cross-validation."""
