"""Reading places in words, of instructions and of answers."""
