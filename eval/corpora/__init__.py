"""Requests of other domains: when to ask, and what to ask."""
