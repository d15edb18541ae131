"""From an instruction as people write it to the tokens of the grammar."""
