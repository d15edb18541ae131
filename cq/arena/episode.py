"""`Episode`: a request with its target, and an agent's moves about it: ask, build or refuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from cq.language.asked import ClarifyingQuestion
from cq.language.spoken import Turns
from cq.world import World
from cq.world.grid import RECORDED_GROUND
from cq.world.palette import is_of_the_six

Protocol = Literal["told", "silent", "asking"]
PROTOCOLS: tuple[Protocol, ...] = ("told", "silent", "asking")
"""Everything is said; details are hidden, without questions; details are hidden, with questions."""

NO_MORE = "I can answer no more questions. Build what I most likely mean."
"""The answer to an agent that asks when no question is left."""

Outcome: TypeAlias = "World | str"
"""The result of a build: a world, or a text where an episode has no world."""


@dataclass(frozen=True)
class Terms:
    """The terms of an agent: `budget` is how many questions it may still ask about this request, `price`
    the cost of each if a right outcome is worth 1. `seed` is for its random choices.
    """

    protocol: Protocol = "asking"
    budget: int = 0
    price: float = 0.1
    seed: int = 0


@dataclass(frozen=True)
class Episode:
    """A request in a world, and its right outcomes.

    `id` is unique in a study; the part before its first colon is its source. `meant` are the right
    outcomes, of which any will do. `context` are the turns before, (speaker, text), oldest first.
    `answers` is a book of answers: kind of question → wordings (`cq.arena.answering.KEYS`), `replies` are
    recorded answers in order. `needed` are questions about the omitted details: where everything is said,
    they are answered beforehand. `then` are requests that follow in the built world. `bank` holds questions
    to choose from. `is_open` says whether the request leaves something open, None where this is not known.

    An agent sees it without the outcomes, the answers and the other fields that reveal them (`shown`).
    """

    id: str
    request: str
    meant: tuple[Outcome, ...] = ()
    world: World | None = None
    context: Turns = ()
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    replies: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    bank: tuple[str, ...] = ()
    is_open: bool | None = None
    terms: Terms = Terms()

    def shown(self, terms: Terms) -> Episode:
        """The episode as an agent sees it."""
        return replace(self, meant=(), answers={}, replies=(), needed=(), then=(), is_open=None, terms=terms)


@dataclass(frozen=True)
class Ask:
    """A question, with the options that it offers."""

    text: str
    options: tuple[str, ...] = ()
    type: str = ""
    """Its question type, "" where the agent does not give one."""

    @classmethod
    def of(cls, question: ClarifyingQuestion) -> Ask:
        """A question of the builder."""
        return cls(question.text, question.offered, question.type)


@dataclass(frozen=True)
class Build:
    """A build. `doubt`, in [0, 1], is the agent's probability that it is wrong; `said` its words."""

    outcome: Outcome
    doubt: float | None = None
    said: str = "Done."


@dataclass(frozen=True)
class Refuse:
    """A refusal, and its reason. `failed`: the agent did not intend it, but broke the rules."""

    reason: str = ""
    failed: bool = False


@dataclass(frozen=True)
class Exchange:
    """A question, and its answer."""

    question: str
    answer: str


Move: TypeAlias = "Ask | Build | Refuse"
History: TypeAlias = "tuple[Exchange, ...]"
Agent: TypeAlias = Callable[[Episode, History], Move]
"""Makes the next move about `Episode.request`, given the exchanges about it, oldest first."""


def turns_of(episode: Episode, history: History) -> Turns:
    """All turns: (speaker, text), oldest first; the last turn is the architect's."""
    asked = (
        turn
        for exchange in history
        for turn in (("builder", exchange.question), ("architect", exchange.answer))
    )
    return (*episode.context, ("architect", episode.request), *asked)


def blocks_of(world: World) -> list[list[Any]]:
    """The blocks of a world as JSON: [x, y, z, colour name], y from 63."""
    names = world.palette.ids
    return [[x, y, z, names[i]] for x, y, z, i in world.blocks()]


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as JSON: {"ask": text, "options": […]}, {"build": blocks or text, "doubt": …}, or
    {"refuse": reason}.
    """
    if isinstance(move, Ask):
        return {"ask": move.text, "options": list(move.options), "type": move.type}
    if isinstance(move, Refuse):
        return {"refuse": move.reason} | ({"failed": True} if move.failed else {})
    built = blocks_of(move.outcome) if isinstance(move.outcome, World) else move.outcome
    return {"build": built, "doubt": move.doubt, "said": move.said}


def form_of(world: World) -> dict[str, Any]:
    """The arguments with which `World.parse` reads the blocks of a world."""
    own = {} if is_of_the_six(world.palette) else {"palette": world.palette}
    return {"zone": world.zone, "ground": RECORDED_GROUND, **own}


def to_json(episode: Episode, history: History = ()) -> dict[str, Any]:
    """An episode as an agent sees it, as JSON: for agents behind an address, and for language models."""
    world = episode.world
    return {
        "id": episode.id,
        "request": episode.request,
        "context": [list(turn) for turn in episode.context],
        "world": None if world is None else blocks_of(world),
        "zone": None if world is None else world.zone.to_dict(),
        "facing": None if world is None or world.pose is None else world.pose.facing,
        "bank": list(episode.bank),
        "history": [{"question": exchange.question, "answer": exchange.answer} for exchange in history],
        "questions_left": episode.terms.budget,
        "price": episode.terms.price,
    }
