"""Comparisons: two systems on the same rows, two versions of the library."""
