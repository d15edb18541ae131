"""Suhr et al. 2019 with a body that walks: four distributions, and a network that takes primitive actions."""
