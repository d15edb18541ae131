"""Phrases for how something is made: its size, its manner, where it runs to."""

from __future__ import annotations

import re

from cq.building.interpretation.wording.phrase_parts import COLOUR, FOUR_SIDES, NUMBER, SIDE, Replacement

_LENGTH = r"(?:one|two|three|four|five|\d)"
_BLOCKS = r"(?: (?:blocks?|squares?|cells?|spaces?))?"


def _axis(match: re.Match[str]) -> str:
    start, end = match.groups()
    return f" {start}_to_{end}" if {start, end} in ({"north", "south"}, {"west", "east"}) else match[0]


CLAUSES: tuple[tuple[str, Replacement], ...] = (
    (
        r",? \b(?:(?:that (?:runs?|goes)|running|going|extending|in the direction)? ?from|running|going|"
        r"that runs?) (?:the )?"
        rf"({FOUR_SIDES})(?: edge| side| border)? to (?:the )?({FOUR_SIDES})(?: edge| side| border)?\b"
        r"(?: direction)?",
        _axis,
    ),
    (
        r"\bthe (?:blocks? |one )(?:that |which )?(?:you|i|we)(?:'ve| have)? (?:just|last) "
        r"(?:placed|put|built|set)(?: down)?\b|"
        r"\bthe last placed block\b|\bthe block (?:that was )?placed last\b",
        "the last block",
    ),
    (
        rf",? (?:with )?(?:each|every|all|its|the)? ?(?:of the )?(?:4 |four )?arms?(?: (?:is|being|of|are))?"
        rf" ({_LENGTH}){_BLOCKS}(?: long)?\b",
        r" with_arms \1",
    ),
    (
        rf",? (?:with )?(?:(?:a )?sides? of )?({_LENGTH}){_BLOCKS}(?: long)? "
        r"(?:on|along|per|at|in) (?:a|each|every) (?:side|edge|direction)\b",
        r" with_sides \1",
    ),
    (
        rf",? (?:and )?({NUMBER}),?(?: {COLOUR})?(?: more)?(?: blocks?| of them| squares)?,? (?:in all|"
        r"altogether|in total|all told|all together)\b",
        r", in_all \1",
    ),
    (r",? all (?=(?:of them )?on the (?:ground|floor)\b)", ", "),
    (
        r",? (?:but |and )(?:keep|leave|keeping|leaving) (?:its|the|their) (?:border|rim|outline|edges?|"
        r"frame|shell|sides|"
        r"outer (?:ring|blocks|ones))(?: (?:standing|in place|intact|untouched|as (?:it is|they "
        r"are)))?(?=$|,)|"
        r", (?:keeping|leaving) (?:its|the|their) (?:border|rim|outline|edges?|frame|shell|outer (?:ring|"
        r"blocks|ones))"
        r"(?: (?:standing|in place|intact|untouched|as (?:it is|they are)))?(?=$|,)",
        "",
    ),
    (
        r",? touching (?:it )?(?:only )?(?:at |by )?(?:its|the|a) corner\b|,? touching it only diagonally\b|"
        rf"\bdiagonally (?=(?:to the )?{SIDE} of\b)",
        "",
    ),
    (
        r",? (?:(?:and )?(?:whose|its|the)|with (?:a|its)|on a) (?:square )?base (?:is |of |being |"
        r"measures |measuring )*"
        rf"({_LENGTH})(?: by \1)?{_BLOCKS}(?: wide)?\b|,? (?:with |on )an? ({_LENGTH}) by \2 base\b",
        lambda match: f" with_sides {match[1] or match[2]}",
    ),
    (r",? each (?:step )?(?:is |being |of )?(?:one|a single) block(?: high)?\b", ""),
    (r"(?:,|^)? ?\bcent(?:red|ered)(?=$|,| please)", " in the middle of the zone"),
    (r"\bdiagonal (?:line|row)\b", "diagonal"),
    (
        r",? (?:and |with )?(?:there is )?(?:nothing|no blocks?|empty space) "
        r"(?:below|under|underneath|beneath)(?: (?:the steps|the others|them|any of them|it))?(?=$|,)",
        " single_steps",
    ),
    (r"(?:,| made)? (?:of|with|as) (?:full |solid |filled )?columns\b", " filled_steps"),
    (r"\balong (?=the middle of the)", "in "),
    (rf",? with (?:a )?sides? of ({_LENGTH}){_BLOCKS}\b", r" with_sides \1"),
    (
        r",? (?:as |to be )?(?:seen|read|viewed|looked at)(?: seen)? from above,?(?: with (?:the )?)?,? ?"
        r"(?:north (?:is )?(?:at the top|up|on top)|"
        r"(?:its )?(?:top|head) (?:to the |at the |in the )?north(?:ward)?)\b",
        " seen_above",
    ),
    (r",? (?:with )?north (?:is )?up(?:wards)?(?=$|,| in | on )", " seen_above"),
    (rf",? (?:to be )?(?:seen|read|viewed|looked at) from the ({FOUR_SIDES})(?: side)?\b", r" seen_from_\1"),
    (
        rf",? (?:and |which |that |it )?(?:opens?|opening|with (?:its|the) open(?:ing| side)|open side) "
        rf"(?:to|towards?|facing|in|on) (?:the )?({FOUR_SIDES})\b",
        r" opens_\1",
    ),
    (
        r",? (?:climbing|rising|that (?:climbs|rises)|going up|that goes up) (?:to|towards?) (?:the )?",
        " climbing ",
    ),
    (r",? touching both edges\b", ""),
    (
        r",? (?:laid |lying |lies |lay )?flat(?: down)?(?: on the (?:ground|floor))\b",
        " lying_flat on the ground",
    ),
    (r",? \b(?:laid|lying|that lies) (?:flat )?(?=on the (?:ground|floor))", " "),
    (r"\b(?:standing )?upright(?=,| in | on | at |$)", "upright"),
    (r"\bcent(?:red|ered) (?:in|on|at|around|over) ", "with its middle in "),
    (r"\b(?<!all )round (?=the|it\b)", "around "),
    (r"\b(?:that|which) (?:floats?|hangs?)(?: in the air| freely)?\b", "floating"),
    (
        r"\b(?:that|which|it|they)(?:'s| is| are| stands?| lies?| sits?| rests?)"
        r"(?: situated| located| standing| placed| sitting)?\b(?! a )",
        "that_is",
    ),
    (r"\bthat_is here\b|\bhere\b", ""),
    (r",? (?:and )?(?:the )?middle (?:block |square )?included\b", ""),
    (r"\bwith its middle (?:in|at|on) the (?:exact )?middle of the zone", "in the middle of the zone"),
    (
        r",? (?:still )?(?:in |of )?(?:the )?same colours?\b|"
        r",? block by block\b|,? at the same (?:height|level)\b|"
        r",? the first one touching it\b",
        "",
    ),
    (
        r",? stacked up\b|,? one (?:on (?:top of )?|above )the other\b|"
        r",? on top of (?:each other|one another)\b",
        " stacked",
    ),
    (r",? (?:so|such) that (?:it|they) touch(?:es)?\b", " touching"),
    (
        rf",? (?:so that|with|leaving|such that) (?:there is |there are )?(?:exactly )?({NUMBER}) "
        r"(?:empty |free |open )?(?:cells?|squares?|spaces?|gaps?|blocks?)(?: (?:is|are))?"
        r"(?: (?:stays?|lies?|left|remains?|empty|free))* (?:in )?between(?: them| the two)?\b",
        r" with_gap \1",
    ),
    (rf",? still (?=in (?:{COLOUR})\b)", " "),
    (
        r"\b(?:with|of|at|to) the (?:height|length) of\b|\bthe (?:height|length|size) of(?= the (?:other|"
        r"\w+ one)\b)|"
        r"\b(?:up )?to the (?:height|level|length) of\b|\bthe same (?:height|length|size) as\b|\bas long "
        r"as\b",
        "as_high_as",
    ),
    (r"(?<=\b)(?:until|till|so that) (?:it|they)(?:'s| is| are)? (?=(?:as|exactly|just) )", ""),
    (r"\b(?:just|exactly) like\b|\bidentical to\b|\bthe same as\b", "like"),
    (
        r"\bof (?:the )?(?:same|equal) (?:height|size|length|shape)\b|"
        r"\b(?:just )?as (?:high|tall|long)(?! as)\b",
        "equal_size",
    ),
    (
        r",? (?:as you see it|(?:as )?seen (?:from where you (?:are|stand)|by you)|"
        r"from where you (?:are|stand)|from your (?:side|point of view))\b|\bfrom top to bottom\b|"
        r",? (?:by )?taking (?:them|blocks) (?:from|off) the top\b",
        "",
    ),
    (r"\bon (?:its|their) (?:heads?|tops?)\b", "on top"),
    (rf",? so (?:that )?that_is (?={COLOUR})", " "),
    (r",? counted from\b", " from"),
    (
        rf",? (?:beginning|starting) (?:with|from|at|in) (?:the )?(?:one |block |end )?({SIDE})(?:most)?"
        r"(?: one| block| end)?\b",
        r" from the \1",
    ),
    (
        r",? (?:with |including )?(?:both (?:of )?(?:the |its )?ends?|the two (?:ends|outermost blocks|"
        r"end blocks))"
        r"(?: blocks)?(?: included)?(?=$|,)(?<=included)|,? including both (?:of )?(?:the |its )?ends?\b",
        " from both_ends",
    ),
    (
        r",? \b(?:starting|that starts?|beginning|that begins?|which starts?|starts?|begins?) "
        r"(?:(?:at|from|in|on|with) )?(?=the|in\b|at\b|on\b)",
        " starting in ",
    ),
    (r"\bstarting in (?=(?:in|at|on)\b)", "starting "),
    (
        r"\bfrom (?:the )?(?:exact |very |dead )?middle\b"
        r"(?! (?:block|one|of|column|row|tower|line|\w+ (?:block|column|row)))",
        "starting in the middle of the zone",
    ),
    (
        r"\btowards?(?: the)? (north\w*|south\w*|east|west|left|right)(?: edge| side| border)?\b",
        r"to the \1",
    ),
    (
        r"\b(?:and |that )?(?:runs?|running|goes|going|extends|extending|heading|heads|leading|leads|"
        r"continuing|out|outwards?)(?: out)? (?=to the|north|south|east|west)",
        "heading ",
    ),
)
"""Patterns with what replaces them."""
