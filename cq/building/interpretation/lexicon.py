"""The words that are understood beside nouns: verbs, filters, quantifiers, directions."""

from __future__ import annotations

from cq.language.lexicon import NUMBERS

_LARGE = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
NUMBER_WORDS = {
    **{word: value for word, value in NUMBERS.items() if value},
    **{word: value for value, word in enumerate(_LARGE, start=13)},
    **{str(value): value for value in range(1, 122)},
}
ORDINALS = {
    word: rank
    for rank, word in enumerate("first second third fourth fifth sixth seventh eighth ninth".split(), start=1)
}

PLACE_VERBS = frozenset(
    """place put add build make create lay set stack construct insert position stand pile erect attach draw
    form hang stick drop arrange fix raise mount press placed built putting placing give go goes pop plop
    write sketch spell plonk slap chuck plant park deposit install bung establish produce assemble
    fashion rest slot run string span stretch throw situate sit""".split()
)
STACK_VERBS = frozenset({"stack", "pile"})
REMOVE_VERBS = frozenset(
    """remove destroy break delete erase eliminate demolish clear take knock tear wipe dismantle discard
    removed destroyed get cut scrap withdraw pull strip sling lift pick grab pluck chop slice bin yank nuke
    zap axe ditch raze flatten obliterate wreck smash uproot nick snatch whip vaporise annihilate purge
    exterminate     subtract evict banish dispose trash junk lop""".split()
)


def _gerund(verb: str) -> str:
    if verb in (
        "put",
        "set",
        "get",
        "cut",
        "drop",
        "pop",
        "plop",
        "swap",
        "cap",
        "dig",
        "scrap",
        "strip",
        "rip",
    ):
        return verb + verb[-1] + "ing"
    return verb.removesuffix("e") + "ing"


EDIT_VERBS = frozenset(
    """replace swap exchange switch change turn paint colour recolour move shift copy mirror extend fill
    connect join cover surround cap raise lower lengthen shorten widen heighten duplicate clone repeat reflect
    plug hollow link bridge encircle enclose ring crown top relocate slide lift push transfer substitute
    convert     transform dye tint repaint double halve trim reduce keep leave bring carry drag
    stretch prolong""".split()
)
GERUNDS = {_gerund(verb): verb for verb in (PLACE_VERBS | REMOVE_VERBS | EDIT_VERBS) - {"hang", "stand"}}
"""The verb of each form such as "placing"."""

QUANTIFIERS = {
    "the": "the",
    "a": "a",
    "an": "a",
    "all": "all",
    "every": "each",
    "each": "each",
    "both": "both",
    "either": "each",
}

EXTREMES = {
    **dict.fromkeys("highest top topmost upper uppermost".split(), "up"),
    **dict.fromkeys("lowest bottom bottommost lower lowermost".split(), "down"),
    **{side + ending: side for side in ("north", "east", "south", "west") for ending in ("", "most")},
    **{
        a + b + ending: a + b for a in ("north", "south") for b in ("east", "west") for ending in ("", "most")
    },
    **{side + ending: side for side in ("left", "right", "front", "back") for ending in ("", "most")},
}
"""Adjectives that choose the outermost in a direction."""
WAYS = {f"{word}ward": side for word, side in EXTREMES.items()} | {"upward": "up", "downward": "down"}
"""The direction of each word such as "northward"."""
SIZES = {
    "tallest": ("tall", 1),
    "taller": ("tall", 1),
    "biggest": ("size", 1),
    "largest": ("size", 1),
    "bigger": ("size", 1),
    "larger": ("size", 1),
    "longest": ("size", 1),
    "longer": ("size", 1),
    "shortest": ("size", -1),
    "shorter": ("size", -1),
    "smallest": ("size", -1),
    "smaller": ("size", -1),
    **dict.fromkeys(("tall", "high"), ("tall", 1)),
    **dict.fromkeys(("big", "large", "long"), ("size", 1)),
    **dict.fromkeys(("small", "short"), ("size", -1)),
}
"""Adjectives that compare sizes: what is compared, and which end is meant."""
HATS = frozenset({"hat", "hats", "cap", "caps", "top", "roof", "lid"})
"""Nouns for a block on top of something."""
PARTS = frozenset(
    {"middle", "end", "corner", "edge", "floating", "other", "new", "last", "outer", "existing", "earliest"}
    | {"former", "latter"}
)
IDLE = frozenset(
    """single singular different separate lone sole only same visible remaining standing whole entire
    complete current solid long straight solitary little small big large tiny huge tall short
    mighty lovely nice old exposed present""".split()
)
"""Adjectives that change nothing, where one thing fits."""
ALONE = frozenset("single singular lone sole only solitary".split())
"""Those that mean one that stands alone, where several things fit."""
PRONOUNS = {"it": False, "that": False, "this": False, "them": True, "those": True, "these": True}
"""Whether each pronoun is plural."""
