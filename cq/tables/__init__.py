"""Tables that others made, in files and in memory: every cell as it stands, and no type guessed."""
