"""Training the parts of a pipeline on rows, each with figures on folds that its networks have not seen."""
