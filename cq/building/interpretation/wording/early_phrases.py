"""Phrases that are replaced before people's own wording is put into common words."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import COLOUR, FOUR_SIDES, SIDE, Replacement
from cq.building.interpretation.wording.replacements import Replacements


def _mirrored(match: re.Match[str]) -> str:
    # A line from north to south has an east and a west side.
    return "mirrored_" + ("east" if match[1] in ("north", "south") else "south")


_ACROSS = r"(?:across|over|along|about|in|at|through|around)"


_EARLY: tuple[tuple[str, Replacement], ...] = (
    (r"(?: [-–—]+ |—)(?!one\b)", ", "),
    (
        rf",? {_ACROSS} (?:the |a |an )?(?:imaginary )?(?:line |axis )?(?:that runs |running |going "
        r")?(?:from )?"
        rf"({FOUR_SIDES})(?:[ -]to)?[ -](?:{FOUR_SIDES})(?: (?:middle |cent(?:re|er) )?(?:line|axis|plane))?"
        r"(?: (?:line )?(?:through|in|of|at) the (?:exact |very )?(?:middle|cent(?:re|er))(?: of the "
        r"(?:zone|grid|map|board|world))?)?"
        r"(?=$|,| and| with| but)",
        lambda match: (
            " " + _mirrored(match)
            if "from" in match[0] or "line" in match[0] or "axis" in match[0]
            else match[0]
        ),
    ),
    (
        r"(?:,? to the (?:other|opposite) side(?: of the (?:middle|cent(?:re|er)|zone|grid|map|board)(?: "
        r"square)?)?)?,? so that the "
        rf"({FOUR_SIDES})(?: side| half)? (?:reflects|mirrors) the (?:{FOUR_SIDES})(?: side| half)?\b",
        lambda match: " mirrored_" + ("east" if match[1] in ("east", "west") else "south"),
    ),
    (
        r",? so (?:that )?(?:only|just) .*? (?:is|are|stays?|remains?) (?:left|standing)(?: over| "
        r"standing)?$",
        "",
    ),
    (
        r"\b(first|second|third|fourth|fifth|sixth)\b(.*?),? (?:counted |counting )?from the (?:ground|floor)"
        r"(?: up(?:wards)?)?\b",
        r"\1\2 from the bottom",
    ),
    (r"\ball of (?=this\b|that\b|it\b)", "all "),
    (
        r",? and leave the (?:ones|others|blocks|rest)(?: (?:above|below|on top|that remain))?"
        r"(?: (?:hanging|floating|standing|in place|in the air|where they are|as they are))?$",
        "",
    ),
    (r", all (?:\w+ )?(?:blocks )?of (?:it|them)\b", ""),
    (
        r"(?:,| and)+ (?:let|leave|keep) the (?:legs|sides|base|rest|others)(?: (?:stand|standing|as "
        r"(?:it is|they are)))?$",
        "",
    ),
    (r", all the way (?:a?round|along|across|up)\b", ""),
    (r", one (?:block )?(?:each|for each|per \w+)$", ""),
    (
        rf",? \b(?:starting|beginning) (?:with|from|at) the (?:one|block) (?:at|on|in) the ({SIDE})(?:ern|"
        r"most)? "
        r"(?:end|side|edge)\b",
        r" from the \1",
    ),
    (
        r",? (?:but |and )?(?:mind|take care|be careful|make sure)(?: that)? (?:you )?(?:do not|don't|not "
        r"to) "
        r"(?:touch|move|remove|break|change|harm|disturb) (.*)$",
        r" and don't touch \1",
    ),
    (r",? without (?:touching|moving|removing|changing|breaking|disturbing) .*$", ""),
    (
        r",? (?:and |but )?(?:with |keep |keeping |leave |leaving )?(?:its |the |all |all the )?"
        r"(?:colou?rs? (?:kept|included|the same|unchanged|in the same order|as they are)|"
        r"originals? (?:standing|where (?:it is|they are)|in place|as (?:it is|they are)))(?=$|,| and)",
        "",
    ),
    (r",? keep(?:ing)? (?:its|the|all) (?:colou?rs?|originals?)\b", ""),
    (
        r",? so (?:that )?(?:the \w+|it) (?:becomes|is|gets|grows|will be) (?:\w+ )(?:blocks? )?"
        r"(?:long|high|tall|wide)(?: in all| altogether)?(?=$|,)",
        "",
    ),
    (r"\bover the ground\b", "on the ground"),
    (
        r"\bcent(?:red|ered) (?:in|on) (?:the )?(?:grid|zone|map|board|world|area)\b",
        "with its middle in the middle of the zone",
    ),
    (
        r"\b(?:the )?(far|near)[ -](left|right)(?:[ -]hand)? corner"
        r"(?: of the (?:grid|zone|map|board|world|area))?\b",
        r"corner_\1\2",
    ),
    (
        r"(?:,? )(?:until|till|so that) (?:it|they)(?:'s| is| are)? (?=(?:just |exactly )?as (?:high|tall|"
        r"long) as\b)",
        " to ",
    ),
    (
        r",? (?:until|till|so that) (?:it|they)(?:'s| is| are| stands?| sits?| lies?| reach(?:es)?) "
        r"(?=(?:next to|on|at|in|beside|under|above|below|between|north|south|east|west|directly|right)\b)",
        " ",
    ),
    (r" along the \w+ (?:edge|side|border)(?= (?:in|to|into|on) the \w+[- ]?\w* corner)", ""),
    (
        rf"\b(?:to|on) (?:its|their) ({SIDE})\b(?! hand| side| end|most| edge| face)(?:ern)?(?=,|$| (?:put|"
        r"place|build|add|stack|set))",
        r"\1 of it",
    ),
    (r"\b(?:in|at) (?:the )?(?:exact |very )?(?:middle|cent(?:re|er)) between\b", "between"),
    (
        r"\b(?:with|of) (?:an? |the )?(?:same|equal) (?:height|length|size)\b(?! as| of)",
        "of the same height",
    ),
    (r"\b(?:the )?colou?rs? of (?=the .* (?:to|into) \w+$)", ""),
    (r"\bthat (?:begins|starts) (?:in|at) (.+?) and ends (?:in|at)\b", r"from \1 to"),
    (
        r",? (?:is|are|should|shall|has|have|must|needs?|ought) (?:to )?(?:stand|go|sit|lie|rest|hang|be "
        r"(?:placed|put|built|set))(?= (?:in|on|at|to|next|directly|right|exactly|north|south|east|west|"
        r"under|above|between))",
        " goes",
    ),
    (r"\bcarry (.*?) on (?=to the|towards?|by)\b", r"continue \1 "),
    (
        r"\b((?:leave|keep|let|stays?|remains?)\b.*?) (?:just |exactly )?(?:where|how|the way) (?:it|"
        r"they) (?:is|are|stands?|was|were)(?=$|,| and)",
        r"\1 unchanged",
    ),
    (r"\b(?:further|furthest|farthest|farther|most distant) (?:away )?from you\b", "backmost"),
    (r"\b(?:nearest|closest|nearer|closer)(?: to)? you\b", "frontmost"),
    (r"\b(steps|squares|blocks|spaces|cells|one|two|three|\d) towards? you\b", r"\1 frontward"),
    (r"\b(steps|squares|blocks|spaces|cells|one|two|three|\d) away from you\b", r"\1 backward"),
    (r",? close against it\b|,? (?:all|both) touching (?:it|them)\b|,? in (?:this|that) order\b", ""),
    (r",? ground level only\b", " on the ground"),
    (
        r",? (?:and )?(?:the )?middle (?:square|cell|block|spot)(?: itself)? (?:stays?|remains?|is left|"
        r"is) (?:empty|free|open)\b",
        "",
    ),
    (r"\barms of length\b", "arms of"),
    (r"\bfilled(?: in)? (?:underneath|below|under(?: it| them)?|beneath)\b", "as filled columns"),
    (
        rf",? (?:that )?(?:running|runs|going|goes) (?:from )?(?=(?:{FOUR_SIDES}) to (?:{FOUR_SIDES})\b)",
        " from ",
    ),
    (rf",? so (?:that )?(?:it is|it's|they are|it becomes|they become) (?:all )?(?=(?:{COLOUR})\b)", " "),
)

EARLY_PHRASES = Replacements(_EARLY)
"""Patterns with what replaces them, before people's own wording is put into common words."""
