"""Rewrites an instruction with the answers about it as one plain instruction.

"Take the purple tower down", "Which tower?", "the eastern one" become "Take the eastern purple tower down". A
builder that learned from plain instructions reads that best.
"""

from __future__ import annotations

import re

from cq.language.length import is_too_long
from cq.language.lexicon import NUMBERS
from cq.language.obstacles import find_obstacles
from cq.language.obstacles.answers import asked_about, says_anything
from cq.language.obstacles.scene import CHOICE
from cq.language.obstacles.wording import FOREIGN_COLOURS
from cq.language.request import Request
from cq.language.spelling import corrected
from cq.world import COLOURS, World

_COLOUR = "|".join(COLOURS)
_NOUN = (
    r"(?:blocks?|cubes?|ones?|towers?|columns?|pillars?|stacks?|piles?|rows?|lines?|walls?|squares?|"
    r"rectangles?|legs?)"
)
_SIDE = r"(?:north|south|east|west)(?:[- ]?(?:east|west))?(?:ern(?:most)?|most)?|left|right|middle"
_OPENING = re.compile(
    r"^(?:(?:oh|ah|ok|okay|hmm+|well|sorry|please|yes|no|then|just|sure|i mean(?:t)?|meant|i(?:'d)? (?:want|"
    r"like)|make it|it(?:'s| is)|they are|use|the one is|neither(?: of (?:them|these|those))?|rather|"
    r"instead)\b[ ,]*)+",
    re.IGNORECASE,
)
LONGEST_ANSWER = 10
_UNPLACED = re.compile(r"[.;!?]\s|\b(?:not|neither|none|except|apart|but|actually)\b")
_END = re.compile(r"\bwhich (?:of the )?(end|edge|corner)s?\b")
"""What a question asks of a thing that has several."""
_ENDS = re.compile(
    r"(?:(?:the one )?(?:in|on|at|to|towards?) )?(?:the )?"
    r"((?:north|south)(?:[- ]?(?:east|west))?|east|west)(?:ern)?(?:most)?(?: (?:one|end|edge|corner|side))?"
)
_COMPASS = re.compile(r"\b(?:north|south|east|west)\b")
_NUMBER = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|\d+)\b")


def rewritten(request: Request, world: World) -> str | None:
    """The instruction with all its answers in it; None if there is no answer, or one that no rule places.

    Answers of more than `LONGEST_ANSWER` words, and those that exclude something, are not placed.
    """
    if any(map(is_too_long, request.said)):
        return None
    text = corrected(request.instruction).rstrip(" .!")
    for exchange in request.exchanges:
        if not says_anything(exchange.answer):
            continue
        answer = _OPENING.sub("", corrected(exchange.answer).strip(" .!")).strip(" ,")
        if CHOICE.search(exchange.answer.casefold()):
            continue
        if not answer or len(answer.split()) > LONGEST_ANSWER or _UNPLACED.search(answer.casefold()):
            return None
        changed = _with_answer(text, exchange.question, answer, world)
        if changed is None:
            return None
        text = changed
    return f"{text}." if request.exchanges and text != request.instruction.rstrip(" .!") else None


def _with_answer(text: str, question: str, answer: str, world: World) -> str | None:
    asked = asked_about(question.split(":")[0])
    colours = re.findall(rf"\b(?:{_COLOUR})\b", answer.casefold())
    if "colour" in asked or re.search(rf"\b(?:{FOREIGN_COLOURS})\b", text, re.IGNORECASE):
        if len(set(colours)) != 1:
            return None
        counted = re.match(rf"({_NUMBER.pattern}) (?:{_COLOUR})\b", answer.casefold())
        text = (_with_number(text, counted[1]) or text) if counted else text
        return _with_colour(text, colours[0])
    if "facing" in asked:
        compass = _COMPASS.search(answer.casefold())
        return f"Facing {compass[0]}, {text[0].lower()}{text[1:]}" if compass else None
    if "which" in asked and (changed := _with_reference(text, answer, colours, world)):
        return changed
    if asked & {"count", "size"} and re.fullmatch(rf"(?:\w+ )?{_NUMBER.pattern}(?: \w+)?", answer.casefold()):
        number = _NUMBER.findall(answer.casefold())[0]
        measured = _measure(text, question, answer)
        if measured is None:
            return _with_number(text, number)
        return None if measured == "big" else f"{text}, {number} blocks {measured}"
    if (end := _END.search(question.casefold())) and (changed := _with_end(text, end[1], answer)):
        return changed
    if re.fullmatch(_SIDE, answer.casefold()):
        side = answer.casefold()
        return (
            f"{text}, on the {side} side of it" if "side" in question.casefold() else f"{text} to the {side}"
        )
    return f"{text}, {answer[0].lower()}{answer[1:]}" if asked - {"action"} else None


def _measure(text: str, question: str, answer: str) -> str | None:
    """In what a number measures: as the answer or else the question says, or as the shape that is built is
    measured; None if it counts blocks.
    """
    if found := re.search(r"\b(tall|long|wide|high|deep)\b", answer.casefold()):
        return found[1]
    if found := re.search(r"\bhow (tall|long|wide|high|big|deep)\b", question.casefold()):
        return found[1]
    if "size" not in question.casefold():
        return None
    shape = re.search(r"\b(?:(tower|column|pillar|stack|pile)|row|line)\b", text.casefold())
    return shape and ("tall" if shape[1] else "long")


def _with_colour(text: str, colour: str) -> str | None:
    """The text with a colour before the first thing to build that has none."""
    if re.search(rf"\b(?:{FOREIGN_COLOURS})\b", text, re.IGNORECASE):
        return re.sub(rf"\b(?:{FOREIGN_COLOURS})\b", colour, text, count=1, flags=re.IGNORECASE)
    pattern = rf"\b(?<!the )(?<!{' )(?<!'.join(COLOURS)} )({_NOUN})\b(?! (?:blocks?|cubes?)\b)"
    if re.search(pattern, text, re.IGNORECASE):
        text = re.sub(pattern, rf"{colour} \1", text, count=1, flags=re.IGNORECASE)
        return re.sub(rf"\ban? (?={colour})", "an " if colour[0] in "aeiou" else "a ", text)
    return None


def _with_number(text: str, number: str) -> str | None:
    """The text with a number before the first blocks that have none, or in place of one block."""
    pattern = rf"\b(?:some |a few |several |{_NUMBER.pattern[2:-2]} )?((?:(?:{_COLOUR}) )?(?:blocks|cubes))\b"
    changed, count = re.subn(pattern, rf"{number} \1", text, count=1, flags=re.IGNORECASE)
    if not count and number not in ("1", "one"):
        single = rf"\b(?:an?|another|one) ((?:(?:{_COLOUR}) )?(?:block|cube))\b"
        changed, count = re.subn(single, rf"{number} \1s", text, count=1, flags=re.IGNORECASE)
    return changed if count else None


def _with_end(text: str, noun: str, answer: str) -> str | None:
    """The text with a side before the end, edge or corner of something: "on the western end of the row"."""
    side = _ENDS.fullmatch(answer.casefold())
    if side is None:
        return None
    pattern = rf"\b(?:the|an?|one|either|its) (?={noun}\b)"
    changed, count = re.subn(pattern, f"the {side[1]}ern ", text, count=1, flags=re.IGNORECASE)
    return changed if count else None


def _with_reference(text: str, answer: str, colours: list[str], world: World) -> str | None:
    """The text with what the answer names in the place of the words that could mean several things."""
    obstacle = next((one for one in find_obstacles(text, world) if one.question_type == "which"), None)
    found = obstacle and re.search(rf"\b{re.escape(obstacle.phrase)}\b", text, re.IGNORECASE)
    if not found:
        return None
    phrase = found[0]
    bare = re.sub(r"^(?:the|an?|one of the|one|this|that) ", "", phrase, flags=re.IGNORECASE)
    meant = answer.casefold()
    if re.fullmatch(rf"(?:the )?(?:{_SIDE})(?: (?:one|{_NOUN}))?", meant):
        side = re.sub(rf"^the | (?:one|{_NOUN})$", "", meant)
        new = f"the {side} {bare}"
    elif match := re.fullmatch(r"(both|all)(?: of (?:them|these|those))?", meant):
        new = f"{match[1]} {bare}" + ("" if bare.endswith("s") else "s")
    elif meant.startswith(("the ", "all ", "every ", "both ", "those ", "that ")):
        noun = bare if not colours else re.sub(rf"\b(?:{_COLOUR}) ", "", bare)
        if re.search(r"\bone\b", meant):
            noun = re.sub(r"s$", "", noun)
        if re.search(r"\bones\b", meant) and not noun.endswith("s"):
            noun = f"{noun}s"
        new = re.sub(r"\bones?\b", noun, meant, count=1)
        if not re.search(rf"\b{_NOUN}\b", new):
            new = f"{new} {re.findall(rf'{_NOUN}', bare)[-1] if re.findall(_NOUN, bare) else 'block'}"
    else:
        return None
    return f"{text[: found.start()]}{new}{text[found.end() :]}"
