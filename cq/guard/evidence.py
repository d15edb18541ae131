"""What speaks against a call, cheapest first: its schema, what was said, candidates, meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cq.guard.answers import read_answer
from cq.guard.candidates import Candidates
from cq.guard.meaning import Similarity
from cq.guard.questions import (
    Question,
    ask_missing,
    ask_unknown,
    ask_untold,
    ask_which,
    ask_wrong,
    expected,
    label,
    said,
)
from cq.guard.said import Said, stem
from cq.guard.support import is_told, tells_option
from cq.guard.tools import MISSING, Path, Tool, leaves, value_at

UNTOLD = 0.5
"""How often a value that nobody told is wrong; of n listed options, 1 - 1/n. A prior, fitted to nothing."""
NO_TOOL = 0.19
"""Below this cosine between a request and a tool the request is none for the tool. Chosen on the development half
of `tests/guard/calls.json`.
"""
SAME_WORD = 0.55
"""From this cosine on a word of what was said stands for an option: "ran" for "run". Chosen in the same way."""


@dataclass(frozen=True)
class Issue:
    """One thing that is open: its question, what an answer is worth, and what to assume without one."""

    path: Path
    question: Question
    p_wrong: float
    value: float
    reason: str
    assumed: Any = MISSING
    """The value to go on with; `MISSING` takes the argument away where `can_assume`."""
    can_assume: bool = True


def schema_issues(tool: Tool, arguments: Mapping[str, Any]) -> list[Issue]:
    """One issue for each argument that is missing, outside its schema or unknown to the tool."""
    issues = []
    for path, kind in tool.problems(arguments):
        schema, value = tool.schema_at(path), value_at(arguments, path)
        required = tool.is_required(path)
        name = label(path, schema)
        if kind == "missing":
            default = schema.get("default", MISSING)
            question, reason = ask_missing(path, schema), f"{name} is missing"
            issues.append(Issue(path, question, 1.0, 1.0, reason, default, default is not MISSING))
        elif kind == "unknown":
            question = ask_unknown(path, tool.name, value)
            issues.append(Issue(path, question, 1.0, 1.0, f"{tool.name} takes no {path[-1]}"))
        else:
            read = read_answer(said(value), schema)
            assumed = schema.get("default", MISSING) if read is MISSING else read
            question = ask_wrong(path, schema, value, () if read is MISSING else (read,))
            reason = f"{name} must be {expected(schema)}, not {said(value)}"
            issues.append(
                Issue(path, question, 1.0, 1.0, reason, assumed, assumed is not MISSING or not required)
            )
    return issues


def untold_issues(
    tool: Tool, arguments: Mapping[str, Any], heard: Said, settled: frozenset[Path], similarity: Similarity
) -> list[Issue]:
    """One issue for each value that neither what was said nor a default tells."""
    issues = []
    for path, value in leaves(arguments):
        schema = tool.schema_at(path)
        if path in settled or is_told(path, value, schema, heard):
            continue
        if "enum" in schema and _is_meant(tool, value, schema["enum"], heard, similarity):
            continue
        p = 1 - 1 / len(schema["enum"]) if "enum" in schema else UNTOLD
        reason = f"nobody has said {label(path, schema)}; it is taken as {said(value)}"
        issues.append(Issue(path, ask_untold(path, schema, value), p, p, reason, value))
    return issues


def _is_meant(tool: Tool, value: Any, listed: list[Any], heard: Said, similarity: Similarity) -> bool:
    """Whether a word that was said is near to an option in meaning, and to no other as near. Codes have none, and
    words that name the tool speak of no option.
    """
    own = Said(f"{tool.name.replace('_', ' ')} {tool.description}").content
    words = [word for word in heard.words if len(word) > 2 and word.isalpha() and stem(word) not in own]
    options = [one for one in listed if isinstance(one, str) and len(one) > 2 and not one.isupper()]
    if not words or value not in options or any(tells_option(one, heard) for one in options):
        return False
    near = {one: similarity(words, one) for one in options}
    return near[value] >= SAME_WORD and near[value] == max(near.values())


def candidate_issues(
    tool: Tool, arguments: Mapping[str, Any], candidates: Candidates, p_now: float
) -> list[Issue]:
    """One issue for each argument in which the candidates differ. `p_now`: how likely the call is right now."""
    issues = []
    for path in candidates.differences():
        schema, values = tool.schema_at(path), tuple(candidates.values_at(path))
        value = max(0.0, candidates.value_of_knowing(path, p_now))
        reason = f"{label(path, schema)} may be {' or '.join(map(said, values))}"
        issues.append(Issue(path, ask_which(path, schema, values), 1 - p_now, value, reason, values[0]))
    return issues


def is_for(tool: Tool, request: str, earlier: tuple[str, ...], similarity: Similarity) -> bool:
    """Whether a request is one for this tool: it shares a word with what the tool is called and does and what its
    options are, or is near to it in meaning.
    """
    properties = tool.parameters.get("properties", {})
    listed = " ".join(said(one) for inner in properties.values() for one in inner.get("enum", ()))
    about = f"{tool.name.replace('_', ' ')}: {tool.description}"
    words = set(Said(f"{about} {' '.join(properties).replace('_', ' ')} {listed}").content)
    if any(word in words for word in Said(request).content if len(word) > 2):
        return True
    return similarity([request, *earlier], about) >= NO_TOOL
