"""Words that forbid, keep, except or correct: "keep the tower", "anything but red", "three, I mean four".

What they deny must never be carried out. A reader that passes over what it does not understand turns such a
text into its opposite, so a text counts as read only if the reading carries every cue (`unread`). Words that
deny nothing are no cues: "no gaps", "leave one space", "keep going", "the rest stays".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from cq.language import denial_words as w
from cq.language.lexicon import NUMBERS
from cq.language.words import speaks_of_adding, speaks_of_removing
from cq.world.palette import COLOURS

SAY_ANEW = "What exactly should change?"
"""The question about a cue that is not read."""
FAR = 60
"""Words on each side of a cue that are looked at."""


@dataclass(frozen=True)
class Cue:
    """A cue: its kind ("negation", "keep", "exception", "contrast" or "correction"), and its words up to the
    end of the clause."""

    kind: str
    words: str


@lru_cache(maxsize=512)
def find_cues(text: str) -> tuple[Cue, ...]:
    """The cues of a text, in order: the first of each kind in each clause."""
    words = _words(text)
    found: dict[tuple[int, str], Cue] = {}
    for i, word in enumerate(words):
        for phrase, kind in w.CUES.get(word, ()):
            if words[i : i + len(phrase)] == phrase and (spot := _Spot(words, i, len(phrase))).denies(kind):
                first = i - (spot.previous in ("do", "does"))
                cue = Cue(kind, " ".join((*words[first : i + len(phrase)], *spot.after)))
                found.setdefault((i - len(spot.before), kind), cue)
                break
    return tuple(found.values())


def unread(text: str, tokens: Iterable[str]) -> Cue | None:
    """The first cue of a text that the tokens of its reading do not carry, None if they carry all."""
    tokens, met = list(tokens), Counter[str]()
    for cue in find_cues(text):
        met[cue.kind] += 1
        carriers = w.word_set(w.CARRIERS[cue.kind])
        if met[cue.kind] > sum(one in carriers or one.startswith("without_") for one in tokens):
            return cue
    return None


def is_whole_order(text: str) -> bool:
    """Whether an answer to `SAY_ANEW` says what to do, and denies nothing."""
    orders = speaks_of_adding(text.casefold()) or speaks_of_removing(text.casefold())
    return (orders or _meet(_words(text), w.VERBS)) and not find_cues(text)


def _words(text: str) -> list[str]:
    """The words and the signs of a text in lower case; "don't" as two words."""
    text = text.casefold().replace("’", "'").replace("\n", " . ")
    spaced = "".join(sign if sign.isalnum() or sign in "'-" else f" {sign} " for sign in text)
    found: list[str] = []
    for whole in spaced.split():
        for word in [whole] if not whole.strip("-") else whole.replace("-", " ").split():
            negated = word in w.WITHOUT_APOSTROPHE or word.endswith("n't")
            found += [word[:2], "not"] if negated else [word]
    return found


def _meet(words: Iterable[str], some: Collection[str]) -> bool:
    return any(word in some for word in words)


def _counts(word: str) -> bool:
    return word.isdigit() or word in NUMBERS


class _Spot:
    """A phrase in its text: `before` and `after` are the rest of its clause."""

    def __init__(self, words: list[str], i: int, length: int) -> None:
        first, end = max(i - FAR, 0), i + length
        words = words[: end + FAR]
        start = next((k + 1 for k in range(i - 1, first - 1, -1) if words[k] in w.BREAKS), first)
        stop = next((k for k in range(end, len(words)) if words[k] in w.BREAKS), len(words))
        self.near, self.word, self.length = words[first:], words[i], length
        self.said, self.before = words[:i], words[start:i]
        self.after, self.rest = words[end:stop], words[end:]
        self.previous, self.following = words[i - 1] if i else ".", words[end] if end < len(words) else "."

    def denies(self, kind: str) -> bool:
        """Whether it denies something, as a cue of a kind."""
        if self.following in w.IDLE_BEFORE.get(self.word, "").split() and self.after[1:2] != ["dare"]:
            return False
        if kind == "correction":
            return self._corrects()
        if (kind == "contrast" or self.word == "not") and self._is_of_another_colour():
            return False
        if kind == "contrast":
            return self.length > 1 or (self.previous in w.STOPS and not w.POLITE.issuperset(self.said))
        if kind == "exception":
            if self.word == "but" and (self.following not in w.THE or "ground" in self.after):
                return False
            return self.word not in ("but", "besides", "minus", "bar", "barring") or _meet(self.before, w.ALL)
        if _meet(self.after, w.REST) or (kind == "keep" and _meet(self.before, w.REST)):
            return _meet(self.after, ("but", "than"))
        return self._forbids() if kind == "negation" else self._keeps()

    def _only_adds(self) -> bool:
        """Whether nothing is removed: then a wrong reading harms nothing."""
        return not speaks_of_removing(" ".join(self.near))

    def _is_of_another_colour(self) -> bool:
        """ "Blue, not red": only a colour is denied, in the place of which another is named."""
        denied = [one for one in self.after if one not in ("a", "an", "one", "ones", "block", "blocks")]
        return len(denied) == 1 and denied[0] in {*COLOURS} - {*self.said} and _meet(self.said, COLOURS)

    def _corrects(self) -> bool:
        """Whether it takes back something that was said before."""
        if self.word == "i":
            return self.previous not in ("what", "as") and self.following != "to"
        if self.word == "forget":
            return self.previous != "not"
        if self.word == "make":
            return (
                self.previous in (",", "-", "no")
                and _counts(self.following)
                and not _meet(self.after, w.SIZES)
            )
        parted = self.previous in w.BREAKS or self.previous in ("no", "or", "oh")
        if self.word == "no":
            parted = parted and self.following in (",", "wait", ".", "!", "-")
        if self.word == "rather":
            parted = self.previous in ("or", "no", ",", "-")
        return parted and not w.POLITE.issuperset(self.said) and not w.BREAKS.issuperset(self.rest)

    def _forbids(self) -> bool:
        """Whether a negation forbids something."""
        word, before, after = self.word, self.before, self.after
        if not after and word in ("no", "nothing"):
            return False
        if "there" in before and before[-1] in ("is", "are") and "need" not in after:
            return False  # "There is no red block yet."
        described = _meet(before, ("that", "which", "who", "has", "have", "had", "with", "having"))
        if described and not _meet(after, COLOURS) and self._only_adds():
            return False
        if _meet(after, w.OPEN) and (word != "not" or after[0] in ("leave", "have", "make")):
            return False
        if word in ("skip", "skipping"):
            return not (after and (after[0] in ("a", "an") or _counts(after[0])))
        if after and after[0] in w.BESIDE and (len(after) == 1 or _meet(after[1:3], w.ASIDE)):
            return False
        if word == "nothing":
            return not (_meet(after, w.STAYING | {"left"}) or _meet(before, ("leave", "leaving")))
        return "enough" not in after

    def _keeps(self) -> bool:
        """Whether a word of keeping names something that stays."""
        word, before, after = self.word, self.before, self.after
        if _meet((*before, *after), w.BORDERS) and _meet(self.near, w.HOLLOWED):
            return False
        if word in ("only", "just"):
            left = "left" in after[1:] and after[after.index("left", 1) - 1] not in (
                "the",
                "to",
                "far",
                "its",
                "on",
            )
            described = self.previous == "is" and "there" in before and self.following in ("a", "an")
            kept = self.previous in ("leave", "leaving", "keep", "keeping")
            return kept or ((left or _meet(after, w.STAYING)) and not described)
        if word == "let":
            return _meet(after, w.STAYING | {"be", "alone"})
        if word in ("spare", "save", "sparing"):
            return self.following in w.THE
        if (
            _meet(after, w.OPEN)
            or after[:1] == ["nothing"]
            or ("ones" in after and _meet(after, ("above", "below")))
        ):
            return False
        if word in ("leave", "leaving") and (self.following in ("a", "an") or _counts(self.following)):
            return not self._only_adds() and (_counts(self.following) or _meet(self.near, w.ALL))
        if word in ("keep", "keeps", "keeping", "kept", "retain", "preserve"):
            named = next((one for one in after if one not in w.OWN), "")
            does = self.following.endswith("ing") and self.following not in (*w.ALL, "existing")
            return not (does or self.following == "to" or _meet((named, *before), w.ASPECTS))
        return not _meet(before, w.ASPECTS | w.SPACING)
