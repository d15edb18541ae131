"""What the answers of a request leave of the builds that a builder considers."""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from cq.building.decoding.candidates import Candidates
from cq.dialogue.answers.agreement import CONTRADICTS, agreement_in
from cq.dialogue.answers.choosing import Choice, read_choice
from cq.dialogue.answers.construction import with_chosen, with_constructed
from cq.dialogue.questions.grouping import changes_of
from cq.dialogue.questions.settled import types_of
from cq.dialogue.reading.lexicon import COLOUR, NUMBER
from cq.dialogue.reading.places import Places, facing_of
from cq.language.instruction import GroundedInstruction
from cq.language.phrases import parse_phrases

_SEVERAL = re.compile(
    r"\b(?:each|every|all|both|either|any|sides|corners|ends|around|then|also|another|more|again|how many|"
    r"number|two of|and)\b|[.;]\s*\w"
)
"""Words beside which one phrase does not tell how many blocks change."""
_COUNTED = re.compile(rf"\b{NUMBER} (?:{COLOUR}|ones|blocks)\b")


def heard(instruction: GroundedInstruction, candidates: Candidates) -> Candidates:
    """The candidates with those that the answers construct, weighted by how well they agree with each."""
    if not instruction.request.exchanges or candidates.settled:
        return candidates
    candidates = with_constructed(instruction, with_chosen(instruction, candidates))
    candidates = candidates.reweighted(_count_weights(instruction, candidates))
    places = Places(candidates.start, facing_of(instruction))
    for exchange in instruction.request.exchanges:
        choice = read_choice(exchange, instruction.request, instruction.world, places)
        told = None if choice is None else _weights_of_choice(choice, candidates)
        if told is None:
            told = agreement_in(places, exchange.question, exchange.answer, candidates)
        candidates = candidates.reweighted(told)
    return candidates


def _weights_of_choice(choice: Choice, candidates: Candidates) -> npt.NDArray[np.float64] | None:
    """How well the candidates agree with which blocks are meant (n,), None if that tells nothing of them."""
    scores = [choice.score(change) for change in changes_of(candidates)]
    told = np.array([score for score in scores if score is not None])
    return CONTRADICTS ** (1 - told) if len(told) == len(scores) else None


def _count_weights(instruction: GroundedInstruction, candidates: Candidates) -> npt.NDArray[np.float64]:
    """What a short instruction says of numbers: "a block" is one block. 1 where it says nothing, or an answer
    speaks of numbers (n,).
    """
    phrases = parse_phrases(instruction.request.instruction)
    new = [one for one in phrases if not one.existing]
    removed = [one for one in phrases if one.removed]
    weights = np.ones(len(candidates))
    if any(types_of(one.question) & {"count", "size"} for one in instruction.request.exchanges):
        return weights
    exchanges = instruction.request.exchanges
    # The order of colours, "first blue, then red", does not change how many blocks there are.
    others = [one.answer for one in exchanges if types_of(one.question) != {"colour"}]
    said = " ".join([instruction.request.instruction, *others]).casefold()
    if _SEVERAL.search(said) or len(new) + len(removed) != 1:
        return weights
    if any(_COUNTED.search(one.answer.casefold()) for one in exchanges):
        return weights
    phrase = (new or removed)[0]
    if phrase.names_structure or phrase.every or phrase.count is None:
        return weights
    changes = changes_of(candidates)
    counts = np.array([len(change.placed if new else change.removed) for change in changes])
    weights[counts != phrase.count] = CONTRADICTS
    return weights
