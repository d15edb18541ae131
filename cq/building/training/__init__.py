"""Training of the building network."""
