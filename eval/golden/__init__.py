"""What was read before the language was written anew: digests of the grids that each text was built as."""
