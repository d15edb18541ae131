"""The closed loop: ask, hear the simulated architect's answer, build."""
