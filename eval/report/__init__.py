"""All figures in one report."""
