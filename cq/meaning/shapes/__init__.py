"""The cells of new things at the spots of a place: blocks, lines, flat shapes, solids, letters, with their
colours."""

from cq.meaning.shapes.arranging import Group, groups

__all__ = ["Group", "groups"]
