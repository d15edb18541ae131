"""`cq study`: the page for participants of a study, and their data."""
