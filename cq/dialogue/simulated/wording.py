"""The words of the simulated architect: templates by what they state, and a seeded choice among them.

The wording is kept apart from that of the builder's training sentences (`cq.building.synthetic`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from cq.language.lexicon import NUMBERS
from cq.world import COLOURS

_WORDS = {number: word for word, number in NUMBERS.items()}

TEMPLATES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # Sentences.
        "unknown": (
            "I don't know.",
            "Sorry, I have no idea.",
            "I can't tell you that.",
            "That I can't answer.",
            "I'm not sure what you are asking.",
        ),
        "yes": ("Yes.", "Right.", "Exactly.", "Yes, that's it."),
        "no": ("No.", "Nope.", "No, not that."),
        "neither": ("Neither of these.", "None of those, actually."),
        "unchanged": ("Everything stays as it is.", "Nothing changes here."),
        "nothing placed": ("Nothing new is needed.", "There is nothing new this time."),
        "nothing removed": ("Keep everything that stands.", "No block has to go.", "All of it stays."),
        "colour not placed": ("I want no new {colour} ones.", "None of the new ones is {colour}."),
        "colour not removed": ("No {colour} one has to go.", "None of those that go is {colour}."),
        "amounts placed": (
            "I want {amounts} more.",
            "It takes {amounts}.",
            "You need {amounts}, all told.",
            "Use {amounts} for it.",
        ),
        "amounts removed": ("Get rid of {amounts}.", "I want {amounts} gone.", "{amounts} must go."),
        "colours placed": ("Make it {colours}.", "The new ones are {colours}.", "I'd like {colours}."),
        "colours removed": ("The ones that go are {colours}.", "What goes is {colours}."),
        "block placed": (
            "The {colour} one belongs {place}.",
            "I want the {colour} one {place}.",
            "At the end, the {colour} one is {place}.",
        ),
        "line placed": (
            "The {number} {colour} ones begin {place} and head {direction}.",
            "Begin {place} with the {number} {colour} ones, then head {direction}.",
        ),
        "part placed": (
            "One of the {number} {colour} ones belongs {place}.",
            "The {number} {colour} ones cover the cell {place}.",
        ),
        "box placed": (
            "The {number} {colour} ones fill all from {place} to {other}.",
            "Fill all from {place} to {other} with the {number} {colour} ones.",
        ),
        "diagonal placed": ("The {number} {colour} ones slant from {place} to {other}.",),
        "block removed": (
            "The {colour} one that goes is {place}.",
            "I mean the {colour} one {place}.",
        ),
        "referent removed": ("I mean {reference}.", "It's {reference} that has to go."),
        "all removed": ("Every {colour} one has to go.", "I mean each {colour} one that stands."),
        "line removed": (
            "The {number} {colour} ones that go begin {place} and head {direction}.",
            "I mean the {number} {colour} ones from {place}, heading {direction}.",
        ),
        "box removed": ("The {number} {colour} ones that go fill all from {place} to {other}.",),
        "diagonal removed": ("The {number} {colour} ones that go slant from {place} to {other}.",),
        "part removed": (
            "One of the {number} {colour} ones that go is {place}.",
            "Those that go are {number} {colour} ones, and one is {place}.",
        ),
        "more placed": (
            "Besides these, I want {number} more elsewhere.",
            "That leaves {number} more, elsewhere.",
        ),
        "more removed": ("Besides these, get rid of {number} more.", "That leaves {number} more to go."),
        "single": ("There is just one {side} {colour} one.", "The {side} {colour} one is by itself."),
        "apart": (
            "The {number} {side} {colour} ones do not touch each other.",
            "The {number} {side} {colour} ones are apart.",
        ),
        "shape": (
            "The {number} {side} {colour} ones form {shape}.",
            "Together the {number} {side} {colour} ones are {shape}.",
        ),
        "order": (
            "From {first} to {last} I see {sequence}.",
            "The colours from {first} to {last} are {sequence}.",
        ),
        "any order": ("Any order is fine.", "The order is up to you."),
        # Places of a cell.
        "corner": ("right at the {corner} corner, {level}", "{level}, tucked into the {corner} corner"),
        "cell": ("{across} and {along}, {level}", "{level}, {across} and {along}"),
        "inset": ("{cells} in from the {edge} edge", "{cells} off the {edge} edge"),
        "edge": ("up against the {edge} edge", "touching the {edge} edge"),
        "halfway": ("halfway between the {edge} and {other} edges",),
        "floor": ("at floor level", "down on the floor"),
        "level": ("at height {height}", "up at height {height}"),
        "above": ("straight above {reference}", "sitting right upon {reference}"),
        "below": ("straight beneath {reference}",),
        "beside": ("touching the {face} face of {reference}", "up close to {reference}, {face} of it"),
        "away": ("{cells} away from {reference}, heading {face}",),
        # Blocks that stand.
        "only": ("the sole {colour} one",),
        "farthest": ("the {colour} one farthest {face}", "the {colour} one that is farthest {face}"),
        "uppermost": ("the {colour} one that is highest up",),
        "undermost": ("the {colour} one that is lowest down",),
        # Shapes.
        "upright": ("an upright pole, {number} high", "one on another, {number} high"),
        "level line": ("a straight line from {first} to {last}, {number} long",),
        "diagonal": ("a slanted line, {number} long", "one slanting line of {number}"),
        "sheet": ("a flat sheet, {width} from west to east and {depth} from north to south",),
        "wall": ("an upright sheet, {number} from {first} to {last} and {height} high",),
        "box": ("a solid box, {width} from west to east, {depth} from north to south and {height} high",),
        "mixed": ("a mixed shape, {width} from west to east, {depth} from north to south and {height} high",),
        "flat mixed": ("a mixed flat shape, {width} from west to east and {depth} from north to south",),
    }
)


def answer_templates() -> dict[str, tuple[str, ...]]:
    """All templates of the architect, by what they state: sentences, and phrases that fill their slots."""
    return dict(TEMPLATES)


class Wording:
    """Writes statements by templates that a generator with a seed chooses."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def say(self, name: str, **slots: str) -> str:
        """One statement or phrase, by its name in `TEMPLATES`."""
        return self.rng.choice(TEMPLATES[name]).format(**slots)


def sentence(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def number_word(number: int) -> str:
    """A number as a word up to twelve, then in digits."""
    return _WORDS.get(number, str(number))


def cells_word(number: int) -> str:
    """Like "one cell" or "three cells"."""
    return f"{number_word(number)} cell{'' if number == 1 else 's'}"


def colour_word(colour: int) -> str:
    """The name of a colour id."""
    return COLOURS[colour - 1]


def listed(parts: Sequence[str]) -> str:
    """Like "red, blue and green"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else list(parts))
