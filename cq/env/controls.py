"""The action spaces of the later environment (gridworld): how an action becomes a `Command`.

A `Controls` has a Gymnasium `space` and carries out one of its actions on the body. An action outside the
space raises `InputError`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces

from cq.env.command import Command
from cq.env.physics import Physics
from cq.errors import InputError, excerpt
from cq.types import Cell

ANGLE = 5.0
"""Largest change of the look in one step, degrees."""

STOP = 18
"""The discrete action that ends the episode, where the environment has one."""


class Controls(ABC):
    """One action space."""

    space: spaces.Space[Any]

    @abstractmethod
    def apply(self, body: Physics, action: Any) -> tuple[Cell | None, bool, str]:
        """Carry out an action. Returns the grid cell (y, x, z) that changed, whether the agent stops, and why
        a cell action had no effect ("" if it had). Raises `InputError`.
        """


class CommandControls(Controls):
    """An action space whose actions are commands to the body. With `select_and_place`, taking a colour also
    places a block of it.
    """

    def __init__(self, *, select_and_place: bool) -> None:
        self.select_and_place = select_and_place

    @abstractmethod
    def read(self, action: Any) -> Command:
        """The command of an action."""

    def apply(self, body: Physics, action: Any) -> tuple[Cell | None, bool, str]:
        command = self.read(action)
        return body.step(command), command.stops, ""

    def finish(self, command: Command) -> Command:
        """The command, with the placing that `select_and_place` adds."""
        if self.select_and_place and command.colour:
            return command._replace(places=True, breaks=False)
        return command


class Walking(CommandControls):
    """`Discrete(18)`: 0 nothing; 1–4 forward, back, left, right; 5 jump; 6–11 take colour 1–6; 12–15 turn the
    camera left, right, and by −5° and +5° of pitch (public names: up, down); 16 break; 17 place. With `stop`,
    18 ends the episode.
    """

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        super().__init__(select_and_place=select_and_place)
        commands = [
            Command(),
            *(Command(back=-1), Command(back=1), Command(right=-1), Command(right=1), Command(up=1)),
            *(Command(colour=colour) for colour in range(1, 7)),
            *(Command(turn=-ANGLE), Command(turn=ANGLE), Command(tilt=-ANGLE), Command(tilt=ANGLE)),
            *(Command(breaks=True), Command(places=True)),
        ]
        if stop:
            commands.append(Command(stops=True))
        self._commands = {i: self.finish(command) for i, command in enumerate(commands)}
        self.space = spaces.Discrete(len(commands))

    def read(self, action: Any) -> Command:
        try:
            return self._commands[action]
        except (KeyError, TypeError):
            pass
        if isinstance(action, np.ndarray) and action.size == 1:
            return self.read(action.item())
        highest = len(self._commands) - 1
        raise InputError(
            f"action {excerpt(action)} is not in {self.space}; give a whole number from 0 to {highest}"
        )


class WalkingKeys(CommandControls):
    """The keys of a player: forward, back, left, right, jump, attack, use; camera ±5° (yaw, pitch); hotbar 0
    for the colour in hand or 1 to 6.
    """

    KEYS = ("forward", "back", "left", "right", "jump", "attack", "use")

    def __init__(self, *, select_and_place: bool, stop: bool, angle: float = ANGLE) -> None:
        super().__init__(select_and_place=select_and_place)
        self.angle, self.stop = angle, stop
        self.space = spaces.Dict(
            {
                **{key: spaces.Discrete(2) for key in self.KEYS},
                "camera": spaces.Box(-angle, angle, (2,), np.float32),
                "hotbar": spaces.Discrete(7),
                **({"stop": spaces.Discrete(2)} if stop else {}),
            }
        )

    def read(self, action: Any) -> Command:
        check_keys(action, self.space)
        pressed = [choice(action, key, 2) for key in self.KEYS]
        forward, back, left, right, jump, attack, use = pressed
        turn, tilt = self.camera(action)
        return self.finish(
            Command(
                back=back - forward,
                right=right - left,
                up=jump,
                turn=turn,
                tilt=tilt,
                colour=self.colour(choice(action, "hotbar", 7)),
                breaks=bool(attack),
                places=bool(use),
                stops=self.stop and bool(choice(action, "stop", 2)),
            )
        )

    def camera(self, action: Mapping[str, Any]) -> tuple[float, float]:
        """The change of yaw and pitch, degrees."""
        turn, tilt = vector(action, "camera", 2, self.angle)
        return turn, tilt

    def colour(self, slot: int) -> int:
        """The colour in a slot of the hotbar; 0 is none."""
        return slot


class Flying(CommandControls):
    """Free flight: movement ±1 (back, right, up), of which the horizontal part gives a direction; camera ±5°
    (yaw, pitch); inventory 0 or a colour; placement 1 place, 2 break.
    """

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        super().__init__(select_and_place=select_and_place)
        self.stop = stop
        self.space = spaces.Dict(
            {
                "movement": spaces.Box(-1.0, 1.0, (3,), np.float32),
                "camera": spaces.Box(-ANGLE, ANGLE, (2,), np.float32),
                "inventory": spaces.Discrete(7),
                "placement": spaces.Discrete(3),
                **({"stop": spaces.Discrete(2)} if stop else {}),
            }
        )

    def read(self, action: Any) -> Command:
        check_keys(action, self.space)
        back, right, up = vector(action, "movement", 3, 1.0)
        turn, tilt = vector(action, "camera", 2, ANGLE)
        placement = choice(action, "placement", 3)
        return self.finish(
            Command(
                back,
                right,
                up,
                turn,
                tilt,
                choice(action, "inventory", 7),
                breaks=placement == 2,
                places=placement == 1,
                stops=self.stop and bool(choice(action, "stop", 2)),
            )
        )


def check_keys(action: Any, space: spaces.Space[Any]) -> None:
    """Raise `InputError` unless the action is a mapping with exactly the keys of a Dict space."""
    assert isinstance(space, spaces.Dict)
    if not isinstance(action, Mapping) or action.keys() != space.spaces.keys():
        held = sorted(map(str, action)) if isinstance(action, Mapping) else excerpt(action)
        raise InputError(f"an action is a dict of {sorted(space.spaces)}; got {held}")


def choice(action: Mapping[str, Any], key: str, count: int) -> int:
    """A whole number from 0 to count − 1."""
    value = action[key]
    try:
        number = int(value)
    except (TypeError, ValueError):
        number = -1
    if not 0 <= number < count or number != value:
        raise InputError(f"action {key!r} is {excerpt(value)}; give a whole number from 0 to {count - 1}")
    return number


def vector(action: Mapping[str, Any], key: str, size: int, limit: float) -> list[float]:
    """`size` numbers from −limit to limit."""
    value = action[key]
    try:
        numbers = [float(number) for number in value]
    except (TypeError, ValueError):
        numbers = []
    # float32 bounds may lie a little beyond the float64 ones.
    if len(numbers) != size or not all(abs(n) <= limit * (1 + 1e-6) and math.isfinite(n) for n in numbers):
        raise InputError(
            f"action {key!r} is {excerpt(value)}; give {size} numbers from {-limit:g} to {limit:g}"
        )
    return numbers
