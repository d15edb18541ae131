"""Texts to vectors: the frozen backbone."""
