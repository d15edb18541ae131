"""Counts the outcomes of talks, and says each in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cq.arena.cases import Talk
from eval.talks.play import CRASH, Outcome

CONFIDENT_COLUMN, AT_THE_END = "wrong though confident", "… at the end"
ALL = "all"
SINGLE, FOLLOWED = "without follow-ups", "with follow-ups"

Row = dict[str, int | float]


def counts(files: Mapping[str, Sequence[Outcome]]) -> dict[str, Row]:
    """The table: a row for each file, and `ALL`. Below a file with talks stand those of one order and those
    of several.
    """
    table = {}
    for name, outcomes in files.items():
        table[name] = _row(outcomes)
        talks = [(len(one.case.orders) > 1, one) for one in outcomes if isinstance(one.case, Talk)]
        for part, followed in ((SINGLE, False), (FOLLOWED, True)):
            if some := [one for is_followed, one in talks if is_followed is followed]:
                table[f"{name}, {part}"] = _row(some)
    everything = [one for outcomes in files.values() for one in outcomes]
    return table | {ALL: _row(everything)}


def kinds(files: Mapping[str, Sequence[Outcome]]) -> dict[str, Row]:
    """The same counts for each kind of case, over all files."""
    groups: dict[str, list[Outcome]] = {}
    for outcomes in files.values():
        for one in outcomes:
            groups.setdefault(one.case.kind, []).append(one)
    return {kind: _row(some) for kind, some in groups.items()}


def _row(outcomes: Sequence[Outcome]) -> Row:
    wrong = [one for one in outcomes if not one.right]
    actions = [one.action for one in wrong]
    return {
        "cases": len(outcomes),
        "right": len(outcomes) - len(wrong),
        "wrong": len(wrong),
        CONFIDENT_COLUMN: sum(one.wrong_though_confident for one in wrong),
        AT_THE_END: sum(one.confident_at_the_end for one in wrong),
        "wrong: builds": actions.count("build"),
        "asks": actions.count("ask"),
        "refuses": actions.count("refuse"),
        "crashes": actions.count(CRASH),
        "questions a case": round(sum(len(one.asked) for one in outcomes) / max(1, len(outcomes)), 2),
    }


def described(outcome: Outcome) -> str:
    """A case in a line: its id, what came of it, its confidences, and what was asked and answered."""
    verdict = "right" if outcome.right else "WRONG"
    sure = ", ".join(f"{one:.2f}" for one in outcome.confidences) or "nothing built"
    parts = [f"{outcome.case.id} ({outcome.case.kind}): {verdict}, {outcome.action}, confidence {sure}"]
    if outcome.wrong_cells:
        parts.append(f"{len(outcome.wrong_cells)} cells wrong")
    parts.append(f"{len(outcome.asked)} questions" if outcome.asked else "no question")
    parts += [f"[{one.type}] {one.question} → {one.answer or 'no answer'}" for one in outcome.asked]
    if outcome.error:
        parts.append(f"crashed: {outcome.error}")
    return "; ".join(parts)
