"""How well each candidate agrees with an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from cq.building.decoding.candidates import Candidates
from cq.dialogue.answers.judging import cells_score, judge
from cq.dialogue.answers.statements import PLACED, REMOVED, Statement, read_statements
from cq.dialogue.questions.attributes import ATTRIBUTES
from cq.dialogue.questions.change import Change
from cq.dialogue.questions.grouping import OF_ONE_COLOUR, changes_of, colours_asked_for, group_texts
from cq.dialogue.questions.question import ClarifyingQuestion
from cq.dialogue.questions.settled import TYPES, colour_ids, types_of
from cq.dialogue.reading.lexicon import COLOUR, normal
from cq.dialogue.reading.masks import cells_of
from cq.dialogue.reading.places import Places, facing_of
from cq.language.instruction import GroundedInstruction
from cq.language.words import speaks_of_adding, speaks_of_removing

Floats = npt.NDArray[np.float64]

CONTRADICTS = 0.05
"""The weight of a candidate that contradicts an answer. It is not 0: an answer may be misread."""

BESIDES = 0.7
"""The score of a build that removes what an answer names and more."""

_YES = re.compile(r"^\W*(?:yes|yeah|yep|yup|right|exactly|correct|sure|that's (?:it|right)|indeed)\b[\s,.!]*")
_NO = re.compile(rf"^\W*(?:no|nope|nah|not (?:that|really))\b(?! (?:new|blocks?|{COLOUR})\b)[\s,.!]*")
_NEITHER = re.compile(r"\b(?:neither|none of (?:those|these|them))\b|\bsomething else\b")
_ALL = re.compile(r"^\W*(?:both|all|every one|each)(?: of (?:them|those|these|the above))?\W*$")
_ORDINAL = re.compile(
    r"^\W*(?:the )?(?:(first|former)|(second)|(third)|(fourth)|(last|latter))(?: one| option)?\W*$"
)
_FILLERS = frozenset(
    "the a an one ones it them they should go goes be is are please just put place make i mean want would "
    "like at in on block blocks".split()
)
_YES_NO_QUESTION = re.compile(
    r"^\W*(?:(?:so|and|but|then|also|ok|okay)\W+)*(?:do|does|did|should|shall|is|are|am|can|could|will|would|must)\b"
)


def agreement(
    question: ClarifyingQuestion | str, answer: str, instruction: GroundedInstruction, candidates: Candidates
) -> Floats:
    """How well each candidate agrees with an answer in free words: float64 (n,), in (0, 1].

    1 says that a candidate agrees, or that nothing can be told; `CONTRADICTS` that it does not. The text of
    an option, or the words with which only one option begins ("in the middle"), select its members.
    `question` is one that was asked, or its text, or the name of a type.
    """
    return agreement_in(Places(candidates.start, facing_of(instruction)), question, answer, candidates)


def agreement_in(
    places: Places, question: ClarifyingQuestion | str, answer: str, candidates: Candidates
) -> Floats:
    """As `agreement`, for the places of the candidates' start: those of one instruction are the same for all
    its answers.
    """
    text = question if isinstance(question, str) else question.text
    said = _plain(answer)
    if isinstance(question, ClarifyingQuestion):
        for option in question.options:
            if _plain(option.text) == said and option.members:
                return _selected(option.members, len(candidates))
    options = options_in(text)
    if match := _ORDINAL.match(normal(answer)):
        index = next(i for i, group in enumerate(match.groups()) if group)
        if options and (index < len(options) or index == 4):
            return agreement_in(places, question, options[-1 if index == 4 else index], candidates)
    members = _of_group(text, said, candidates)
    begun = [one for one in map(_plain, options) if " " in said and one.startswith(f"{said} ")]
    if members is None and len(begun) == 1:
        members = _of_group(text, begun[0], candidates)
    if members is not None:
        return _selected(members, len(candidates))
    if options and _NEITHER.search(normal(answer)) and not re.search(COLOUR, normal(answer)):
        return _excluded(text, options, candidates)
    changes = changes_of(candidates)
    if options and _ALL.match(answer.casefold()):
        return _all_of(options, changes, places)
    return _heard(text, answer, changes, places)


def options_in(question: str) -> list[str]:
    """The options that a question lists after a colon, but not "something else"."""
    _, _, tail = question.partition(":")
    parts = [one.strip(" ?") for one in re.split(r", | or ", tail)]
    return [one for one in parts if one and one != "something else"]


def _heard(question: str, answer: str, changes: Sequence[Change], places: Places) -> Floats:
    """The weights by what the sentences of an answer state."""
    side = side_of(question, changes)
    weights, asks_way = np.ones(len(changes)), bool(_asks(question) & {"direction", "arrangement"})
    yes, no = _YES.match(answer.casefold()), _NO.match(answer.casefold())
    if (yes or no) and _YES_NO_QUESTION.match(question.casefold().split(". ")[-1]):
        claims = _weights(read_statements(_claim(question), side, places), question, changes, places)
        weights *= claims if yes else np.where(claims >= 0.5, CONTRADICTS, 1.0)
    if yes or no:
        answer = answer[(yes or no).end() :]  # type: ignore[union-attr]
    return weights * _weights(read_statements(answer, side, places, asks_way), question, changes, places)


def _weights(
    statements: Sequence[Statement], question: str, changes: Sequence[Change], places: Places
) -> Floats:
    weights = np.ones(len(changes))
    types = _asks(question)
    for statement in statements:
        scores = [_score(statement, types, change, places, len(statements) == 1) for change in changes]
        if any(score is None for score in scores):
            continue
        told = np.array(scores, dtype=np.float64)
        # If no candidate agrees fully, the best of them is as good as it gets.
        if told.max() > 0:
            weights *= CONTRADICTS ** (1 - told)
    return np.maximum(weights, CONTRADICTS**4)


def _score(
    statement: Statement, types: frozenset[str], change: Change, places: Places, alone: bool
) -> float | None:
    names_blocks = not (statement.nothing or statement.not_colours or statement.lines)
    if "which" in types and names_blocks:
        blocks = places.blocks(statement.text)
        some = blocks.any() and (statement.every or blocks.sum() < np.count_nonzero(places.grid))
        if statement.side == REMOVED and some:
            told = cells_of(blocks)
            if statement.every or len(told) == 1:
                besides = alone and not set(change.removed) <= set(told)
                return cells_score(told, change.removed) * (BESIDES if besides else 1)
            if any(cell in change.removed for cell in told):
                return 1.0
            return 0.1
        if statement.side == PLACED and statement.cells is None and some and not statement.amounts:
            touched = {block for _, block, _ in change.touching} | set(change.removed)
            return 1.0 if touched.intersection(cells_of(blocks)) else 0.0
    return judge(statement, change)


def _asks(question: str) -> frozenset[str]:
    """The types of a question, or the type that it is the name of. What to remove is asked for by which."""
    if question in TYPES:
        return frozenset({question})
    types = types_of(question)
    return types if types or not speaks_of_removing(question.casefold()) else frozenset({"which"})


def side_of(question: str, changes: Sequence[Change]) -> str:
    """Whether a question is about blocks to place or to remove."""
    text = question.split(":")[0].casefold()
    removes, adds = speaks_of_removing(text), speaks_of_adding(text)
    if removes != adds:
        return REMOVED if removes else PLACED
    return PLACED if sum(bool(c.placed) for c in changes) * 2 >= len(changes) else REMOVED


def _claim(question: str) -> str:
    return re.sub(
        r"^\W*(?:do|does|did|should|shall|is|are|am|can|could|will|would|must) (?:i|you|we|they|it)?",
        "",
        question.casefold(),
    )


def _of_group(question: str, said: str, candidates: Candidates) -> tuple[int, ...] | None:
    """The candidates whose attribute, in the words of an option, is what was said."""
    types = _asks(question)
    colours = colour_ids(question.split(":")[0])
    removing = speaks_of_removing(question.split(":")[0].casefold())
    for attribute in ATTRIBUTES:
        kind, _, which = attribute.partition(" ")
        if kind not in types or (which and question not in types and (which == "removed") != removing):
            continue
        named = [colour for colour in colours_asked_for(candidates) if colours == {colour}]
        for colour in named if named and attribute in OF_ONE_COLOUR else [None]:
            groups = [
                None if one is None else _plain(one) for one in group_texts(attribute, candidates, colour)
            ]
            found = {one for one in groups if one is not None and _is_said(one, said)}
            if found:
                longest = max(found, key=len)
                return tuple(i for i, one in enumerate(groups) if one == longest)
    return None


def _is_said(group: str, said: str) -> bool:
    if group == said:
        return True
    if not re.search(rf"(?<!\w){re.escape(group)}(?!\w)", said):
        return False
    rest = said.replace(group, " ", 1)
    return not set(re.findall(r"\w+", rest)) - _FILLERS


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[.!?]+\s*$", "", text.casefold()).split())


def _selected(members: Sequence[int], n: int) -> Floats:
    weights = np.full(n, CONTRADICTS)
    weights[list(members)] = 1.0
    return weights


def _excluded(question: str, options: Sequence[str], candidates: Candidates) -> Floats:
    weights = np.ones(len(candidates))
    for option in options:
        weights[list(_of_group(question, _plain(option), candidates) or ())] = CONTRADICTS
    return weights


def _all_of(options: Sequence[str], changes: Sequence[Change], places: Places) -> Floats:
    """The weights where all options are meant: the blocks that they name together."""
    blocks = np.logical_or.reduce([places.blocks(normal(option)) for option in options])
    scores = [
        cells_score(cells_of(blocks), change.removed or {block: 0 for _, block, _ in change.touching})
        for change in changes
    ]
    return CONTRADICTS ** (1 - np.array(scores))
