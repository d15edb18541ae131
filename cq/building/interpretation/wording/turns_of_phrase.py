"""Whole turns of phrase, in the plain order that says the same: "wipe the slate clean"."""

from __future__ import annotations

import re

from cq.building.interpretation.lexicon import NUMBER_WORDS, ORDINALS
from cq.building.interpretation.wording.phrase_parts import COLOUR, NUMBER, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_WORLD = (
    r"(?:slate|map|board|world|zone|grid|area|field|place|floor|ground|scene|canvas|plate|site|playing field)"
)
_BARE = r"(?: (?:clean|bare|empty|blank|clear|completely|entirely|totally|fully|again|up|out|off|tidy))"
_WAY = r"(?:north|south|east|west)"
_ORDINAL = "|".join(ORDINALS)
_TOWERS = r"(?:towers|columns|posts|pillars|stacks|poles|piles)"


def _listed_ranks(match: re.Match[str]) -> str:
    ranks = [ORDINALS[word] for word in re.findall(rf"\b(?:{_ORDINAL})\b", match[1])]
    return f"the ranks_{'_'.join(map(str, ranks))} blocks"


def _listed_numbers(match: re.Match[str]) -> str:
    ranks = [NUMBER_WORDS.get(word, word) for word in re.findall(r"\w+", match[1]) if word != "and"]
    return f"the ranks_{'_'.join(map(str, ranks))} blocks"


def _exchanged(match: re.Match[str]) -> str:
    """ "Put A where B is, and B where A is": the colours tell that both are meant."""
    colours = [re.findall(rf"\b(?:{COLOUR})\b", part) for part in match.groups()]
    if colours[0] != colours[3] or colours[1] != colours[2] or not colours[0]:
        return match[0]
    return f"swap {match[1]} and {match[2]}"


_CLEARING: tuple[tuple[str, Replacement], ...] = (
    (
        rf"^(?:(?:wipe|sweep|clean|clear|strip|scrub|empty|purge)(?: up| out| off)? (?:the |this |my "
        rf")?(?:whole |entire |"
        rf"complete |full )?{_WORLD}{_BARE}*|(?:make|leave|get|have) (?:the |this |my )?(?:whole |entire "
        rf")?{_WORLD}{_BARE}+|"
        r"leave (?:absolutely |simply )?nothing(?: behind| standing| at all| there| on the \w+)*|"
        r"(?:not (?:so much as |even )?(?:a|one)(?: single)?|no) blocks? (?:(?:should|may|must|is to|can|"
        r"shall) )?"
        r"(?:be |remains? ?|stays? ?)?(?:left|left standing|standing|behind|over|left over)?)$",
        "remove everything",
    ),
    (
        r",? not (?:so much as |even )?(?:a|one)(?: single)? block(?: should be| is)?(?: left)?(?: "
        r"standing| behind| over)?$",
        "",
    ),
    (
        r"\b(every(?: \w+)? block|everything|all (?:the )?(?:\w+ )?blocks|anything) (?:that |which "
        r")?(?:you|we|i) (?:can )?"
        r"(?:find|see|have|spot|come across)(?: there| here)?\b",
        r"\1",
    ),
    (r"\b(?:dispos(?:e|ing) of|rid (?:me|us|the \w+) of)\b", "remove"),
    (
        r"\b(?:start|begin|work)(?: over| again| off| out)? (?:with|from|on) (?=an? (?:empty|clear|blank|"
        r"clean|bare))",
        "",
    ),
    (r"\b(?:is|are) (?:allowed|permitted|supposed|meant|free) to\b", "may"),
    (r"^nothing (?:but|except|other than|apart from|besides) ", "only "),
    (
        r"\b(?:all |any |every )?(?:the )?(?:things?|blocks?|ones?|everything|anything) (?:that|which) "
        r"(?:is|are) not (?:a )?"
        r"(?:part of|in|from) (?=the\b)",
        "everything except ",
    ),
    (
        r"\b(?:clear|scoop|dig|hollow) out the (?:middle|centre|center|inside|interior|core) of ",
        "hollow out ",
    ),
    (
        rf"^(?:leave|keep) (?:only|just) ({NUMBER}) blocks? of (the [a-z ]+?)(?: standing| left)?$",
        r"reduce \2 to \1",
    ),
)

_AROUND: tuple[tuple[str, Replacement], ...] = (
    (r"\bneighbou?r(s?)\b", r"block\1"),
    (r",? (?:but )?not (?:on|at|in) the (?:diagonals?|corners?)$", ""),
    (r", one (?:block )?(?=(?:on|against|at|to|for) each (?:side|of the (?:four )?sides) of)", " "),
    (r"\b(each|all|every) of (the [a-z ]+?)'s (?:four |4 )?(?:sides|faces)\b", r"each side of \2"),
    (
        r"\b(the [a-z ]+?)'s (?:four |4 )(?:sides|faces) (?:each|all) (?:get|gets|receive|need) ",
        r"each side of \1 gets ",
    ),
    (rf"(?<!the )\b(?:{_WAY}(?:,? and |, )){{3}}{_WAY} of\b", "on all four sides of"),
    (r"\b(?:touching|against|at|by) (?:every|each|all four|all) sides? of\b", "on all four sides of"),
    (
        r"^(.*\b(?:four|4)\b.*?),? one (?:on|against|at|to|for) each(?: of (?:its|the)(?: four)?)? sides?$",
        r"\1",
    ),
    (
        r"\b(?:fence|box|hem|wall|hedge|close) (?:in )(?=the|it|this)|\bencase\b|\bfence (.*?) in\b",
        r"surround \1",
    ),
    (
        r",? (?:also|and also|and|including|plus)(?: on| at| in)? the (?:diagonals?|corners?|diagonal "
        r"(?:cells|squares))(?: as well| too)?$",
        ", corners included",
    ),
)

_EXCHANGE: tuple[tuple[str, Replacement], ...] = (
    (
        r"^(instead of [a-z ]+?),? (?:i|we)(?:'d| would)? (?:want|like|need|prefer)(?: to have)? ",
        r"\1, build ",
    ),
    (r"\bequally (?:high|tall|long|large|big)$", "of the same height"),
    (
        r"^where (the .*?) (?:stands|is|was|stood)(?: now)?,? (?:(?:(?:i|we)(?:'d| would)? (?:want|like|"
        r"need)|build|put|place|erect) )?"
        r"(an? .*)$",
        r"replace \1 with \2",
    ),
    (rf"\b(?:rebuild|redo|remake|do|redecorate) (the .*?|it) in (?=(?:{COLOUR})\b)", r"paint \1 "),
    (r"\b(?:let|have) (an? .*?) take (?:the place of (the .*)|(the .*?)'s place)$", r"replace \2\3 with \1"),
    (rf"\bgive (.*?) an? ({COLOUR}) colou?r(?:ing)?\b", r"paint \1 \2"),
    (
        rf"\b(?:switch|change|set|turn) (the [a-z ]+?)'s colou?r (?:from \w+ )?(?:in)?to (?={COLOUR})",
        r"paint \1 ",
    ),
    (rf"\b({COLOUR}),? instead$", r"\1"),
    (rf"\bto be ({COLOUR}) (?:now|again|rather)$", r"to be \1"),
    (
        r"^(?:(?:put|move|place|set|bring|have) )?(the [a-z ]+?) where (the [a-z ]+?) (?:is|was|stands)(?: "
        r"now)?,? and "
        r"(the [a-z ]+?) where (the [a-z ]+?) (?:is|was|stands|stood)(?: now)?$",
        _exchanged,
    ),
    (r"\b(?:interchange|transpose)\b", "swap"),
)

_ON_TOP: tuple[tuple[str, Replacement], ...] = (
    (r"(?:^|(?<=\band )|(?<=\bthen ))(?:top|finish|cap) (.*?) off\b", r"cap \1"),
    (r"\bon the heads? of\b", "on top of"),
    (
        rf"\b(?:one|an?)(?: more| extra| additional| further)* block (.*), an? ({COLOUR}) one$",
        r"a \2 block \1",
    ),
    (r"\b(?:stick|put|place|pop) (.*) on (?:its|their) heads?\b", r"put \1 on top of it"),
)

_BETWEEN: tuple[tuple[str, Replacement], ...] = (
    (
        rf"\bspan the gap between ((?:the|both)(?: two)? (?:\w+ )?{_TOWERS}) at the top\b",
        r"connect the tops of \1",
    ),
    (
        r"\b(?:bridge|span|cross|plug|close up) (?:over )?the (gap|space|distance|room) (?=between)",
        "fill the gap ",
    ),
    (
        r"\bfrom one ((?:\w+ )?(?:block|tower|column|post|pillar|stack|row|wall|cube)) to the (?:other|"
        r"next)(?: one)?\b",
        r"between the two \1s",
    ),
    (
        r"\b(?:(?:that|which|to) (?:connects?|joins?|links?|bridges?)|connecting|joining|linking) "
        r"(?=(?:the two|both|the \w+ blocks|"
        r"the \w+ towers|these|those)\b)",
        "between ",
    ),
    (
        r"\bfrom the (?:very )?top of one (\w+) to (?:the top of |that of )?the (?:other|next)(?: one)?\b",
        r"between the tops of the two \1s",
    ),
    (r"\b(level|flush|even) with (their|its) tops\b", r"\1 with \2 top blocks"),
    (
        rf"\b(connect|join|link|bridge|span) ((?:the|both|these)(?: two)? (?:\w+ )?{_TOWERS}) at (?:the|"
        rf"their) (?:very )?tops?(?: level| ends?| height)?\b",
        r"connect the tops of \2",
    ),
    (
        rf"\b(?:connect|join|link|bridge) ((?:the|both|these)(?: two)? (?:\w+ )?{_TOWERS}) (with .*?),? "
        rf"(?:at|along|on) (?:the|their) "
        r"(?:very )?tops?(?: level| ends?| height)?$",
        r"connect the tops of \1 \2",
    ),
    (
        r"\bwith (?:a )?(?:gap|space|distance) of (\w+)(?: (?:cells?|squares?|blocks?|spaces?))?(?: (?:in "
        r")?between(?: them| the two)?)?",
        r"with \1 empty cells between them",
    ),
    (
        rf", ({NUMBER}) (?:empty |free )?(?:cells?|squares?|spaces?) (?:in )?between(?: them| the two)?$",
        r", with \1 empty cells between them",
    ),
)

_SIZES: tuple[tuple[str, Replacement], ...] = (
    (r"\b(?:increase|raise) the height of (.*?) by\b", r"raise \1 by"),
    (r"\b(?:decrease|reduce|lower) the height of (.*?) by\b", r"lower \1 by"),
    (r"\b(?:increase) the length of (.*?) by\b", r"extend \1 by"),
    (r"\bcarry (the .*?|it) on\b|\blet (the .*?|it) (?:go|run) on\b", r"continue \1\2"),
    (
        rf"\bfor (?:another|a further|an extra|some) (?={NUMBER}\b)|\bfor (?={NUMBER} (?:more|further|"
        rf"extra|additional)\b)",
        "by ",
    ),
    (r"\b(?:stretch|prolong|elongate|draw out)\b", "extend"),
    (
        rf"\b(row|line|wall|it|column) ({NUMBER} (?:blocks|cells|squares)) further (?=(?:to the )?{_WAY}\b)",
        r"\1 \2 ",
    ),
    (r"\b(?:append|tack|glue|join on) (?=an?\b|one\b|two\b|three\b|four\b|\d)", "add "),
)

_FILLING: tuple[tuple[str, Replacement], ...] = (
    (
        r"\b(?:cover|pave|carpet|fill)(?: up)? (?:the )?(?:whole |entire |empty )?(?:floor|ground|area|"
        r"space|room|inside) (?:inside|within|in|of) "
        r"(the .*?) (with|in)\b",
        r"fill \1 \2",
    ),
    (
        rf"\b(?:put|place|lay|spread|set) ((?:{COLOUR}) blocks) (?:everywhere|on (?:every|each|all)(?: "
        rf"the)?(?: free| empty| open)* "
        r"(?:cells?|squares?|spots?|spaces?)|all over|throughout)? ?(?:inside|within|in)(?: of)? (the "
        r".*?(?:ring|square|frame|outline|rectangle|walls?))$",
        r"fill \2 with \1",
    ),
    (
        r",? (?:but |and )?(?:keep|keeping|leave|leaving|preserve)(?: only)? (?:its|the) (?:edges?|"
        r"borders?|rim|outline|outside|shell)(?: only)?$",
        "",
    ),
)

_COUNTED: tuple[tuple[str, Replacement], ...] = (
    (
        rf"\b(the (?:{_ORDINAL})(?:(?:, and|,| and) (?:the )?(?:{_ORDINAL})){{2,}}) (?:blocks?|"
        rf"ones?)\b(?<! last block)",
        _listed_ranks,
    ),
    (
        rf"\bblocks? (?:number(?:s|ed)? )?({NUMBER}(?:(?:, and|,| and) {NUMBER})+) (?=of|in|from|\bcount)",
        _listed_numbers,
    ),
    (
        r"^(every (?:second|other|third) .*?) ((?:should|must|has to|have to|needs to|is to)\b.*?),? "
        r"(?:beginning|starting|counting|counted) "
        r"(?:with|from|at|in|on) (the .*)$",
        r"\1 starting from \3 \2",
    ),
)

_PATTERNS = Replacements(_CLEARING, _AROUND, _EXCHANGE, _ON_TOP, _BETWEEN, _SIZES, _FILLING, _COUNTED)


def in_plain_order(sentence: str) -> str:
    """A sentence in lower case, its turns of phrase replaced by plain orders."""
    return " ".join(_PATTERNS(sentence).split())
