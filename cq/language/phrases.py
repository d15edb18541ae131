"""The noun phrases of an instruction: the blocks it mentions, either to build or existing.

Uses only the text: no world, no model. The grammar is that of building instructions in English,
"place two red blocks on top of the highest blue one": a phrase is an optional determiner, number,
adjectives, colours and a noun, and at least a colour or a noun.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from cq.language.lexicon import ADD_WORDS, COMPASS_WORDS, NUMBERS, RELATIVE_WORDS, REMOVE_WORDS, read_digits
from cq.language.nouns import NEW_NOUNS, NOUNS, names_structure
from cq.world.palette import COLOUR_IDS, COLOURS

_COLOUR = "|".join(COLOURS)
_NUMBER = rf"\d{{1,2}}|{'|'.join(NUMBERS)}"
_ADJECTIVE = (
    r"single|more|other|existing|remaining|new|additional|consecutive|adjacent|middle|center|central|vertical|"
    r"horizontal|floating|tall|long|big|large|small|highest|tallest|topmost|uppermost|top|lowest|shortest|bottom|"
    r"bottommost|leftmost|rightmost|left|right|outer|inner|front|back|closest|nearest|(?:north|south|east|west)"
    r"(?:east|west)?(?:ern)?(?:\s?-?most)?|dark|light|first|second|third|last|block"
)
_UNIT = r"blocks?|box(?:es)?|cubes?|bricks?|ones?"
_SHAPE = (
    r"towers?|columns?|rows?|lines?|walls?|stacks?|pillars?|piles?|structures?|figures?|shapes?|cross(?:es)?|"
    r"bars?|rectangles?|squares?|layers?|grids?|formations?|arch(?:es)?|bridges?|stairs?|staircases?|"
    r"platforms?|pyramids?|objects?|letters?"
)
PHRASE = re.compile(
    rf"\b(?P<determiner>(?:(?:the|an?|another|each|every|all|any|both|that|this|those|these|of|same|its|your)\s+)*)"
    rf"(?:(?P<number>{_NUMBER})\s+)?"
    rf"(?P<adjectives>(?:(?:{_ADJECTIVE})\s+)*)"
    rf"(?:(?P<colours>(?:{_COLOUR})(?:\s*(?:,|and|or|&|/)?\s*(?:{_COLOUR}))*)\b\s*)?"
    rf"(?:(?:horizontal|vertical|colou?red|single)\s+)?"
    rf"(?P<noun>{_UNIT}|{_SHAPE})?\b"
)
_WORD = re.compile(r"\s*([a-z]+)\b")
_SENTENCE = re.compile(r"[.!?;\n]+|\bthen\b")
_VERB = re.compile(rf"\b(?:{'|'.join(sorted(ADD_WORDS | REMOVE_WORDS))}|replac\w+|chang\w+)\b")
_LEADS_TO_ANCHOR = re.compile(
    r"\b(?:on|onto|upon|above|below|under|underneath|beneath|over|beside|behind|near|between|from|to|touching|"
    r"against|around|inside|at|along|next to|in front of|connect\w*|attach\w*|cover\w*|"
    r"(?:left|right|top|side|bottom|front|back|end|edge|middle|center|north|south|east|west)\w* of)"
    r"(?: (?:the )?(?:very )?(?:top|side|sides|end|edge|bottom|left|right|front|back|each|center|middle) of)?"
    r"\s*$"
)
_EXCHANGES = re.compile(r"\b(?:with|into|by|using|use)\s*$")
_ALSO_VERBS = frozenset({"stack", "stacks", "line"})
_COMPOSED = ("", "made", "made up", "consisting", "composed", "made out")
_NARROWS = re.compile(
    r"\s*(?:(?:that|which|closest|nearest|furthest|farthest|next to|located|touching|sticking|facing|with|"
    r"above|below|under|underneath|between|beside|behind|directly|farther|further)\b|"
    r"(?:on|at|in|to|from|along)(?: the| its| your| both| either| each)?(?: very| far)? (?:left|right|middle|"
    r"cent(?:er|re)|top|bottom|front|back|ends?|edges?|corners?|side|(?:north|south|east|west)\w*))"
)
_ARRANGED = COMPASS_WORDS | frozenset(
    "vertically horizontally vertical horizontal diagonal diagonally row rows line lines column columns "
    "tower towers stack stacked stacks wall walls pillar high tall wide long each every apart flat upward "
    "upwards upright side square rectangle shape around corners sides consecutively connected connecting "
    "between respectively all cross pyramid pile fill order until".split()
)
_DEFINITE = frozenset("the that this those these each every all both same its your of".split())
_PLACES = COMPASS_WORDS | RELATIVE_WORDS | frozenset("there where here corners edges sides ends".split())


@dataclass(frozen=True)
class Phrase:
    """What one noun phrase says."""

    text: str
    """The whole phrase, with a noun that is not in its pattern: "a red ring"."""
    matched: str
    """What the pattern has found of it; trained weights read that."""
    colours: tuple[int, ...]
    """IGLU 2022 ids."""
    count: int | None
    singular: bool
    shape: bool
    """The noun names a structure (tower, row, …), not single blocks."""
    existing: bool
    """Blocks that should be there already, not blocks to make."""
    removed: bool
    anchor: bool
    """The landmark of a place: "on top of the red block"."""
    placed: bool
    """The sentence names a place."""
    arranged: bool
    """The sentence says how several blocks lie: in a row, stacked, to the east."""
    every: bool
    narrowed: bool
    """Words follow that choose among candidates: "the red block closest to …"."""
    adjectives: frozenset[str] = field(default=frozenset())

    @property
    def head(self) -> str:
        """The last word of the phrase, without its complement: "tower" of "a tower of five red blocks"."""
        return self.text.split(" of ")[0].split()[-1]

    @property
    def names_structure(self) -> bool:
        """Whether it names something made of blocks, in any word that is known; `shape` knows fewer."""
        return self.shape or names_structure(self.head)


def parse_phrases(instruction: str) -> list[Phrase]:
    """The phrases of an instruction, in order. "A tower of five red blocks" is one."""
    found: list[Phrase] = []
    removing = False
    for sentence in _SENTENCE.split(" ".join(instruction.casefold().split())):
        words = set(re.findall(r"[a-z]+", sentence))
        end = 0
        for match in PHRASE.finditer(sentence):
            determiners = set(match["determiner"].split())
            if not (match["colours"] or match["noun"]):
                continue
            if match["noun"] in _ALSO_VERBS and not match["colours"] and not determiners:
                continue
            between, end = sentence[end : match.start()], match.end()
            for verb in _VERB.findall(between):
                removing = verb in REMOVE_WORDS or verb.startswith(("replac", "chang"))
            if found and "of" in determiners and between.strip() in _COMPOSED:
                found[-1] = _merged(found[-1], match)
                continue
            if "of" in determiners:
                between += "of"  # the phrase's pattern has consumed it
            exchange = bool(_EXCHANGES.search(between))
            anchor = not exchange and bool(_LEADS_TO_ANCHOR.search(between))
            definite = bool(
                determiners & _DEFINITE or {"existing", "remaining"} & set(match["adjectives"].split())
            )
            found.append(
                _phrase(
                    match,
                    determiners,
                    existing=not exchange and (removing or anchor or definite),
                    removed=removing and not exchange and not anchor,
                    anchor=anchor,
                    placed=bool(words & _PLACES),
                    arranged=bool(words & _ARRANGED),
                    narrowed=bool(_NARROWS.match(sentence[match.end() :])),
                )
            )
    return found


def _phrase(match: re.Match[str], determiners: set[str], **known: bool) -> Phrase:
    noun = match["noun"] or ""
    number = _number(match["number"])
    matched = match[0].strip().removeprefix("of ")
    if number is None and determiners & {"a", "an", "another"}:
        number = 1
    return Phrase(
        text=" ".join([matched, *_noun_behind(match)]),
        matched=matched,
        colours=_colour_ids(match["colours"]),
        count=number,
        singular=number == 1 or (number is None and not noun.endswith("s")),
        shape=bool(re.fullmatch(_SHAPE, noun)),
        every=bool(determiners & {"all", "each", "every", "both", "any"}),
        adjectives=frozenset(match["adjectives"].split()),
        **known,
    )


def _merged(head: Phrase, match: re.Match[str]) -> Phrase:
    """The head "a tower" with its complement "of five red blocks"."""
    return replace(
        head,
        text=" ".join([head.text, match[0].strip(), *_noun_behind(match)]),
        matched=f"{head.matched} {match[0].strip()}",
        colours=head.colours + _colour_ids(match["colours"]),
        count=_number(match["number"]) or (None if head.shape else head.count),
    )


def _noun_behind(match: re.Match[str]) -> list[str]:
    """The noun behind a phrase whose pattern does not know it."""
    word = _WORD.match(match.string, match.end())
    known = match["noun"] is None and word is not None and word[1] in (NOUNS.keys() | NEW_NOUNS.keys())
    return [word[1]] if known and word else []


def _number(word: str | None) -> int | None:
    return None if word is None else read_digits(word) if word.isdecimal() else NUMBERS[word]


def _colour_ids(words: str | None) -> tuple[int, ...]:
    return tuple(COLOUR_IDS[w] for w in re.findall(_COLOUR, words or ""))
