"""English and programs: words, rules, reading and saying, without a world."""
