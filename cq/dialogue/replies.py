"""What the builder says in a transcript: its question, what it has built, or why it refuses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from cq.building import Build
from cq.dialogue.hedging import NOT_SURE
from cq.dialogue.turn import Turn
from cq.language.request import DONE, REFUSED, UNDERSTOOD, UNSURE, is_question
from cq.utterances import find_mark


def reply(turn: Turn) -> str:
    """The builder's side of a turn as one utterance. A transcript of such utterances reads back to the same
    requests: `is_question` holds for it if, and only if, the turn asks.
    """
    if turn.question is not None:
        return as_question(turn.question.text)
    if turn.build is not None:
        said = "" if turn.reply is None else f" {_without_marks(turn.reply)}"
        unsure = [one for one in turn.reasons if one.startswith(NOT_SURE)]
        doubts = "".join(f" {_without_marks(one)}." for one in unsure)
        return f"{UNSURE if unsure else DONE} {describe_build(turn.build)}.{doubts}{said}"
    if turn.reply is not None:
        said = _without_marks(turn.reply)
        return said if turn.clarity.domain == "building" else f"{UNDERSTOOD} {said}"
    reasons = "; ".join(turn.reasons) or "this is not something I can build"
    return f"{REFUSED} {_without_marks(reasons).rstrip('.')}."


def describe_build(build: Build) -> str:
    """What a build does, in a few words: "removed 1 red block, placed 3 blue blocks"."""
    placed = Counter(action.colour for action in build.actions if action.kind == "place")
    removed = sum(action.kind == "break" for action in build.actions)
    said = [f"removed {_blocks(removed)}"] if removed else []
    said += (
        [f"placed {_listed([_blocks(n, build.palette.ids[c]) for c, n in sorted(placed.items())])}"]
        if placed
        else []
    )
    return " and ".join(said) or "nothing changes"


def as_question(text: str) -> str:
    """A question as the builder says it: a bank may hold some that do not look like one."""
    text = _without_marks(text)
    return text if is_question(text) else f"Please tell me: {text.rstrip('.!? ')}?"


def _without_marks(text: str) -> str:
    text = re.sub(r"[<>]", "", text) if find_mark(text) else text
    return text.strip()


def _blocks(count: int, colour: str = "") -> str:
    return f"{count} {colour}{' ' if colour else ''}block{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
