"""Words: the meanings of single words and set phrases, and the costs of passing over them.

Nothing here knows of rules that join words; those are in `cq.language.rules`.
"""

from __future__ import annotations

from cq.language.declaring import lex, verbs, words
from cq.language.grammar import GRAMMAR
from cq.world.palette import COLOURS

# --- numbers ------------------------------------------------------------------------------------------------

NUMBERS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen".split()
    )
}
for _word, _value in NUMBERS.items():
    if _word != "one":
        lex("Number", _value, _word)
lex("Number", 1, "one", "a single", "a", "an", "just one", "only one", cost=0.1)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty")
for _value, _word in enumerate("seventeen eighteen nineteen".split(), start=17):
    lex("Number", _value, _word, says=False)
for _value, _word in zip(range(20, 70, 10), _TENS, strict=True):
    lex("Number", _value, _word, says=False)
    for _digit in "one two three four five six seven eight nine".split():
        lex("Number", _value + NUMBERS[_digit], f"{_word} {_digit}", says=False)
lex("Number", 2, "a couple of", "a pair of", "a couple", "a pair")
lex("Number", 12, "a dozen", "one dozen")
lex("Number", 6, "half a dozen", "half dozen", "a half dozen")
for _word, _value in NUMBERS.items():
    lex("Counted", _value, _word)  # "A" is a number, but counts nothing before "tall".

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh"
_SHORT = "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th"
for _value, (_word, _short) in enumerate(zip(_ORDINALS.split(), _SHORT.split(), strict=True), start=1):
    lex("Ordinal", _value, _word, f"{_short[:-2]} {_short[-2:]}")
_more = (
    "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split()
)
for _value in range(12, 65):
    _ending = {1: "st", 2: "nd", 3: "rd"}.get(_value % 10 if _value > 20 else 0, "th")
    lex("Ordinal", _value, f"{_value} {_ending}", *_more[_value - 12 : _value - 11], says=False)
lex("Ordinal", -1, "last", "final")
lex("Ordinal", 4, "forth", says=False)  # A slip that is a word of its own, as "eat" is.

# --- colours and directions ---------------------------------------------------------------------------------

for _colour in COLOURS:
    lex("Colour", _colour, _colour, *{"purple": ("violet",), "blue": ("navy",)}.get(_colour, ()))
for _colour in COLOURS:
    # "two reds", "the greens": a block by its colour alone.
    lex("ColourPlural", _colour, f"{_colour}s")

FOREIGN = frozenset(
    "black white pink brown grey gray gold golden silver turquoise cyan magenta beige teal lime".split()
)
"""Colours that no block has."""
for _colour in sorted(FOREIGN):
    lex("Colour", _colour, _colour, says=False)

for _way in ("north", "south", "east", "west"):
    lex("Compass", _way, f"due {_way}", f"straight {_way}", says=False)
    lex("Compass", _way, _way, f"{_way}ern", f"{_way}ward", f"{_way}wards", f"{_way}erly", _way[0])
    lex("Onward", _way, f"{_way}ward", f"{_way}wards", f"{_way}bound")
lex("Compass", "east", "eat", says=False)
for _a in ("north", "south"):
    for _b in ("east", "west"):
        _both = (
            f"{_a}{_b}",
            f"{_a} {_b}",
            f"{_a}{_b}ern",
            f"{_a} {_b}ern",
            f"{_a[0]}{_b[0]}",
            f"{_a}ern {_b}ern",
        )
        lex("Diagonal", _a + _b, *_both, f"{_b} {_a}", f"{_b}{_a}")
for _side, _forms in {
    "left": ("left", "left hand"),
    "right": ("right", "right hand"),
    "front": ("front", "forward", "forwards"),
    "back": ("back", "behind", "rear", "backward", "backwards"),
}.items():
    lex("Own", _side, *_forms, f"your {_forms[0]}", f"my {_forms[0]}")
for _side, _away in {
    "back": "away from|ahead of|further away from",
    "front": "towards|toward|closer to|nearer to",
}.items():
    lex("Own", _side, *(f"{way} {who}" for way in _away.split("|") for who in ("you", "me")), says=False)
lex("Own", "back", "straight ahead", "straight away from you", "straight ahead of you", says=False)
lex("Vertical", "up", "up", "upward", "upwards", "top", "upper")
lex("Vertical", "down", "down", "downward", "downwards", "bottom", "lower")

# --- structures ---------------------------------------------------------------------------------------------

KINDS = {
    "block": "block cube box brick piece",
    "tower": "tower column pillar stack pile post pole mast spire",
    "row": "row line beam bar strip chain string rail fence path hedge trail track",
    "wall": "wall",
    "square": "square rectangle platform floor plate slab sheet carpet patch",
    "ring": "ring frame outline circle",
    "layer": "layer level storey",
    "arch": "arch gate archway gateway portal",
    "bridge": "bridge footbridge",
    "staircase": "staircase stair stairway",
    "pyramid": "pyramid",
    "plus": "plus cross",
    "cube": "cube",
    "diamond": "diamond rhombus",
    "spiral": "spiral",
    "triangle": "triangle",
    "heart": "heart",
    "diagonal": "diagonal",
    "table": "table",
    "bench": "bench",
    "structure": "structure shape figure object thing building construction formation",
    "gap": "gap hole space opening doorway",
    "corner": "corner",
    "edge": "edge side",
}
"""The kinds of structures in the world, each with its nouns; the first one is said."""

FIGURES = tuple(
    kind for kind in KINDS if kind not in "block tower row wall layer structure gap corner edge".split()
)
"""The kinds of figures, which are also called "a … shape"."""
SHAPES = (*KINDS, "letter", "x", "house", "chair", "zigzag", "corners", "figure")
"""The shapes that can be made; a letter is "letter L" and so on."""

STATES = ("floating grounded single new old other same middle end upright flat empty bare highest").split()

# --- classes of words ---------------------------------------------------------------------------------------

verbs(
    "make",
    "put|place|build|make|add|create|set|lay|construct|form|draw|position|erect|insert|"
    "attach|stick|plop|pop|drop|put up|put down|set up|set down|put in|lay down|place down|"
    "hang|raise|build me|make me|put me|draw me|lay me|start|begin|pile|deposit|plonk|press|"
    "stand|dump|slap|bung|slot|tuck|park|stretch|run|plant|rest|balance|throw in|whack|"
    "chuck|throw|toss|sling|lob|shove|stuff|give me|get me",
)
words("make", "do|do me|stand|stand up|write|rear")
verbs("stack", "stack|pile|pile up|stack up")
verbs(
    "remove",
    "remove|destroy|break|delete|eliminate|erase|demolish|clear|take away|take off|take out|"
    "take down|get rid of|knock down|knock off|saw off|knock over|tear down|throw|dig out|"
    "dispose of|take|scrap|lose|rid|clear away|pull out|cut|chop off|pull down|strip|wipe|"
    "clean up|do away with|knock out|yank|sling out|chuck|nick|bin|ditch|toss|fish out|"
    "whip out|peel off",
)
verbs("replace", "replace|substitute|exchange|swap out|switch|change|swap")
verbs("recolour", "paint|repaint|recolour|recolor|colour|color|dye|turn|change|make|convert")
verbs("move", "move|relocate|put|place")
verbs(
    "fill", "fill|fill in|fill up|brick up|wall up|block up|plug|close|close up|complete|cover|stop up|patch"
)
verbs("extend", "extend|lengthen|continue|elongate|grow|prolong|stretch|widen|enlarge")
verbs("mirror", "mirror|reflect|flip")
verbs("keep", "keep|leave|preserve|spare|retain|save")
verbs("surround", "surround|encircle|enclose|ring|circle|border|frame|wrap")
words(
    "want",
    "need|want|gimme|gimme a|get me|i would rather|i would prefer|i want|i would like|i need|we need|"
    "give me|can you|could you|would you|you should|please|let us|i will|you can|you must|i|we|you|now|"
    "then|we want|have|lets|think of|imagine|picture|envision",
)
words(
    "the",
    "the|this|that|these|those|all the|both the|your|my|our|any|each|every|every single|all|both",
)

# --- questions ----------------------------------------------------------------------------------------------

ASKED = {
    word: tuple(kinds.split())
    for kinds, listed in {
        "colour": "colour colours color colors",
        "count": "many number",
        "which": "which one ones mean",
        "place": "where position place spot located",
        "place direction": "side sides end corner edge far",
        "direction": "direction way run orientation upright flat horizontal vertical",
        "facing": "facing looking look face",
        "size": "big size high tall long wide large height length width deep",
    }.items()
    for word in listed.split()
}
"""Word of a question → the kinds of hole that it asks for."""

DIMENSIONS = {
    word: dimension
    for dimension, listed in {"high": "high tall height", "long": "long length", "wide": "wide width"}.items()
    for word in listed.split()
}
"""Word of a question → the dimension that it asks for."""

# --- words that may be passed over --------------------------------------------------------------------------

FREE = frozenset(
    "please sir madam then next finally also immediately very just now , kindly thanks thank hello hi hey "
    "okay ok so "
    "well again too alright cheers plz pls thx lol kindly yo exactly simply totally squarely neatly "
    "awfully nicely "
    "carefully mate umm um hmm yeah yep itself themselves though really completely entirely fully".split()
)
"""Words of politeness and sequence: passing over them costs nothing."""
CHEAP = frozenset("the a an of to is are be it that which there and in with at on for".split())
NEVER = frozenset(". ; ! ? : not no never without except but only instead nor neither".split())
"""Marks that end a sentence, and words that deny: no rule may pass over them."""
_LIGHT = frozenset("@want @the".split())


def skip_cost(word: str) -> float | None:
    """The cost of passing over a word within a rule; None if that is forbidden: a known colour, number, noun,
    verb, direction or negation.
    """
    if word in FREE:
        return 0.0
    if word in NEVER or word.lstrip("-").isdecimal():
        return None
    if word in CHEAP:
        return 2.0
    categories = GRAMMAR.vocabulary.get(word)
    if categories is None:
        return 3.0
    return 2.5 if categories <= _LIGHT else None


def denies(word: str) -> bool:
    """Whether a word forbids, keeps or excepts something."""
    return word in NEVER or "@keep" in GRAMMAR.vocabulary.get(word, ())
