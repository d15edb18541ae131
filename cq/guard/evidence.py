"""Evidence against a call, cheapest first: its schema, the talk, the candidates, the meaning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from cq.guard.answers import read_answer
from cq.guard.candidates import Candidates
from cq.guard.meaning import Similarity
from cq.guard.mentions import Argument
from cq.guard.questions import (
    Question,
    ask_missing,
    ask_unknown,
    ask_which,
    ask_wrong,
    expected,
    label,
    options,
    said,
)
from cq.guard.schemas import Schema
from cq.guard.support import (
    Answered,
    Talk,
    is_default,
    needs_no_telling,
    told_instead,
    told_values,
    verdict_since,
    with_answers,
)
from cq.guard.tools import MISSING, Path, Tool, fits, is_leaf, leaves, value_at
from cq.guard.words import Words

UNTOLD = 0.5
"""Probability that a value nobody told is wrong; of n listed options, 1 - 1/n. A prior, not fitted."""
NO_TOOL = 0.19
"""Below this cosine to a tool, a request is not for it. Chosen on one half of `eval loop guard`."""
CARRIED = 0.3
"""Probability that a value is wrong that was said for an earlier call, and not since. Also a prior."""
DENIED = 0.95
"""Probability that a value is wrong that the judge finds denied or corrected. Also a prior."""


@dataclass(frozen=True)
class Issue:
    """One open point: its question, the value of an answer, and the assumption without one."""

    path: Path
    question: Question
    p_wrong: float
    """Probability that it makes the call wrong; 0 for differences of candidates, which have their own."""
    value: float
    reason: str
    assumed: Any = MISSING
    """The value to assume; `MISSING` removes the argument where `can_assume`."""
    can_assume: bool = True
    is_denied: bool = False
    """Whether the user has said that the value is another one: then it is never used."""


def schema_issues(
    tool: Tool,
    arguments: Mapping[str, Any],
    today: date | None = None,
    denied: Sequence[tuple[Path, Any]] = (),
) -> list[Issue]:
    """One issue for each argument that is missing, outside its schema or unknown to the tool."""
    return [
        _schema_issue(tool, arguments, path, kind, today, denied) for path, kind in tool.problems(arguments)
    ]


def _schema_issue(
    tool: Tool,
    arguments: Mapping[str, Any],
    path: Path,
    kind: str,
    today: date | None,
    denied: Sequence[tuple[Path, Any]],
) -> Issue:
    schema, value = tool.schema_at(path), value_at(arguments, path)
    name, default = label(path, schema), schema.get("default", MISSING)
    if kind == "missing":
        question, assumed, reason = ask_missing(path, schema), default, f"{name} is missing"
        return Issue(path, question, 1.0, 1.0, reason, assumed, default is not MISSING)
    if kind == "unknown":
        return Issue(path, ask_unknown(path, tool.name, value), 1.0, 1.0, f"{tool.name} takes no {path[-1]}")
    if not path:
        return Issue(
            path, ask_missing(path, schema), 1.0, 0.0, f"this is not a call of {tool.name}", can_assume=False
        )
    read = read_answer(said(value), schema, today=today)
    read = MISSING if (path, read) in denied else read
    assumed = default if read is MISSING else read
    question = ask_wrong(path, schema, value, () if read is MISSING else (read,))
    reason = f"{name} must be {expected(schema)}, not {said(value)}"
    can_assume = assumed is not MISSING or not (isinstance(path[-1], int) or tool.is_required(path))
    return Issue(path, question, 1.0, 1.0, reason, assumed, can_assume)


def untold_issues(
    tool: Tool,
    arguments: Mapping[str, Any],
    talk: Talk,
    spent: int,
    answered: Sequence[Answered],
    settled: frozenset[Path],
    similarity: Similarity,
    denied: Sequence[tuple[Path, Any]] = (),
) -> list[Issue]:
    """One issue for each value that the talk or a later answer denies, for each that neither they nor a
    default tells, and for each value in whose place they tell another one. The first `spent` turns belong to
    earlier requests, for which calls were made.
    """
    about = f"{tool.name.replace('_', ' ')} {tool.description}"
    given = dict(leaves(arguments))
    left_out = {
        (name,): default
        for name, default in tool.defaults.items()
        if name not in arguments and is_leaf(default)
    }
    issues = []
    for path, value in [*given.items(), *left_out.items()]:
        if any(path[: len(prefix)] == prefix for prefix in settled):
            continue
        argument = Argument.at(path, tool.schema_at(path))
        heard = with_answers(talk, answered, argument, value)
        if (path, value) in denied:
            issues.append(_denied(tool, path, value, []))
            continue
        said_of_it = verdict_since(heard, spent, argument, value, similarity, about)
        if said_of_it == "told":
            continue
        recent = heard[spent:]
        if said_of_it in ("denied", "corrected"):
            told_now = [other for other in told_values(recent, argument) if (path, other) not in denied]
            issues.append(_denied(tool, path, value, told_now))
            continue
        is_settled = needs_no_telling(argument, value, heard)
        if is_settled and not is_default(argument, value):
            continue
        others = [(Argument.at(at, tool.schema_at(at)), v) for at, v in given.items() if at != path]
        told = told_instead(recent, argument, others)
        if told is not None and told[0] != value:
            issues.append(_told_otherwise(tool, path, value, *told, is_settled))
        elif not is_settled:
            issues.append(_untold(tool, path, value, said_of_it == "carried"))
    return issues


def _told_otherwise(tool: Tool, path: Path, value: Any, told: Any, chance: float, is_settled: bool) -> Issue:
    """What is said takes the place of a default, as surely as it is said (`is_settled`). Another value that
    it contradicts is right only if it is not made up, and something else was said.
    """
    schema = tool.schema_at(path)
    reason = f"{label(path, schema)} is {said(told, schema)}, as was said, not {said(value, schema)}"
    question = Question(ask_missing(path, schema).text, options(schema, (told, value)), path)
    p = 1 - chance if is_settled else 1 - (1 - _gap(schema)) * (1 - chance)
    return Issue(path, question, p, p, reason, told, is_denied=True)


def _gap(schema: Schema) -> float:
    """The probability that a made-up value is wrong."""
    return 1 - 1 / len(schema["enum"]) if "enum" in schema else UNTOLD


def _untold(tool: Tool, path: Path, value: Any, is_carried: bool) -> Issue:
    schema = tool.schema_at(path)
    p = min(CARRIED, _gap(schema)) if is_carried else _gap(schema)
    name = label(path, schema)
    why = f"{name} was said for an earlier call only" if is_carried else f"nobody has said {name}"
    reason = f"{why}; it is taken as {said(value, schema)}"
    question = Question(ask_missing(path, schema).text, options(schema, (value,)), path)
    return Issue(path, question, p, p, reason, value)


def _denied(tool: Tool, path: Path, value: Any, told: list[Any]) -> Issue:
    """Assumes another value if the talk tells one, else the default; else removes an optional argument."""
    schema = tool.schema_at(path)
    others = told if len(told) == 1 else [schema["default"]] if "default" in schema else []
    assumed = next((other for other in others if other != value and fits(other, schema)), MISSING)
    reason = f"{label(path, schema)} is not {said(value, schema)}, as was said"
    question = Question(ask_missing(path, schema).text, options(schema, tuple(told)), path)
    # Without the argument, its default would be back.
    is_kept = isinstance(path[-1], int) or tool.is_required(path) or schema.get("default") == value
    can_assume = assumed is not MISSING or not is_kept
    return Issue(path, question, DENIED, DENIED, reason, assumed, can_assume, is_denied=True)


def candidate_issues(
    tool: Tool, arguments: Mapping[str, Any], candidates: Candidates, p_now: float
) -> list[Issue]:
    """One issue for each argument in which candidates differ. `p_now`: probability that the call is right."""
    issues = []
    for path in candidates.differences():
        schema, values = tool.schema_at(path), tuple(candidates.values_at(path))
        value = max(0.0, candidates.value_of_knowing(path, p_now))
        reason = f"{label(path, schema)} may be {' or '.join(map(said, values))}"
        issues.append(Issue(path, ask_which(path, schema, values), 0.0, value, reason, values[0]))
    return issues


def with_candidates(
    issue: Issue, difference: Issue, tool: Tool, arguments: Mapping[str, Any], candidates: Candidates
) -> Issue:
    """An issue about an argument in which candidates also differ: their values are options too, but for the
    value that is denied.
    """
    path, question, schema = issue.path, issue.question, tool.schema_at(issue.path)
    own = said(value_at(arguments, path), schema)
    shown = [said(value, schema) for value in candidates.values_at(path) if fits(value, schema)]
    added = [option for option in shown if not (issue.is_denied and option == own)]
    choice = tuple(dict.fromkeys([*question.options, *added]))
    return replace(
        issue,
        question=replace(question, options=choice),
        value=max(issue.value, difference.value),
        reason=f"{issue.reason}; {difference.reason}",
    )


def is_for(tool: Tool, request: str, earlier: tuple[str, ...], similarity: Similarity) -> bool:
    """Whether a request is for this tool: it shares a word with its name, description, arguments or
    options, or is near to it in meaning.
    """
    inner = tool.properties.values()
    listed = " ".join(said(option, schema) for schema in inner for option in schema.get("enum", ()))
    about = f"{tool.name.replace('_', ' ')}: {tool.description}"
    words = set(Words.of(f"{about} {' '.join(tool.properties).replace('_', ' ')} {listed}").content)
    if any(word in words for word in Words.of(request).content if len(word) > 2):
        return True
    return similarity([request, *earlier], about) >= NO_TOOL
