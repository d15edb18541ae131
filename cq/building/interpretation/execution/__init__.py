"""Carries out a syntax tree in a world."""
