"""What programs mean in a world: structures, references, places, shapes, and carrying out."""
