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
    ask_which,
    ask_wrong,
    expected,
    label,
    options,
    said,
)
from cq.guard.said import Said, stem
from cq.guard.schemas import by_names, name_of, names
from cq.guard.support import is_told, tells_option
from cq.guard.tools import MISSING, Path, Tool, leaves, value_at

UNTOLD = 0.5
"""How often a value that nobody told is wrong; of n listed options, 1 - 1/n. A prior, fitted to nothing."""
NO_TOOL = 0.19
"""Below this cosine to a tool a request is none for it. Chosen on one half of `eval loop guard`."""
SAME_WORD = 0.55
"""From this cosine on a word stands for an option, as "ran" for "run". Chosen in the same way."""


@dataclass(frozen=True)
class Issue:
    """One thing that is open: its question, what an answer is worth, and what to assume without one."""

    path: Path
    question: Question
    p_wrong: float
    """How often it makes the call wrong; 0 for what candidates tell, whose probabilities speak for calls."""
    value: float
    reason: str
    assumed: Any = MISSING
    """The value to go on with; `MISSING` takes the argument away where `can_assume`."""
    can_assume: bool = True


def schema_issues(tool: Tool, arguments: Mapping[str, Any]) -> list[Issue]:
    """One issue for each argument that is missing, outside its schema or unknown to the tool."""
    return [_schema_issue(tool, arguments, path, kind) for path, kind in tool.problems(arguments)]


def _schema_issue(tool: Tool, arguments: Mapping[str, Any], path: Path, kind: str) -> Issue:
    schema, value = tool.schema_at(path), value_at(arguments, path)
    name, default = label(path, schema), schema.get("default", MISSING)
    if kind == "missing":
        question, assumed, reason = ask_missing(path, schema), default, f"{name} is missing"
        return Issue(path, question, 1.0, 1.0, reason, assumed, default is not MISSING)
    if kind == "unknown":
        return Issue(path, ask_unknown(path, tool.name, value), 1.0, 1.0, f"{tool.name} takes no {path[-1]}")
    if not path:
        return Issue(
            path, ask_missing(path, schema), 1.0, 0.0, f"this is no call of {tool.name}", can_assume=False
        )
    read = read_answer(said(value), schema)
    assumed = default if read is MISSING else read
    question = ask_wrong(path, schema, value, () if read is MISSING else (read,))
    reason = f"{name} must be {expected(schema)}, not {said(value)}"
    can_assume = assumed is not MISSING or not (isinstance(path[-1], int) or tool.is_required(path))
    return Issue(path, question, 1.0, 1.0, reason, assumed, can_assume)


def untold_issues(
    tool: Tool, arguments: Mapping[str, Any], heard: Said, settled: frozenset[Path], similarity: Similarity
) -> list[Issue]:
    """One issue for each value that neither what was said nor a default tells."""
    issues = []
    for path, value in leaves(arguments):
        schema = tool.schema_at(path)
        if path in settled or is_told(path, value, schema, heard):
            continue
        if names(schema) and is_told(path, name_of(value, schema), by_names(schema), heard):
            continue
        if "enum" in schema and _is_meant(tool, value, schema["enum"], heard, similarity):
            continue
        p = 1 - 1 / len(schema["enum"]) if "enum" in schema else UNTOLD
        reason = f"nobody has said {label(path, schema)}; it is taken as {said(value, schema)}"
        issues.append(
            Issue(
                path,
                Question(ask_missing(path, schema).text, options(schema, (value,)), path),
                p,
                p,
                reason,
                value,
            )
        )
    return issues


def _is_meant(tool: Tool, value: Any, listed: list[Any], heard: Said, similarity: Similarity) -> bool:
    """Whether a word that was said is nearest to this option in meaning. Codes have none, and words that name
    the tool speak of no option.
    """
    own = Said(f"{tool.name.replace('_', ' ')} {tool.description}").content
    words = [word for word in heard.words if len(word) > 2 and word.isalpha() and stem(word) not in own]
    texts = [one for one in listed if isinstance(one, str) and len(one) > 2 and not one.isupper()]
    if not words or value not in texts or any(tells_option(one, heard) for one in texts):
        return False
    near = {one: similarity(words, one) for one in texts}
    return near[value] >= SAME_WORD and near[value] == max(near.values())


def candidate_issues(
    tool: Tool, arguments: Mapping[str, Any], candidates: Candidates, p_now: float
) -> list[Issue]:
    """One issue for each argument in which candidates differ. `p_now`: how likely the call is right."""
    issues = []
    for path in candidates.differences():
        schema, values = tool.schema_at(path), tuple(candidates.values_at(path))
        value = max(0.0, candidates.value_of_knowing(path, p_now))
        reason = f"{label(path, schema)} may be {' or '.join(map(said, values))}"
        issues.append(Issue(path, ask_which(path, schema, values), 0.0, value, reason, values[0]))
    return issues


def is_for(tool: Tool, request: str, earlier: tuple[str, ...], similarity: Similarity) -> bool:
    """Whether a request is one for this tool: it shares a word with its name, description, arguments or
    options, or is near to it in meaning.
    """
    inner = tool.properties.values()
    listed = " ".join(said(one, schema) for schema in inner for one in schema.get("enum", ()))
    about = f"{tool.name.replace('_', ' ')}: {tool.description}"
    words = set(Said(f"{about} {' '.join(tool.properties).replace('_', ' ')} {listed}").content)
    if any(word in words for word in Said(request).content if len(word) > 2):
        return True
    return similarity([request, *earlier], about) >= NO_TOOL
