"""A builder of rules, which learns nothing, to compare with."""
