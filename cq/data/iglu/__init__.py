"""The IGLU data sets: single-turn, multi-turn, recordings, human evaluation."""
