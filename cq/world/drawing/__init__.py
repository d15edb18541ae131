"""Drawing worlds: pictures, and maps on a terminal."""
