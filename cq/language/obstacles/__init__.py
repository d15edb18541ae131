"""What makes an instruction impossible, ambiguous or meaningless in its world, by rules alone."""

from cq.language.obstacles.answers import obstacles_of
from cq.language.obstacles.find import find_obstacles
from cq.language.obstacles.obstacle import OBSTACLE_KINDS, REFUSED, UNREAD, Obstacle

__all__ = ["OBSTACLE_KINDS", "REFUSED", "UNREAD", "Obstacle", "find_obstacles", "obstacles_of"]
