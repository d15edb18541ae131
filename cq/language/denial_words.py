"""The words of denials: cues, what carries them into a reading, what tells those that deny nothing."""

from __future__ import annotations

from cq.language.lexicon import NUMBERS
from cq.world.palette import COLOURS

PHRASES = {
    "negation": """not, never, without, nor, neither, no, none, nothing, avoid, avoiding, refrain, hands off,
    off limits, skip, skipping, ignore, ignoring, omit, omitting, unless""",
    "keep": """keep, keeps, keeping, kept, stay, stays, staying, remain, remains, preserve, preserves,
    preserving, spare, sparing, save, retain, retaining, protect, survive, survives, leave, leaves, leaving,
    let, untouched, unchanged, intact, unharmed, only, just""",
    "exception": """except, excepting, excepted, exept, expect for, expect the, exception of, exclude,
    excluding, excluded, apart from, aside from, other than, else than, save for, besides, minus, bar,
    barring, but""",
    "contrast": "instead of, instead, rather than, as opposed to",
    "correction": """i mean, i meant, rather, actually, sorry, wait, hold on, hang on, oops, whoops, no,
    correction, scratch that, strike that, make that, make it, on second thought, on second thoughts,
    changed my mind, my mistake, my bad, forget that, forget it, forget what, forget about, forget the""",
}
CUES: dict[str, list[tuple[list[str], str]]] = {}
for _kind, _phrases in PHRASES.items():
    for _phrase in map(str.split, _phrases.split(",")):
        CUES.setdefault(_phrase[0], []).insert(0, (_phrase, _kind))
CARRIERS = {
    "negation": "not don't doesn't never no none nothing neither except bare_top free_corners only",
    "keep": "keep leave let save stay stays remain remains left except only nothing unchanged continue",
    "exception": "except excluding apart but only free_corners",
    "contrast": "in_place_of replace instead",
    "correction": "",
}
"""The tokens of the interpreter that carry a cue into a reading; those that begin with "without_" as well."""
IDLE_BEFORE = {
    "not": "mind matter care worry forget know like sure you stick poke jut too",
    "never": "mind really liked seen",
    "no": "longer matter problem rush hurry worries idea corners diagonals",
    "nothing": "fancy special inside",
    "without": "turning rotating flipping delay",
    "sorry": "to for about if",
    "wait": "for until till a here there",
}
"""Words behind a cue, with which it denies nothing."""


def word_set(words: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(words.split())


WITHOUT_APOSTROPHE = word_set("dont doesnt didnt cant wont isnt arent shouldnt mustnt neednt cannot")
STOPS = word_set(". ; : ! ?")
BREAKS = STOPS | word_set(", ( ) - – — and then but so while")
POLITE = BREAKS | word_set("hi hello hey ok okay oh ah well hmm um please thanks yes right")
SPACING = word_set(
    "gap gaps space spaces spacing distance room overlap overlapping overhang hole holes empty free"
)
OPEN = SPACING | word_set("open blank clear exception exceptions")
REST = word_set("else rest other others remaining more original originals")
ASPECTS = word_set(
    """height heights size sizes shape shapes colour colours color colors length lengths width order distance
    position positions place places pattern spacing symmetry straight level same mind"""
)
OWN = word_set("the its their same own original both all each every equal to in it them")
BORDERS = word_set("border rim outline edge edges frame shell outer")
HOLLOWED = word_set("hollow inner inside middle")
BESIDE = word_set("on at in inside above below under beneath underneath over beyond")
ASIDE = word_set("top diagonal diagonals corner corners middle centre center between it them")
STAYING = word_set("stay stays remain remains standing stands stand survive survives")
ALL = word_set("everything anything all every any each nothing none whatever anywhere everywhere")
THE = word_set("the a an this that these those its it them my for on only all") | {*NUMBERS, *COLOURS}
SIZES = word_set("tall high long wide deep")
VERBS = word_set("paint recolour change make move swap replace extend")
