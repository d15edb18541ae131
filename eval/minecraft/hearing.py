"""What hearing is worth: the segments behind a question and its answer, or a correction, with and without.

Which words these are is from the discourse annotation.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from cq.data import load_minecraft_discourse
from cq.data.minecraft.questions import ANSWER
from cq.errors import MissingFileError
from cq.language.spoken import DONE, Turns
from cq.language.tokens import tokenize
from cq.metrics import bootstrap_interval, micro_f1, net_action_counts
from cq.pipeline import Pipeline
from eval.minecraft.segments import Grids, Segments

KINDS = {ANSWER: "a question and its answer", "Correction": "a correction"}


def hearing_table(
    segments: Segments, built: Grids, pipeline: Pipeline, samples: int, discourse: Path | None = None
) -> dict[str, Any]:
    """Net-action F1 by kind: of what is `built` from all that was said, and if question and answer, or the
    correction, are not heard. Only words since the builder last acted count; left out are segments before
    which nothing else is said. Empty where no `discourse` is given and the annotation is not at hand.
    """
    try:
        units = units_of(discourse)
    except MissingFileError:
        if discourse is not None:
            raise
        return {}
    deaf: dict[str, dict[int, Turns]] = {kind: {} for kind in KINDS}
    for number, said in enumerate(segments.said):
        for kind, words in units.get(segments.games[number].rpartition("-")[0], ()):
            left = without(deaf[kind].get(number, said), words)
            if left is not None:
                deaf[kind][number] = left
    table = {}
    for kind, left_of in deaf.items():
        if left_of:
            some = segments.only(list(left_of))
            unheard = some.saying(list(left_of.values())).built_by(pipeline)
            table[f"behind {KINDS[kind]}"] = _row(some, built[list(left_of)], unheard, samples)
    return table


def units_of(path: Path | None = None) -> dict[str, list[tuple[str, Turns]]]:
    """What the builder asks and the architect answers, and the architect's corrections, by game: the kind of
    relation and the words.
    """
    found: dict[str, list[tuple[str, Turns]]] = defaultdict(list)
    for game in load_minecraft_discourse(path).to_list():
        for relation in game["relations"]:
            first, last = (game["edus"][relation[end]] for end in ("from", "to"))
            turns = tuple((one["speaker"], one["text"]) for one in (first, last))
            if relation["type"] == ANSWER and [who for who, _ in turns] == ["builder", "architect"]:
                found[game["game"]].append((ANSWER, turns))
            elif relation["type"] in KINDS and relation["type"] != ANSWER and turns[1][0] == "architect":
                found[game["game"]].append((relation["type"], turns[1:]))
    return found


def without(said: Turns, words: Turns) -> Turns | None:
    """What is said without some words, which follow one another since the builder last acted; None if they
    are not said there, or if no turn of the architect is left to build from.
    """
    acted = [i for i, turn in enumerate(said, start=1) if turn == ("builder", DONE)]
    left, place = list(said), acted[-1] if acted else 0
    for speaker, text in words:
        found = (
            (i, span)
            for i in range(place, len(said))
            if said[i][0] == speaker and (span := _span(left[i][1], text))
        )
        place, span = next(found, (0, None))
        if span is None:
            return None
        left[place] = (speaker, left[place][1][: span[0]] + left[place][1][span[1] :])
    left = [turn for turn in left if any(sign.isalnum() for sign in turn[1])]
    while left and left[-1][0] != "architect":
        left.pop()
    return tuple(left) or None


def _span(text: str, part: str) -> tuple[int, int] | None:
    """Where the words of a part stand in a text, one after the other; its signs do not count."""
    words, wanted = ([one for one in tokenize(of) if one.text[0].isalnum()] for of in (text, part))
    for start in range(len(words) - len(wanted) + 1 if wanted else 0):
        run = words[start : start + len(wanted)]
        if [one.text for one in run] == [one.text for one in wanted]:
            return run[0].start, run[-1].end
    return None


def _row(segments: Segments, heard: Grids, unheard: Grids, samples: int) -> dict[str, Any]:
    counts = [net_action_counts(built, segments.target, segments.start) for built in (heard, unheard)]
    both = np.concatenate(counts, axis=1)

    def gain(of: Any) -> float:
        return float(micro_f1(of[:, :3]) - micro_f1(of[:, 3:]))

    scores = (("with", micro_f1, counts[0]), ("without", micro_f1, counts[1]), ("gain", gain, both))
    return {"segments": len(segments)} | {
        name: str(bootstrap_interval(score, of, groups=segments.games, samples=samples))
        for name, score, of in scores
    }
