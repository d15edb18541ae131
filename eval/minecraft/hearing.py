"""What hearing is worth: the segments behind a question and its answer, or a correction, with and without.

Which words these are is from the discourse annotation.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from cq.data import load_minecraft_discourse
from cq.data.minecraft.questions import ANSWER, CLARIFICATION, CONFIRMATION
from cq.language.tokens import tokenize
from cq.metrics import bootstrap_interval, micro_f1, net_action_counts
from cq.pipeline import Pipeline
from eval.minecraft.segments import Segments, Turns

CORRECTION = "Correction"
KINDS = ("an answer", CLARIFICATION, CONFIRMATION, CORRECTION)

Heard = tuple[str, Turns]
"""A kind, and the discourse units in which it is said."""


def hearing_table(
    segments: Segments, pipeline: Pipeline, samples: int, discourse: Path | None = None
) -> dict[str, Any]:
    """Net-action F1 by kind: as recorded, and if question and answer, or the correction, are not heard.

    Left out are segments before which nothing else is said.
    """
    units = units_of(discourse)
    cut: dict[str, dict[int, Turns]] = {kind: {} for kind in KINDS}
    for number, (said, since) in enumerate(zip(segments.said, segments.since, strict=True)):
        game = segments.games[number].rpartition("-")[0]
        for kind, words in units.get(game, ()):
            left = without(cut[kind].get(number, said), since, words)
            if left is not None:
                cut[kind][number] = left
    return {kind: _row(segments, pipeline, samples, cut[kind]) for kind in KINDS if cut[kind]}


def units_of(path: Path | None = None) -> dict[str, list[Heard]]:
    """What the builder asks and the architect answers, and the architect's corrections, by game."""
    found: dict[str, list[Heard]] = defaultdict(list)
    for game in load_minecraft_discourse(path).to_list():
        edus, relations = game["edus"], game["relations"]
        kinds = {one["to"]: one["type"] for one in relations if one["type"] in (CLARIFICATION, CONFIRMATION)}
        for relation in relations:
            first, last = (edus[relation[end]] for end in ("from", "to"))
            if last["speaker"] != "architect":
                continue
            if relation["type"] == ANSWER and first["speaker"] == "builder":
                words = (("builder", first["text"]), ("architect", last["text"]))
                found[game["game"]].append(("an answer", words))
                if relation["from"] in kinds:
                    found[game["game"]].append((kinds[relation["from"]], words))
            elif relation["type"] == CORRECTION:
                found[game["game"]].append((CORRECTION, (("architect", last["text"]),)))
    return found


def without(said: Turns, since: int, words: Turns) -> Turns | None:
    """What is said without some words, which follow one another behind turn `since`; None if they are not
    said there, or if no turn of the architect is left to build from.
    """
    left, place = list(said), since
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


def _row(segments: Segments, pipeline: Pipeline, samples: int, cut: dict[int, Turns]) -> dict[str, Any]:
    chosen = segments.only(sorted(cut))
    deaf = [cut[i] for i in sorted(cut)]
    heard = net_action_counts(chosen.built_by(pipeline), chosen.target, chosen.start)
    unheard = net_action_counts(chosen.built_by(pipeline, deaf), chosen.target, chosen.start)

    def gain(counts: Any) -> float:
        return float(micro_f1(counts[:, :3]) - micro_f1(counts[:, 3:]))

    both = np.concatenate([heard, unheard], axis=1)
    scores = {
        name: str(bootstrap_interval(score, counts, groups=chosen.games, samples=samples))
        for name, score, counts in (
            ("with", micro_f1, heard),
            ("without", micro_f1, unheard),
            ("gain", gain, both),
        )
    }
    return {"segments": len(chosen), **scores}
