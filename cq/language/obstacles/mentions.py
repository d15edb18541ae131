"""The noun phrases of an instruction with the part they play: made, removed, changed, kept or a landmark.

Like `cq.language.phrases`, but for the repaired text, with more words, and with what limits each phrase:
"the red block in the north-east corner". It is apart from it because trained weights read those phrases.
"""

from __future__ import annotations

import re
from dataclasses import replace

from cq.language.lexicon import NUMBERS, read_digits
from cq.language.obstacles.grammar import ANCHOR, AND, FAMILIES, MEASURED, MENTION, UNIT, VERB
from cq.language.obstacles.mention import DEFINITE, EVERY, Mention
from cq.language.obstacles.roles import role_of
from cq.language.obstacles.wording import COLOUR
from cq.world.palette import COLOUR_IDS


def parse_mentions(sentences: list[str]) -> list[Mention]:
    """The noun phrases of normalised sentences, in order."""
    found: list[Mention] = []
    carried = ""
    for index, sentence in enumerate(sentences):
        verbs = [(match.start(), match.lastgroup or "", match.end()) for match in VERB.finditer(sentence)]
        end = 0
        for match in MENTION.finditer(sentence):
            noun, colours, determiner = _noun(match), match["colours"], match["determiner"].split()
            if not (noun or colours) or (not noun and not _stands_alone(match, sentence)):
                continue
            if _is_verb(match, verbs):
                continue
            start, after = match.start(), sentence[match.end() :]
            between = sentence[end:start]
            if _is_measure(match, after):
                continue
            end = match.end()
            if (
                found
                and found[-1].sentence == index
                and found[-1].family not in ("unit", "")
                and _is_complement(found[-1], between, match)
            ):
                found[-1] = _composed(found[-1], match)
                continue
            link = sentence[:start].rstrip(" ,")
            if determiner[:1] == ["of"]:
                link += " of"
            governing = [name for position, name, _ in verbs if position < start]
            later = [name for position, name, _ in verbs if position >= match.end()]
            verb = governing[-1] if governing else (later[0] if later else carried)
            if subject_of := _subject_of(sentence, start, match.end(), verbs):
                verb = subject_of
            known = set(determiner) & (DEFINITE | {"each", "every"}) or match["part"]
            anchor = bool((known and link.endswith(" of")) or ANCHOR.search(link)) and not (
                verb == "change" and re.search(r"\b(?:to|into|in|with|by)$", link)
            )
            if not known and re.search(
                r"\b(?:by|into|to|in|as|out of|from|(?:height|size|layer|level|half|length|base|bases) of)$",
                link,
            ):
                anchor = False
            mention = _mention(match, index, sentence, link, verb, anchor)
            if (
                found
                and found[-1].sentence == index
                and between.strip() in AND
                and _is_alike(found[-1], mention)
            ):
                mention = replace(mention, role=found[-1].role, anchor=found[-1].anchor)
            found.append(mention)
        if verbs:
            names = [name for _, name, _ in verbs if name in ("remove", "make", "change", "move", "extend")]
            carried = names[-1] if names else carried
    return found


_CLAUSE = re.compile(r"^$|(?:[,:]|\b(?:and|but|while|whereas|yet))$")
_OUGHT = re.compile(
    r"^[^,:]*?\b(?:must|should|shall|has to|have to|needs? to|ought to|is to|are to)(?: be)? ?$"
)


def _subject_of(sentence: str, start: int, end: int, verbs: list[tuple[int, str, int]]) -> str | None:
    """The verb whose subject a phrase is: "but the red block should be gone"; None if it is no subject."""
    if not _CLAUSE.search(sentence[:start].rstrip()):
        return None
    for position, name, _ in verbs:
        if position < end or name not in ("remove", "keep"):
            continue
        modal = re.match(r"(?:must|should|to) ", sentence[position:])
        between = sentence[end:position] + ("must " if modal else "")
        if _OUGHT.search(between):
            return name
    return None


def _is_alike(one: Mention, other: Mention) -> bool:
    """Whether the second of two phrases that "and" joins plays the part of the first."""
    single = {"a", "an", "another"}
    return (
        bool(other.determiners & single) == bool(one.determiners & single)
        and other.definite >= one.definite
        and (one.every == other.every or not (other.count or other.determiners))
    )


def _noun(match: re.Match[str]) -> str:
    return match["noun"] or match["bare"] or ""


def _stands_alone(match: re.Match[str], sentence: str) -> bool:
    """Whether a colour without a noun is a phrase of its own: "the red and the blue block"."""
    return bool(set(match["determiner"].split()) & {"the", "both", "this", "that"})


def _is_measure(match: re.Match[str], after: str) -> bool:
    """Whether it measures something, "three blocks high", or names a spot, "two squares north"."""
    noun, plain = _noun(match), not match["colours"]
    if plain and _OF_A_HOLE.match(after):
        return True
    if noun in ("one", "ones") and plain and not match["part"]:
        return not (set(match["determiner"].split()) - {"of"} or match["more"] or match["adjectives"].strip())
    if re.fullmatch(r"squares?|shapes?|letters?", noun) and plain:
        words = set(match["determiner"].split())
        place = set(f"{match['adjectives']} {match['more']}".split()) & _OF_THE_ZONE or match["number"]
        return bool(
            place
            or noun.startswith(("letter", "shape"))
            or not words & {"the", "this", "that"}
            or noun == "squares"
        )
    if plain and not match["determiner"] and re.search(r"\bdown to $", match.string[: match.start()]):
        return True
    if (
        plain
        and match["number"]
        and not match["determiner"]
        and _BY_OR_TO.search(match.string[: match.start()])
    ):
        return True
    return plain and bool(MEASURED.match(after))


_OF_A_HOLE = re.compile(r" (?:wide |long |deep )?(?:hole|gap|opening)\b")
_BY_OR_TO = re.compile(
    r"\b(?:cut|chop|shorten|lengthen|lower|raise|extend|grow|shrink|reduce|widen|heighten|taller|higher|"
    r"shorter|longer|wider|"
    r"bigger|smaller|make|down|up)\b.* (?:by|to) (?:exactly |just |only )?$"
)
_OF_THE_ZONE = frozenset(
    "middle central centre empty corner adjacent next neighbouring neighboring edge same first last left "
    "right".split()
)


def _is_verb(match: re.Match[str], verbs: list[tuple[int, str, int]]) -> bool:
    """Whether the noun is a verb in its place: "stack two blocks"."""
    if not match["bare"]:
        return False
    noun_at = match.start("bare")
    bare = not (
        match["colours"] or match["determiner"] or match["number"] or match["more"] or match["adjectives"]
    )
    return (
        bare
        and match["bare"]
        in (
            "stack",
            "stacks",
            "pile",
            "piles",
            "line",
            "square",
            "bridge",
            "cross",
            "box",
            "post",
            "bars",
            "shape",
        )
        and (
            noun_at == 0
            or any(start <= noun_at < end for start, _, end in verbs)
            or match["bare"] in ("stack", "pile", "line")
        )
    )


def _is_complement(head: Mention, between: str, match: re.Match[str]) -> bool:
    words = match["determiner"].split()
    if set(words) & {"the", "this", "that", "these", "those", "its"} or (
        _noun(match) and not re.fullmatch(UNIT, _noun(match))
    ):
        return False
    return (
        "of" in words
        and between.strip() in ("", "made", "made up", "consisting", "composed", "made out", "that is made")
    ) or (
        between.strip() in ("from", "out of", "made from", "made out of", "with", "made with", "made of")
        and "made" in between
    )


def _composed(head: Mention, match: re.Match[str]) -> Mention:
    return replace(
        head,
        text=f"{head.text} {match[0].strip()}",
        colours=head.colours + _colour_ids(match["colours"]),
        after=match.string[match.end() :],
        end=match.end(),
        composed=True,
        count=head.count,
        part=head.part,
        adjectives=head.adjectives | ({f"size {n}"} if (n := _number(match["number"])) else frozenset()),
    )


def _mention(match: re.Match[str], index: int, sentence: str, link: str, verb: str, anchor: bool) -> Mention:
    noun = _noun(match)
    determiners = frozenset(match["determiner"].split()) - {"of"}
    number = _number(match["number"])
    part = (match["part"] or "").removesuffix(" of ")
    if match["number"] is None and determiners & {"a", "an", "another"}:
        number = 1
    definite = bool(determiners & DEFINITE)
    after = sentence[match.end() :]
    return Mention(
        text=match[0].strip().removeprefix("of "),
        family=next(
            (name for name, words in FAMILIES.items() if re.fullmatch(words.replace("(?= of)", ""), noun)),
            "",
        ),
        noun=noun,
        colours=_colour_ids(match["colours"]),
        count=number,
        plural=noun.endswith("s") and noun not in ("cross", "stairs"),
        determiners=determiners,
        adjectives=frozenset(f"{match['adjectives']} {match['more']} {match['late'] or ''}".split()),
        part=part,
        role=role_of(
            verb,
            anchor,
            definite or bool(determiners & {"all", "every", "each"}),
            link,
            after,
            bool(determiners & EVERY),
            part,
            noun,
        ),
        anchor=anchor,
        sentence=index,
        before=link,
        link=link[-40:],
        after=after,
        end=match.end(),
        fraction=bool(match["fraction"]),
    )


def _number(word: str | None) -> int | None:
    if word is None:
        return None
    return read_digits(word.partition(".")[0]) if word[0].isdecimal() else NUMBERS.get(word)


def _colour_ids(words: str | None) -> tuple[int, ...]:
    return tuple(COLOUR_IDS[w] for w in re.findall(COLOUR, words or ""))
