"""The voxel world: zones, grids, palettes, poses, recorded states, and how to describe and draw them."""

from cq.world.grid import RECORDED_GROUND, SHAPE, TASK_GROUND, rotate, to_dense, to_sparse
from cq.world.palette import (
    COLOUR_IDS,
    COLOURS,
    IGLU_2021,
    IGLU_2022,
    PALETTES,
    RECORDED,
    Palette,
    convert,
    id2color,
)
from cq.world.pose import Pose
from cq.world.state import World
from cq.world.zone import Zone

__all__ = [
    "COLOURS",
    "COLOUR_IDS",
    "IGLU_2021",
    "IGLU_2022",
    "PALETTES",
    "RECORDED",
    "RECORDED_GROUND",
    "SHAPE",
    "TASK_GROUND",
    "Palette",
    "Pose",
    "World",
    "Zone",
    "convert",
    "id2color",
    "rotate",
    "to_dense",
    "to_sparse",
]
