"""Files of data sets: downloads, archives, tables, the cache, and export."""
