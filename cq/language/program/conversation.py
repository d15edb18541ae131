"""Talk: what orders nothing and is replied to."""

from __future__ import annotations

from dataclasses import dataclass

from cq.language.program.actions import Command
from cq.language.program.base import Colour
from cq.language.program.naming import Limit, Place, Ref


class Talk(Command):
    """What orders nothing: a question about the world or the talk, a greeting. It is replied to."""


@dataclass(frozen=True)
class Count(Talk):
    """How many there are."""

    ref: Ref


@dataclass(frozen=True)
class Exists(Talk):
    """Whether there is such a thing (`negative`: whether there is none)."""

    ref: Ref
    negative: bool = False


@dataclass(frozen=True)
class Describe(Talk):
    """What something is like: its "colour", "place", or how "high", "long", "wide", "deep" or large ("any")
    it is; "" tells what it is. Of several things the one that a `limit` leaves. What is at a `place`; without
    ref and place, all that stands.
    """

    ref: Ref | None = None
    aspect: str = ""
    place: Place | None = None
    limit: Limit | None = None


@dataclass(frozen=True)
class Verify(Talk):
    """Whether something is as is said: of a colour, or of what a limit tells."""

    ref: Ref
    colour: Colour | None = None
    limit: Limit | None = None


@dataclass(frozen=True)
class Recount(Talk):
    """What was done: last, so many steps before (`steps`, None for all of it)."""

    steps: int | None = 1


@dataclass(frozen=True)
class Why(Talk):
    """Why was that done?"""


@dataclass(frozen=True)
class Chat(Talk):
    """Small talk, by its topic: a key of `cq.dialogue.replying.SMALL_TALK`."""

    topic: str
