"""Agents in the environment."""
