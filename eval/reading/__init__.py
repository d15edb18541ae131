"""How everyday words are read, by writers that the reader has not seen."""
