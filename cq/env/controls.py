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


class DictControls(CommandControls):
    """A space of named parts: `parts`, and with `stop` one more, with which the agent ends the episode."""

    def __init__(self, parts: Mapping[str, spaces.Space[Any]], *, select_and_place: bool, stop: bool) -> None:
        super().__init__(select_and_place=select_and_place)
        self.space: spaces.Dict = spaces.Dict({**parts, **({"stop": spaces.Discrete(2)} if stop else {})})

    def read(self, action: Any) -> Command:
        return self.asked(self.values(action))

    def asked(self, values: dict[str, Any]) -> Command:
        """The command of the parts' values, with all that the space's options add."""
        return self.finish(self.command(values)._replace(stops=bool(values.get("stop"))))

    @abstractmethod
    def command(self, values: dict[str, Any]) -> Command:
        """The command of the parts' values."""

    def values(self, action: Any) -> dict[str, Any]:
        """The parts of an action: an integer for a choice, a list of numbers for a range."""
        held = self.space.spaces
        if not isinstance(action, Mapping) or action.keys() != held.keys():
            given = sorted(map(str, action)) if isinstance(action, Mapping) else excerpt(action)
            raise InputError(f"an action is a dict of {sorted(held)}; got {given}")
        return {key: _value(key, action[key], part) for key, part in held.items()}


class WalkingKeys(DictControls):
    """The keys of a player: forward, back, left, right, jump, attack, use; camera ±5° (yaw, pitch); hotbar 0
    for the colour in hand or 1 to 6.
    """

    def __init__(self, *, select_and_place: bool, stop: bool, angle: float = ANGLE) -> None:
        keys = ("forward", "back", "left", "right", "jump")
        parts = {key: spaces.Discrete(2) for key in keys} | hands(angle)
        super().__init__(parts, select_and_place=select_and_place, stop=stop)

    def command(self, values: dict[str, Any]) -> Command:
        turn, tilt = values["camera"]
        return Command(
            back=values["back"] - values["forward"],
            right=values["right"] - values["left"],
            up=values["jump"],
            turn=turn,
            tilt=tilt,
            colour=values["hotbar"],
            breaks=bool(values["attack"]),
            places=bool(values["use"]),
        )


class Flying(DictControls):
    """Free flight: movement ±1 (back, right, up), of which the horizontal part gives a direction; camera ±5°
    (yaw, pitch); inventory 0 or a colour; placement 1 place, 2 break.
    """

    def __init__(self, *, select_and_place: bool, stop: bool) -> None:
        parts = {
            "movement": spaces.Box(-1.0, 1.0, (3,), np.float32),
            "camera": spaces.Box(-ANGLE, ANGLE, (2,), np.float32),
            "inventory": spaces.Discrete(7),
            "placement": spaces.Discrete(3),
        }
        super().__init__(parts, select_and_place=select_and_place, stop=stop)

    def command(self, values: dict[str, Any]) -> Command:
        (back, right, up), (turn, tilt) = values["movement"], values["camera"]
        colour, placement = values["inventory"], values["placement"]
        return Command(back, right, up, turn, tilt, colour, breaks=placement == 2, places=placement == 1)


def hands(angle: float) -> dict[str, spaces.Space[Any]]:
    """The parts with which a player looks around, up to `angle` degrees, takes colours, and acts."""
    return {
        "attack": spaces.Discrete(2),
        "use": spaces.Discrete(2),
        "camera": spaces.Box(-angle, angle, (2,), np.float32),
        "hotbar": spaces.Discrete(7),
    }


def _value(key: str, value: Any, part: spaces.Space[Any]) -> int | list[float]:
    """The value of a part. Raises `InputError` if it is not in the part's space."""
    if isinstance(part, spaces.Discrete):
        try:
            number = int(value)
        except (TypeError, ValueError, OverflowError):
            number = -1
        if 0 <= number < part.n and number == value:
            return number
        raise InputError(f"action {key!r} is {excerpt(value)}; give a whole number from 0 to {part.n - 1}")
    assert isinstance(part, spaces.Box)
    size, limit = max(1, part.low.size), float(part.high.max())
    try:
        numbers = [float(number) for number in (value if part.shape else [value])]
    except (TypeError, ValueError, OverflowError):
        numbers = []
    # float32 bounds may lie a little beyond the float64 ones.
    if len(numbers) == size and all(abs(n) <= limit * (1 + 1e-6) and math.isfinite(n) for n in numbers):
        return numbers
    raise InputError(f"action {key!r} is {excerpt(value)}; give {size} numbers from {-limit:g} to {limit:g}")
