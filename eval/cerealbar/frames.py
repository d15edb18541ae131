"""More texts to train on: those of frames, and pieces of writers' texts in new orders."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

from cq.env.cerealbar.deck import COLOURS, NUMBERS, SHAPES
from cq.env.cerealbar.mentions import words_of
from cq.env.cerealbar.programs import parse_program
from eval.cerealbar.lexicon import COUNTS, named, phrases
from eval.cerealbar.pairs import Piece

FRAMES = json.loads(Path(__file__).with_name("frames.json").read_text(encoding="utf-8"))
"""Ways to say clauses: {} is a card or a thing, N a number, T a thing."""
HUTS = ("black", "blue", "green", "red", "yellow")
LANDMARKS = ("tree", "plant", "lamppost", "tent", "windmill", "tower", "water", "hill", "edge", "path")
_SMALL = {number: word for word, number in COUNTS.items()}
_WHERE = list(FRAMES["where"])
_SIDES, _OTHERS = _WHERE[:8], _WHERE[8:]

Texts = Sequence[Sequence[Piece]]


def joined(texts: Texts, rng: random.Random) -> list[Piece]:
    """Pieces of different texts, the first from the start of a text."""
    chosen = [rng.choice(texts)[0]]
    later = [piece for of_text in rng.choices(texts, k=20) for piece in of_text[1:]]
    for piece in later[: rng.choice((0, 1, 1, 2, 2))]:
        if chosen[-1].program[0][0][0] in ("take", "drop") and len(chosen[-1].program) == 1:
            chosen.append(piece)
    return chosen


def framed(rng: random.Random) -> list[Piece]:
    """The pieces of a text of frames."""
    if rng.random() < 0.25:
        program = rng.choice(list(FRAMES["moves"]))
        text = rng.choice(FRAMES["moves"][program])
        if "right 3" not in program and rng.random() < 0.5:
            program, text = program.replace("right", "left"), text.replace("right", "left")
        n = rng.randint(1, 9)
        said = f"{rng.choice(FRAMES['first'])} {text.replace('N', _count(n, rng))}"
        return [_piece(said, program.replace("N", str(n)))]
    made = []
    verb = "drop" if rng.random() < 0.3 else "take"
    for i in range(rng.choice((1, 2, 3, 3))):
        text, program = _card_clause(verb, rng)
        made.append(_piece(f"{rng.choice(FRAMES['join' if i else 'first'])} {text}", program))
        verb = "take" if rng.random() < 0.6 else verb
    if rng.random() < 0.3:
        text, thing = _thing(rng)
        made = made[: rng.choice((0, 1))]
        joint = rng.choice(FRAMES["join" if made else "first"])
        made.append(_piece(f"{joint} {rng.choice(FRAMES['go']).format(text)}", f"go {thing}"))
    end = words_of(rng.choice(FRAMES["last"]))
    return [*made[:-1], made[-1]._replace(words=(*made[-1].words, *end))]


def _piece(text: str, program: str) -> Piece:
    words = words_of(text)
    names, clauses = named(words), parse_program(program)
    said = [part for clause in clauses for part in clause]
    atoms = [word for part in said for word in part]
    meant = {next((i for i, n in enumerate(names) if n.atom == atom), -1) for atom in atoms} - {-1}
    return Piece(tuple(words), tuple(names), clauses, frozenset(meant), False, False)


def _count(n: int, rng: random.Random) -> str:
    return _SMALL[n] if rng.random() < 0.5 else str(n)


def _card(rng: random.Random) -> tuple[str, str]:
    """A card in words and in a program."""
    colour, shape, number = rng.choice(COLOURS), rng.choice(SHAPES), str(rng.choice(NUMBERS))
    told = rng.choice(phrases("number", number)) if rng.random() < 0.6 else ""
    several = number != "1" and (told not in ("double", "triple", "twin") or rng.random() < 0.5)
    nouns = [word for word in phrases("shape", shape) if _is_plural(word) == several] or [shape]
    noun = nouns[0] if rng.random() < 0.5 else rng.choice(nouns)
    article = rng.choice(("the", "the", "", "that" if told else "a"))
    known = number if told or number == "1" else ""
    if rng.random() < 0.08:
        return f"{article} {colour} {rng.choice(('card', 'one'))}", f"card {colour}"
    return f"{article} {told} {colour} {noun}", f"card {colour} {shape} {known}".strip()


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and noun not in ("plus", "cross", "torus", "rhombus")


def _thing(rng: random.Random) -> tuple[str, str]:
    kind = rng.choice((*LANDMARKS, "hut", "hut", "hut"))
    said = rng.choice(phrases("thing", kind))
    if kind == "hut" and rng.random() < 0.9:
        colour = rng.choice(HUTS)
        return f"{colour} {said}", f"hut {colour}"
    return said, kind


def _card_clause(verb: str, rng: random.Random) -> tuple[str, str]:
    text, card = _card(rng)
    frame = rng.choice(FRAMES[verb])
    frame = frame if "{}" in frame else f"{frame} {{}}"
    parts, relations = [], []
    for relation in rng.sample([rng.choice(_SIDES), *_OTHERS], rng.choice((0, 0, 0, 1, 1, 2))):
        n, (said, thing) = rng.randint(1, 14), _thing(rng)
        where = rng.choice(FRAMES["where"][relation])
        parts.append(where.replace("N", _count(n, rng)).replace("T", said))
        relations.append(relation.replace("N", str(n)).replace("T", thing))
    before = f"{parts.pop(0)} ," if parts and rng.random() < 0.3 else ""
    body = " ".join((before, frame.format(text), *parts))
    if rng.random() < 0.3:
        avoided = rng.choice(FRAMES["avoid"]).format(_card(rng)[0])
        mark = rng.choice((",", ".", "-", "but", "("))
        body = f"{avoided} , {body}" if rng.random() < 0.2 else f"{body} {mark} {avoided}"
    return body, ", ".join((f"{verb} {card}", *relations))
