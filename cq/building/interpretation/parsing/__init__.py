"""The grammar: from tokens to a syntax tree, in every way that reads all of them."""
