"""Worlds as pictures and on a terminal."""
