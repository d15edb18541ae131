"""Other words for what the grammar knows: compass words in one piece, quantifiers, orders, and asides.

They are replaced first of all.
"""

from __future__ import annotations

from cq.building.interpretation.wording.phrase_parts import COLOUR, NUMBER, SIDE, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_DIRECTION = rf"({SIDE})(?:ern|most|wards?)?"

_WORDS: tuple[tuple[str, Replacement], ...] = (
    (r"\b(north|south)-(east|west)", r"\1\2"),
    (
        r"(?<!north )(?<!east )(?<!west )(?<!south )\b(north|south) +(east|west)"
        r"(?!,? (?:and )?(?:north|south|east|west)\b)",
        r"\1\2",
    ),
    (rf"\b(all|both) (?:{NUMBER} )?of (?=(?:its|their) (?!(?:four |4 )?(?:sides?|faces?)))", r"\1 "),
    (rf"\b(all|both|each) ({NUMBER}) of (?:the|these|those) ", r"the \2 "),
    (r"\bevery (?:single )?one of (?=(?:the|these|those|its|them)\b)", "each of "),
    (
        r"\b(?:immediate|direct|very|exact|precise) (?=left|right|north|south|east|west|top|bottom|"
        r"middle|cent)",
        "",
    ),
    (r"\bback (?=towards?\b|to the (?:north|south|east|west|left|right)\b)", ""),
    (
        r"\b(?:smack[- ]|slap[- ]|bang[- ]|right |dead |plumb |exactly |squarely |neatly |snugly "
        r")(?=(?:bang |dead )?(?:in|on|at|on top|against|next|between|cent)\b)",
        "",
    ),
    (r"\buppermost\b", "topmost"),
    (
        r"^(?:start|begin) (?:over|again|afresh|anew|fresh)(?: again)? (?:with|from|on) (?=an? "
        r"(?:empty|clear|blank|clean|bare)\b)",
        "",
    ),
    (
        r"\b(?:(?:at|on|in) (?:the )?(?:level|height|same level|same height) (?:of|as) |(?:level|"
        r"flush) with )(?:their|its) (?:topmost|top|upper|highest)(?: blocks?| ends?| levels?)?\b|"
        r"\b(?:at|on) (?:their|its) (?:top|topmost|upper|highest) (?:level|height|row|layer)\b",
        "at_top_level",
    ),
    (
        rf"\b(second|third|another|new|identical|equal|big|small|large|little|flat|solid|hollow|"
        rf"{COLOUR}), (?=(?:identical|equal|matching|new|big|small|large|little|flat|solid|hollow|"
        rf"upright|{COLOUR})\b(?! (?:one|and|,)))",
        r"\1 ",
    ),
    (r",? with (?:all )?(?:its|their) (?:own )?colours?(?= |$)", ""),
    (
        r"\bthe ((?:\w+ )?)(block|one) (?:that|which)(?:'s| is| stands| lies) (?:already |now "
        r")?(?:there|here|standing there|"
        r"standing|in place)(?: already)?\b",
        r"the existing \1\2",
    ),
    (
        r",? in (?:this|that) order,? ?(?:going )?(?:from|starting (?:at|from|with)) (?:the "
        r")?bottom(?: up(?:wards?)?|"
        r" to (?:the )?top)?$|,? (?:from )?(?:the )?bottom (?:up(?:wards)?|to (?:the )?top)$",
        "",
    ),
    (r"\bdiagonally (?=(?:next to|beside|adjacent to|touching)\b.*\b(?:north|south)(?:east|west))", ""),
    (r"\b(?:cut|chop|slice) (.+?) in half\b", r"halve \1"),
    (
        r"\b(?:in|on|at|to) (?:the|any|every|each) corners? (?:that|which) (?:is|are) (?:still "
        r")?(?:empty|free|open|unoccupied)\b",
        "in the free corners",
    ),
    (rf"\bto its ({SIDE})(?:ern)? end\b", r"at its \1 end"),
    (r"(?:^|, )(?:dead|bang|smack) (?:cent(?:re|er)|middle)(?=$|,)", ", in the middle"),
    (r"^to (?:have|see|get) (?=an?\b|the\b|one\b)", ""),
    (
        r"\blet (.+?) (?:drop|fall|sink|come down|slide down)(?: down)? (?:on)?to the (?:ground|floor)\b",
        r"ground \1",
    ),
    (r"\b(?:drop|lower|bring) (the .+?)(?: down)? to the (?:ground|floor)\b", r"ground \1"),
    (r"\b(?:the|its) (?:square|cube|ring|rectangle|shape)'s (?=north|south|corner|middle|cent)", "its "),
    (r"\bthe the\b", "the"),
    (r"\bthe (?:same|equal) number of (?:blocks|levels)(?: as)?\b", "the same height"),
    (r"\b(?:the )?first and (?:the )?last (?=(?:blocks? )?(?:of|in)\b)", "the two end "),
    (r"\bfoot of (?=the|it)", "bottom of "),
    (r"\bat the bottom of (?=the .*\b(?:place|put|build|lay))", "next to "),
    (r"\b(?:in|of|with) (?:the )?(?:same|its own|their own|matching) colou?rs?\b(?! as)", ""),
    (r"\bpick (?:up )?(.*?) up\b", r"pick \1"),
    (
        r"\b(pick|lift|scoop|fish|grab|lop|knock|saw|chop|slice) (?:up|off|out) (?=the|a|one|its|both|"
        r"all|every|each|\d|two|three)",
        r"\1 ",
    ),
    (
        r"\b(?:lop|saw|hack|snap|whack|shave|yank|pry|peel|scrape|dig|ditch|bin|dump|trash|axe|zap|"
        r"nuke|purge|banish)(?: off| out| away)? (?=the|a|an|one|its|both|all|every|each|it|them|\d|"
        r"two|three)",
        "remove ",
    ),
    (
        r"\b(?:plonk|plop|pop|stick|slap|chuck|whack|bung|shove|park|perch|plant|balance|rest|drop|"
        r"deposit|install|locate|situate|fit|squeeze|sandwich|wedge) (?=an?\b|one\b|another\b|two\b|"
        r"three\b|four\b|\d)",
        "put ",
    ),
    (
        r"\b(?:install|locate|situate|squeeze|sandwich|wedge|fit|perch|plant|deposit|produce|assemble|"
        r"craft|fashion|design|generate|prepare|draw up|knock up|whip up|throw up|put together|set out|"
        r"lay out|lay down|set down) (?=an?\b|one\b|another\b|two\b|three\b|four\b|\d|the (?:letter|"
        r"digit|number))",
        "build ",
    ),
    (r"\b(write|spell) out\b", r"\1"),
    (r"\b(?:write|spell) (?:the )?(?=(?:letter |digit |number |capital )?[b-hj-z0-9]\b)", "build a "),
    (r"\b(?:demolish|obliterate|annihilate|bulldoze|raze|flatten|trash|vaporise|vaporize)\b", "remove"),
    (
        r"\b(?:remove|clear|delete|destroy|take away|get rid of|scrap|wipe|erase) (?:absolutely |"
        r"literally )?(?:everything|it all|the (?:whole )?lot|all of it|the whole thing|each and every "
        r"block|every last (?:block|thing|one))(?: away| out| off| down| up)?(?: (?:that is|that's|"
        r"standing|built|placed|you (?:see|find|can see)))?(?: (?:here|there|now))?(?= |,|$)(?! (?:but|"
        r"except|apart|that|on|in|red|blue|green|yellow|orange|purple|which|else))",
        "remove everything",
    ),
    (
        r"\b(?:take|tear|pull|knock|break|bring|clear|wipe) (everything|it all|all (?:the )?blocks|"
        r"them all) (?:down|away|apart|out|off)\b(?! the| of| to| from)",
        r"remove \1",
    ),
    (r"\bit all\b", "everything"),
    (r"\bthe (?:whole )?lot\b", "everything"),
    (
        r",? (?:whatever|no matter (?:what|which)|regardless of|of (?:whatever|any)) (?:its|their|"
        r"the)? ?colou?rs?(?: (?:it|they) (?:is|are|has|have))?\b",
        "",
    ),
    (r"\bevery (?:single |last )+(?=block|one)", "every "),
    (r"\bspare (?=the|only|my)", "keep "),
    (r"(?<=everything )but (?:spare|keep|leave|save) ", "except "),
    (
        r",? (?:and )?nothing else(?: (?:changes|happens|at all))?$|,? and (?:do|change|touch) nothing "
        r"else$|,? (?:but )?nothing more$|,? that's it$",
        "",
    ),
    (
        r"\b(the (?:corners|ends|edges|middle|top|bottom|corner blocks|end blocks|top block|middle "
        r"block)(?: of (?:the|it)(?: \w+){0,3})?),? only$",
        r"only \1",
    ),
    (
        rf"^(?:starting|beginning|counting) (?:with|from|at|in) (?:the )?(?:(?:one|block|end) "
        rf")?(?:(?:at|on|in) )?(?:the )?{_DIRECTION}(?: (?:end|side|block|one))?,? (.*\b(?:second|"
        rf"third|other|fourth)\b.*)$",
        r"\2 from the \1",
    ),
    (
        r"\b(?:at|on|to) (?:the (?:same )?)?(?:level|height) of\b|\b(?:at|on) the same (?:level|"
        r"height) as\b|\b(?:level|flush) with\b",
        "at_level_of",
    ),
    (
        r"\b(?:that |which |it )?(?:starts|begins|starting|beginning) (on top of|next to|north of|"
        r"south of|east of|west of|under|in|at|on) (.+?) and (?:it )?(?:ends|ending|finishes|finishing|"
        r"stops|stopping) (on top of|next to|north of|south of|east of|west of|under|in|at|on) ",
        r"from \1 \2 to \3 ",
    ),
    (
        r"\b(?:in |of |with |have |has )?(?:the )?(?:exact )?same colou?rs? as\b|\b(?:in|to|into) the "
        r"colou?rs? of\b",
        "same_colour_as",
    ),
    (r"^(?:the|a) (outline|frame|border) of (?=an? )", r"\1 of "),
    (
        r"\b(the|an?) (?:outline|frame|border) of (an?) (?=(?:[\w-]+ ){0,6}(?:square|rectangle))",
        r"\2 hollow ",
    ),
    (r"\bhollow inside\b", "hollow"),
    (r",? (?:with |and )?(?:nothing|no blocks?|none) (?:on|at|in) the (?:diagonals?|corners?)\b", ""),
    (r",? one (?:block )?(?:per|for each|for every) side\b", " each_side"),
    (rf"(?:, not|,? rather than) (?:an? )?(?:{COLOUR})(?: ones?| blocks?)?$", ""),
    (r"\b(extend|lengthen|continue|add to|grow) ([^,]*?) (?:outwards?|onwards?|further)\b", r"\1 \2"),
    (r"\bgrow (?=the|it|each|every|both|all|this)", "extend "),
    (r"\bto (?:(?:the|its) )?(north|south|east|west)(?:ern)? end of\b", r"at the \1 end of"),
    (r"\b(?:the )?colou?rs? of (?:the )?(?=(?:two|both) )", "the colours of the "),
    (r"\bcarry (?:on|over)\b", "continue"),
    (
        r"\b(?:so|such) that (?:both|they|the two) (?:are|have|end up|become) (?:equally|just as|the "
        r"same|equal) (?:tall|high|height)\b",
        "",
    ),
)

_FRAMES: tuple[tuple[str, Replacement], ...] = (
    (
        r"^(?:sorry to (?:bother|trouble|disturb) you(?: again)?|if it's not too much trouble|no rush|"
        r"when you (?:get|have) (?:a |the )?(?:chance|moment|minute|time)|for the (?:fun|next|last|"
        r"final) (?:part|bit|step)|here's (?:the|my) (?:plan|idea|thing)|listen|right then|okay so|ok "
        r"so|the thing is|you know what)[, ]+(?:but |and |so )?",
        "",
    ),
    (
        r"^(?:it'd|it would|that'd|that would) be (?:great|lovely|nice|cool|good|super|awesome|perfect|"
        r"wonderful|brilliant) if (?:you (?:could|would|can)|we (?:could )?(?:had|have|get)|i (?:could "
        r")?(?:had|have|get)|there (?:was|were|is|could be))\b",
        "",
    ),
    (
        r"^(?:i'd|i would|we'd|we would) (?:really |quite |rather )?(?:appreciate it|be (?:glad|happy|"
        r"grateful|delighted)|love it|prefer it) if you (?:could|would|can)?\b",
        "",
    ),
    (
        r"^(?:i|we) (?:really |just )?(?:want|need|would like|'d like|wish) (.+?) to be (?=\w+(?:ed|en|"
        r"ut|pt|it|de)\b)",
        r"\1 should be ",
    ),
    (
        r"^(?:i|we) (?:really |just )?(?:want|need|would like|'d like|wish) (the .+?|every .+?|each "
        r".+?|all .+?|both .+?|it|them) (removed|gone|painted \w+|recolou?red \w+|moved .*|extended "
        r".*)$",
        r"\1 should be \2",
    ),
    (
        r",? (?:if you (?:would|could|will|can|may)|would you|could you|will you|can you|won't you|"
        r"there's a (?:dear|good \w+)|my (?:friend|dear|good \w+)|old (?:chap|bean)|pretty please|ta|"
        r"tyvm|ty|lol|haha|:\)|;\)|thanks a (?:lot|bunch|million)|much appreciated|i beg you|i'd be "
        r"grateful)$",
        "",
    ),
)

LOOSE_WORDING = Replacements(_FRAMES, _WORDS)
"""Patterns with what replaces them, in order."""


def plain(text: str) -> str:
    """A sentence in lower case, in the words that the other patterns expect."""
    return " ".join(LOOSE_WORDING(text).split())
