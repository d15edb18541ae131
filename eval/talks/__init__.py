"""Talks as people type them: orders, follow-ups and short answers, each with its exact final world."""
