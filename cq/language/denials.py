"""Words that forbid, keep, except or correct: "keep the blue tower", "anything but red", "three, I mean four".

What they deny must never be carried out. Readers that delete what they do not understand turn such a text
into its opposite, so it counts as read only where a reading carries every cue (`unread`). Cues that deny
nothing are passed over: "no gaps", "leave one space", "keep going", "the rest stays".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cq.language.lexicon import NUMBERS
from cq.language.words import speaks_of_adding, speaks_of_removing
from cq.world.palette import COLOURS

SAY_ANEW = "What exactly should change?"
"""The question about a cue that is not read."""

_PHRASES = {
    "negation": "not,never,without,nor,neither,no,none,nothing,avoid,avoiding,refrain,hands off,skip,skipping,"
    "ignore,ignoring,omit,omitting",
    "keep": "keep,keeps,keeping,kept,stay,stays,staying,remain,remains,preserve,preserves,preserving,spare,"
    "sparing,save,retain,retaining,protect,survive,survives,leave,leaves,leaving,let,untouched,unchanged,"
    "intact,unharmed,only,just",
    "exception": "except,excepting,exept,exclude,excluding,apart from,aside from,other than,save for,"
    "expect for,expect the,besides,but",
    "contrast": "instead of,instead,rather than,as opposed to",
    "correction": "i mean,i meant,rather,actually,sorry,wait,hold on,hang on,oops,whoops,correction,no,"
    "scratch that,strike that,make that,make it,on second thought,on second thoughts,changed my mind,"
    "my mistake,my bad,forget that,forget it,forget what,forget about,forget the",
}
_CUES: dict[str, list[tuple[tuple[str, ...], str]]] = {}
for _kind, _phrases in _PHRASES.items():
    for _phrase in _phrases.split(","):
        _CUES.setdefault(_phrase.split()[0], []).insert(0, (tuple(_phrase.split()), _kind))

_CARRIED = {
    "negation": "not don't doesn't never no none nothing neither except bare_top free_corners only",
    "keep": "keep leave let save stay stays remain remains left except only nothing unchanged continue",
    "exception": "except excluding apart but only free_corners",
    "contrast": "in_place_of replace instead",
    "correction": "",
}
"""The tokens of the interpreter that carry a cue into a reading; those that begin with "without_" as well."""

_WITHOUT_APOSTROPHE = frozenset("dont doesnt didnt cant wont isnt arent shouldnt mustnt neednt".split())
_STOPS = frozenset(". ; : ! ?".split())
_BREAKS = _STOPS | frozenset(", ( ) - – — and then but so while".split())
_POLITE = _BREAKS | frozenset("hi hello hey ok okay oh ah well hmm um please thanks yes right".split())
_SPACING = frozenset(
    """gap gaps space spaces spacing distance room overlap overlaps overlapping overhang hole holes door
    doorway opening window entrance passage empty free open blank clear exception exceptions""".split()
)
_REST = frozenset("else rest other others remaining more".split())
_ASPECTS = frozenset(
    """height heights size sizes shape shapes colour colours color colors length lengths width order distance
    position positions place places pattern spacing symmetry straight level same mind""".split()
)
_OWN = frozenset("the its their same own original both all each every equal to in it them".split())
_BORDERS = frozenset("border borders rim outline edge edges frame shell sides".split())
_BESIDE = frozenset("on at in inside above below under beneath underneath over beyond".split())
_ASIDE = frozenset("top diagonal diagonals corner corners middle centre center between it them".split())
_STAYING = frozenset("stay stays remain remains standing stands stand survive survives be alone".split())
_IS = frozenset("is are be being was were".split())
_ALL = frozenset("everything anything all every any each nothing none whatever anywhere everywhere".split())
_THE = frozenset("the a an this that these those its it them my for on only all".split())
_NUMBERS = frozenset(NUMBERS)
_COLOURS = frozenset(COLOURS)
_SIZES = frozenset("tall high long wide deep big large".split())
_RELATIVE = frozenset("that which who has have had with having".split())
_MINOR = {
    "not": "mind matter care worry forget know sure you stick poke jut too".split(),
    "no": "longer matter problem rush hurry worries idea corners diagonals".split(),
    "nothing": "fancy special inside".split(),
    "without": "turning rotating flipping delay".split(),
    "sorry": "to for about if".split(),
    "wait": "for until till a here there".split(),
}
"""What follows words that then deny nothing."""
_VERBS = frozenset("paint recolour recolor change make move turn swap replace fill extend copy".split())


@dataclass(frozen=True)
class Cue:
    """One cue: its kind ("negation", "keep", "exception", "contrast" or "correction"), and its words up to
    the end of the clause."""

    kind: str
    words: str


def find_cues(text: str) -> tuple[Cue, ...]:
    """The cues of a text, in order: the first of each kind in each clause."""
    words = _words(text)
    found: dict[tuple[int, str], Cue] = {}
    for i, word in enumerate(words):
        for phrase, kind in _CUES.get(word, ()):
            end = i + len(phrase)
            if tuple(words[i:end]) == phrase and _denies(kind, words, i, end):
                stop = _clause_end(words, end)
                found.setdefault((_clause_start(words, i), kind), Cue(kind, _said(words, i, stop)))
                break
    return tuple(found.values())


def unread(text: str, tokens: Iterable[str]) -> Cue | None:
    """The first cue of a text that the tokens of its reading do not carry, None if they carry all."""
    tokens = list(tokens)
    met: Counter[str] = Counter()
    for cue in find_cues(text):
        met[cue.kind] += 1
        carriers = _CARRIED[cue.kind].split()
        if met[cue.kind] > sum(one in carriers or one.startswith("without_") for one in tokens):
            return cue
    return None


def is_whole_order(text: str) -> bool:
    """Whether an answer to `SAY_ANEW` says what to do, and denies nothing."""
    orders = speaks_of_adding(text.casefold()) or speaks_of_removing(text.casefold())
    return (orders or not _VERBS.isdisjoint(_words(text))) and not find_cues(text)


def _words(text: str) -> list[str]:
    """The words and the signs of a text in lower case; "don't" as two words."""
    text = text.casefold().replace("’", "'").replace("\n", " . ")
    spaced = "".join(sign if sign.isalnum() or sign in "'-" else f" {sign} " for sign in text)
    spaced = " ".join(word if word.strip("-") == "" else word.replace("-", " ") for word in spaced.split())
    found: list[str] = []
    for word in spaced.split():
        short = word in _WITHOUT_APOSTROPHE or word == "cannot"
        found += [word[:2], "not"] if short or word.endswith("n't") else [word]
    return found


def _said(words: Sequence[str], start: int, stop: int) -> str:
    """The words of a cue, with the "do" of "do not"."""
    return " ".join(words[start - (start > 0 and words[start - 1] in ("do", "does")) : stop])


def _clause_start(words: Sequence[str], i: int) -> int:
    return next((k + 1 for k in range(i - 1, -1, -1) if words[k] in _BREAKS), 0)


def _clause_end(words: Sequence[str], i: int) -> int:
    return next((k for k in range(i, len(words)) if words[k] in _BREAKS), len(words))


def _only_adds(words: Sequence[str], i: int) -> bool:
    """Whether the sentence around a word removes nothing: a wrong reading then harms nothing."""
    start = next((k for k in range(i, 0, -1) if words[k] in _STOPS), 0)
    stop = next((k for k in range(i, len(words)) if words[k] in _STOPS), len(words))
    return not speaks_of_removing(" ".join(words[start:stop]))


def _denies(kind: str, words: Sequence[str], i: int, end: int) -> bool:
    """Whether the cue in words[i:end] denies something."""
    word, before = words[i], words[_clause_start(words, i) : i]
    after = words[end : _clause_end(words, end)]
    following = words[end] if end < len(words) else "."
    previous = words[i - 1] if i else "."
    if following in _MINOR.get(word, ()):
        return False
    if kind == "correction":
        return _corrects(word, words, i, end)
    if kind == "contrast":
        return word != "instead" or end > i + 1 or (previous in _STOPS and not _POLITE.issuperset(words[:i]))
    if kind == "exception":
        if word == "but":
            known = following in _THE or following in _COLOURS or following in _NUMBERS
            return known and not _ALL.isdisjoint(before)
        return word != "besides" or not _ALL.isdisjoint(before)
    if not _REST.isdisjoint(after) or (kind == "keep" and not _REST.isdisjoint(before)):
        return "but" in after or "than" in after
    if kind == "negation":
        describes = not _RELATIVE.isdisjoint(before) and _COLOURS.isdisjoint(after)
        return _forbids(word, before, after) and not (describes and _only_adds(words, i))
    return _keeps(words, i, before, after)


def _corrects(word: str, words: Sequence[str], i: int, end: int) -> bool:
    """Whether it takes back something that was said before."""
    previous, following = words[i - 1] if i else ".", words[end] if end < len(words) else "."
    if word == "i":
        return previous not in ("what", "as") and not (words[i + 1] == "mean" and following == "to")
    if word == "forget":
        return previous != "not"
    if word == "make":  # "Place three blocks, make that four"; "make it four blocks tall" gives a size.
        number = following.isdigit() or following in _NUMBERS
        return number and bool(i) and _SIZES.isdisjoint(words[end : _clause_end(words, end)])
    parted = previous in _BREAKS or previous in ("no", "or", "oh")
    goes_on = any(one not in _BREAKS for one in words[end:])
    if word == "no":
        parted = parted and following in (",", "wait", ".", "!", "-")
    if word == "rather":
        parted = previous in ("or", "no", ",", "-")
    return not _POLITE.issuperset(words[:i]) and parted and goes_on


def _forbids(word: str, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a negation forbids something."""
    if (word == "no" and not after) or before[-2:] in (["there", "is"], ["there", "are"]):
        return False
    spacing = not _SPACING.isdisjoint(after)
    if word in ("no", "without", "nothing", "none", "skip", "skipping"):
        if spacing:
            return False
    elif spacing and after[0] in ("leave", "have", "make", "any"):
        return False
    if word in ("skip", "skipping"):
        return not after or not (after[0] in ("a", "an") or after[0] in _NUMBERS or after[0].isdigit())
    if after and after[0] in _BESIDE and (len(after) == 1 or not _ASIDE.isdisjoint(after[1:3])):
        return False
    if word == "nothing":
        left = not _STAYING.isdisjoint(after) or "left" in after
        return not (left or "leave" in before or "leaving" in before or not after)
    return "enough" not in after


def _keeps(words: Sequence[str], i: int, before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a word of keeping names something that stays."""
    word, previous, following = words[i], words[i - 1] if i else ".", after[0] if after else "."
    if word in ("only", "just"):
        left = any(
            one == "left" and (k == 0 or after[k - 1] in _IS or after[k + 1 : k + 2] == ["standing"])
            for k, one in enumerate(after)
        )
        stays = not (_STAYING - {"be", "alone"}).isdisjoint(after)
        return left or stays or previous in ("leave", "leaving", "keep", "keeping")
    if word == "let":
        return not (_STAYING - {"stands"}).isdisjoint(after)
    if word in ("spare", "save", "sparing"):
        return following in _THE
    if not _SPACING.isdisjoint(after) or after[:1] == ["nothing"]:
        return False
    named = next((one for one in after if one not in _OWN), "")
    if word in ("keep", "keeps", "keeping", "kept", "retain", "preserve"):
        hollowed = named in _BORDERS and "hollow" in words
        if hollowed or named in _ASPECTS or (word == "kept" and not _ASPECTS.isdisjoint(before)):
            return False
        return not (following.endswith("ing") and following not in _ALL and following != "existing")
    if word == "leaving":
        return following not in ("a", "an") or not _ALL.isdisjoint(before)
    return _ASPECTS.isdisjoint(before)
