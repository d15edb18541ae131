"""Figures, letters and digits, and the sizes that mean something for each."""
