"""`Command`: the controls of one step, whatever its action space."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """One step's controls. The default does nothing.

    `back` and `right` give the direction of the movement (forward is −1); only their direction counts, not
    their length. `up` is a jump (1) or, in flight, the share of the climbing speed, −1 to 1. `turn` and
    `tilt` are degrees, to the right and upwards. `colour` is a colour to take in hand, 1 to 6, or 0 for the
    same as before. A step that both breaks and places does neither.
    """

    back: float = 0.0
    right: float = 0.0
    up: float = 0.0
    turn: float = 0.0
    tilt: float = 0.0
    colour: int = 0
    breaks: bool = False
    places: bool = False
    stops: bool = False


NOTHING = Command()
