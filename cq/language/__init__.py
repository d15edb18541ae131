"""What the words of an instruction mean in a world: phrases, groundings, and what can be asked about them."""
