"""What the patterns of phrases share: alternatives of words."""

from __future__ import annotations

import re
from collections.abc import Callable

from cq.world.palette import COLOURS

Replacement = str | Callable[[re.Match[str]], str]

COLOUR = "|".join(COLOURS)
COMPASS = r"(?:north(?:east|west)?|south(?:east|west)?|east|west)"
LATERAL = rf"(?:{COMPASS}|left|right)"
SIDE = rf"(?:{COMPASS}|left|right|front|back)"
FOUR_SIDES = "north|south|east|west"
NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d+)"
