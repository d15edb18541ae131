"""Which of several things an answer chooses: "the eastern one", "both", "all but the red ones", "not it"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cq.dialogue.questions.change import Change
from cq.dialogue.reading.lexicon import COLOUR, NOUN, NUMBER, SIDE, normal
from cq.dialogue.reading.masks import Mask
from cq.dialogue.reading.places import Places
from cq.language.length import is_too_long
from cq.language.obstacles import Obstacle, find_obstacles
from cq.language.obstacles.answers import asked_about
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.scene import CHOICE, Scene
from cq.language.request import Exchange, Request
from cq.world import COLOUR_IDS, World
from cq.world.components import count_components, label_components
from cq.world.grid import Grid

_HANDLED = frozenset({"removed", "changed", "moved"})
"""What is done with the blocks themselves; of other roles, blocks beside them change."""

_OPENING = re.compile(
    r"^(?:(?:oh|ah|ok|okay|hmm+|well|sorry|please|then|just|i mean(?:t)?|i want|it(?:'s| is)|they are|take|"
    r"use|remove|break|change|do)\b[\s,]*)+"
)
_YES = re.compile(r"^(?:yes|yeah|yep|yup|right|exactly|correct|sure|indeed)\b[\s,.!]*")
_NO = re.compile(r"^(?:no|nope|nah)\b[\s,.!]*")
_ALL = re.compile(r"(?:both|all|every one|each(?: one)?)(?: of (?:them|those|these|the \w+))?")
_ALL_BUT = re.compile(
    r"^(?:both|all|every\w*|each|any)\b.*?\b(?:except(?: for)?|apart from|but(?: not)?|other than|besides|"
    r"excluding)\b (.+)$"
)
_NOT = re.compile(r"^not (.+)$")
_OTHER = re.compile(r"(?:(?:not )?(?:that|this|it)(?: one)?|the other(?: one)?|another(?: one)?)?")
_PLURAL = re.compile(
    rf"\b(?:ones|blocks|towers|rows|columns|walls|both|all|every|each|and|{NUMBER} (?!{SIDE}))\b"
)


@dataclass(frozen=True)
class Choice:
    """The blocks that were in question, those of them that are meant, both masks (9, 11, 11), and the phrase
    of the instruction that could mean them.
    """

    asked: Mask
    chosen: Mask
    mention: Mention

    def score(self, change: Change) -> float | None:
        """How much of what a build removes or changes of the blocks in question is what is meant, in [0, 1]
        (Jaccard); None if the instruction does nothing with these blocks themselves.
        """
        if self.mention.role not in _HANDLED:
            return None
        handled = self.asked & (change.start != change.built)
        union = np.count_nonzero(handled | self.chosen)
        return float(np.count_nonzero(handled & self.chosen) / union) if union else 0.0


def read_choice(exchange: Exchange, request: Request, world: World, places: Places) -> Choice | None:
    """What an answer chooses of the things that a phrase of the instruction could mean; None if it does not
    choose among them, or leaves it open.
    """
    if is_too_long(exchange.answer):
        return None
    if "which" not in asked_about(exchange.question) or CHOICE.search(exchange.answer.casefold()):
        return None
    scene = Scene.of(request.instruction, world, bool(request.context))
    found = _in_question(exchange.question, find_obstacles(request.instruction, world, bool(request.context)))
    mention = found and next((one for one in scene.mentions if one.text == found.phrase), None)
    if not found or not mention:
        return None
    asked = np.zeros(world.grid.shape, dtype=bool)
    asked[tuple(found.cells.T)] = True
    chosen, is_plural = _meant(exchange, asked, places)
    if mention.family not in ("unit", ""):
        chosen = _whole_structures(chosen, asked)
        count = count_components(chosen)
    else:
        count = int(chosen.sum())
    wanted = mention.count if mention.part else None
    if not count or (count > 1 and not is_plural and count != wanted) or (wanted and count != wanted):
        return None
    return Choice(asked, chosen, mention)


def chosen_build(choice: Choice, request: Request, start: Grid) -> Grid | None:
    """The build int8 (9, 11, 11) of an instruction that only removes what is chosen, or gives it a colour;
    None if the instruction is another.
    """
    mention = choice.mention
    scene = Scene.of(request.instruction, World(start))
    others = [one for one in scene.mentions if one.text != mention.text]
    if others or not scene.is_short or mention.fraction or re.search(r"\b(?:and|then|of)$", mention.link):
        return None
    rest = mention.after.strip(" .!,")
    grid = np.array(start)
    if mention.role == "removed" and re.fullmatch(
        r"(?:(?:down|away|out|off|please|for me|completely) ?)*", rest
    ):
        grid[choice.chosen] = 0
        return grid
    colour = re.fullmatch(rf"(?:(?:to|into|in|with)? ?(?:an?|be|become)? ?)?({COLOUR})(?: {NOUN})?", rest)
    if mention.role == "changed" and colour:
        grid[choice.chosen] = COLOUR_IDS[colour[1]]
        return grid
    return None


def _in_question(question: str, obstacles: Sequence[Obstacle]) -> Obstacle | None:
    """The phrase with several meanings that a question asks about; None if it is not clear which."""
    several = [
        one for one in obstacles if one.kind == "several" and one.question_type == "which" and len(one.cells)
    ]
    if len(several) < 2:
        return several[0] if several else None
    words = set(re.findall(rf"\b(?:{COLOUR}|{NOUN})\b", normal(question.split(":")[0])))
    named = [one for one in several if words and words <= set(one.phrase.split())]
    return named[0] if len(named) == 1 else None


def _meant(exchange: Exchange, asked: Mask, places: Places) -> tuple[Mask, bool]:
    """The blocks in question that an answer means, none if it tells none; and whether they may be several."""
    answer = _OPENING.sub("", normal(exchange.answer).strip(" .!"))
    nobody = np.zeros_like(asked)
    claimed = _named(normal(exchange.question).split(":")[0], asked, places)
    if match := _YES.match(answer):
        return (claimed, False) if not answer[match.end() :].strip() else (nobody, False)
    if match := _NO.match(answer):
        answer = _OPENING.sub("", answer[match.end() :].strip())
    if _OTHER.fullmatch(answer) and (match or answer):
        return (asked & ~claimed, False) if claimed.any() else (nobody, False)
    if _ALL.fullmatch(answer):
        return asked, True
    if (match := _ALL_BUT.match(answer)) or (match := _NOT.match(answer)):
        without = _named(match[1], asked, places)
        return (asked & ~without if without.any() else nobody), True
    return _named(answer, asked, places), bool(_PLURAL.search(answer))


def _named(text: str, asked: Mask, places: Places) -> Mask:
    """Those of the blocks in question that words name: some, but not all; else none."""
    text = re.sub(rf"\b({SIDE}|left|right) (?={NOUN}\b)", r"\1most ", text)
    text = re.sub(rf"^(?:the )?({SIDE}|left|right)$", r"\1most one", text)
    among = Places(np.where(asked, places.grid, 0), places.facing)
    # The last: of two blocks in the west, "the one in the west" is the westmost.
    at_end = re.sub(rf"\b(?:in|to|on|at) the ({SIDE}|left|right)\b", r"\1most", text)
    for found in (places.blocks(text) & asked, among.blocks(text), among.blocks(at_end)):
        if found.any() and not np.array_equal(found, asked):
            return found
    return np.zeros_like(asked)


def _whole_structures(chosen: Mask, asked: Mask) -> Mask:
    """All structures of the blocks in question of which a block is chosen."""
    labels = label_components(asked)
    return np.asarray(asked & np.isin(labels, np.unique(labels[chosen])))
