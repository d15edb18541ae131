"""A rule-based builder, which learns nothing: the baseline."""
