"""The cells of new things at the spots of a place: blocks, lines, flat shapes, solids, letters, with their
colours."""

from cq.semantics.shapes.arranging import groups
from cq.semantics.shapes.colouring import Group

__all__ = ["Group", "groups"]
