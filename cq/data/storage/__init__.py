"""Files and archives: downloads, caches, tables, export."""
