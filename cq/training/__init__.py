"""Training the parts of a pipeline on rows, each with out-of-fold figures."""
