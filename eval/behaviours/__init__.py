"""Behaviours that anyone would expect, as hand-written cases by kind (CheckList: Ribeiro et al. 2020)."""
