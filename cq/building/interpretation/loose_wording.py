"""Other words for what the grammar knows: compass words in one piece, quantifiers, orders, and asides.

They are replaced first of all.
"""

from __future__ import annotations

import re

from cq.building.interpretation.phrase_parts import COLOUR, SIDE, Replacement

_NUMBER = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)"
_DIRECTION = rf"({SIDE})(?:ern|most|wards?)?"

_WORDS: tuple[tuple[str, Replacement], ...] = (
    (r"\b(north|south)[- ]+(east|west)", r"\1\2"),
    (rf"\b(all|both) (?:{_NUMBER} )?of (?=(?:its|their) (?!(?:four |4 )?(?:sides?|faces?)))", r"\1 "),
    (rf"\b(all|both|each) ({_NUMBER}) of (?:the|these|those) ", r"the \2 "),
    (r"\bevery (?:single )?one of (?=(?:the|these|those|its|them)\b)", "each of "),
    (r"\b(?:immediate|direct|very|exact|precise) (?=left|right|north|south|east|west|top|bottom|middle|cent)", ""),
    (r"\bback (?=towards?\b|to the (?:north|south|east|west|left|right)\b)", ""),
    (r"\b(?:smack[- ]|slap[- ]|bang[- ]|right |dead |plumb |exactly |squarely |neatly |snugly )(?=(?:bang |dead )?(?:in|on|at|on top|against|next|between|cent)\b)", ""),
    (r"\b(?:the )?uppermost\b", "the topmost"),
    (
        r"\bthe ((?:\w+ )?)(block|one) (?:that|which)(?:'s| is| stands| lies) (?:already |now )?(?:there|here|standing there|"
        r"standing|in place)(?: already)?\b",
        r"the existing \1\2",
    ),
    (r"\bthe the\b", "the"),
    (r"\bthe (?:same|equal) number of (?:blocks|levels)(?: as)?\b", "the same height"),
    (r"\b(?:the )?first and (?:the )?last (?=(?:blocks? )?(?:of|in)\b)", "the two end "),
    (r"\bfoot of (?=the|it)", "bottom of "),
    (r"\bat the bottom of (?=the .*\b(?:place|put|build|lay))", "next to "),
    (rf"\b(?:in|of|with) (?:the )?(?:same|its own|their own|matching) colou?rs?\b", ""),
    (r"\bpick (?:up )?(.*?) up\b", r"pick \1"),
    (r"\b(pick|lift|scoop|fish|grab|lop|knock|saw|chop|slice) (?:up|off|out) (?=the|a|one|its|both|all|every|each|\d|two|three)", r"\1 "),
    (r"\b(?:lop|saw|hack|snap|whack|shave|yank|pry|peel|scrape|dig|ditch|bin|dump|trash|axe|zap|nuke|purge|banish)(?: off| out| away)? (?=the|a|an|one|its|both|all|every|each|it|them|\d|two|three)", "remove "),
    (r"\b(?:plonk|plop|pop|stick|slap|chuck|whack|bung|shove|park|perch|plant|balance|rest|drop|deposit|install|locate|situate|fit|squeeze|sandwich|wedge) (?=an?\b|one\b|another\b|two\b|three\b|four\b|\d)", "put "),
    (r"\b(?:install|locate|situate|squeeze|sandwich|wedge|fit|perch|plant|deposit|produce|assemble|craft|fashion|design|generate|prepare|draw up|knock up|whip up|throw up|put together|set out|lay out|lay down|set down) (?=an?\b|one\b|another\b|two\b|three\b|four\b|\d|the (?:letter|digit|number))", "build "),
    (r"\b(?:demolish|obliterate|annihilate|bulldoze|raze|flatten|trash|vaporise|vaporize)\b", "remove"),
    (r"\b(?:remove|clear|delete|destroy|take away|get rid of|scrap|wipe|erase) (?:absolutely |literally )?(?:everything|it all|the (?:whole )?lot|all of it|the whole thing|each and every block|every last (?:block|thing|one))(?: away| out| off| down| up)?(?: (?:that is|that's|standing|built|placed|you (?:see|find|can see)))?(?: (?:here|there|now))?(?= |,|$)(?! (?:but|except|apart|that|on|in|red|blue|green|yellow|orange|purple|which|else))", "remove everything"),
    (r"\b(?:take|tear|pull|knock|break|bring|clear|wipe) (everything|it all|all (?:the )?blocks|them all) (?:down|away|apart|out|off)\b(?! the| of| to| from)", r"remove \1"),
    (r"\bit all\b", "everything"),
    (r"\bthe (?:whole )?lot\b", "everything"),
    (r",? (?:whatever|no matter (?:what|which)|regardless of|of (?:whatever|any)) (?:its|their|the)? ?colou?rs?(?: (?:it|they) (?:is|are|has|have))?\b", ""),
    (r"\bevery (?:single |last )+(?=block|one)", "every "),
    (r"\bspare (?=the|only|my)", "keep "),
    (r"(?<=everything )but (?:spare|keep|leave|save) ", "except "),
    (r",? (?:and )?nothing else(?: (?:changes|happens|at all))?$|,? and (?:do|change|touch) nothing else$|,? (?:but )?nothing more$|,? that's it$", ""),
    (r"\b(the (?:corners|ends|edges|middle|top|bottom|corner blocks|end blocks|top block|middle block)(?: of (?:the|it)(?: \w+){0,3})?),? only$", r"only \1"),
    (rf"^(?:starting|beginning|counting) (?:with|from|at|in) (?:the )?(?:(?:one|block|end) )?(?:(?:at|on|in) )?(?:the )?{_DIRECTION}(?: (?:end|side|block|one))?,? (.*\b(?:second|third|other|fourth)\b.*)$", r"\2 from the \1"),
    (r"\b(?:at|on|to) (?:the (?:same )?)?(?:level|height) of\b|\b(?:at|on) the same (?:level|height) as\b|\b(?:level|flush) with\b", "at_level_of"),
    (r"\b(?:that |which |it )?(?:starts|begins|starting|beginning) (on top of|next to|north of|south of|east of|west of|under|in|at|on) (.+?) and (?:it )?(?:ends|ending|finishes|finishing|stops|stopping) (on top of|next to|north of|south of|east of|west of|under|in|at|on) ", r"from \1 \2 to \3 "),
    (rf"(?:, not|,? rather than) (?:an? )?(?:{COLOUR})(?: ones?| blocks?)?$", ""),
    (r"\b(extend|lengthen|continue|add to|grow) ([^,]*?) (?:outwards?|onwards?|further)\b", r"\1 \2"),
    (r"\bgrow (?=the|it|each|every|both|all|this)", "extend "),
    (r"\bto (?:(?:the|its) )?(north|south|east|west)(?:ern)? end of\b", r"at the \1 end of"),
    (r"\b(?:the )?colou?rs? of (?:the )?(?=(?:two|both) )", "the colours of the "),
    (r"\bcarry (?:on|over)\b", "continue"),
    (r"\b(?:so|such) that (?:both|they|the two) (?:are|have|end up|become) (?:equally|just as|the same|equal) (?:tall|high|height)\b", ""),
)

_FRAMES: tuple[tuple[str, Replacement], ...] = (
    (r"^(?:sorry to (?:bother|trouble|disturb) you(?: again)?|if it's not too much trouble|no rush|when you (?:get|have) (?:a |the )?(?:chance|moment|minute|time)|for the (?:fun|next|last|final) (?:part|bit|step)|here's (?:the|my) (?:plan|idea|thing)|listen|right then|okay so|ok so|the thing is|you know what)[, ]+(?:but |and |so )?", ""),
    (r"^(?:it'd|it would|that'd|that would) be (?:great|lovely|nice|cool|good|super|awesome|perfect|wonderful|brilliant) if (?:you (?:could|would|can)|we (?:could )?(?:had|have|get)|i (?:could )?(?:had|have|get)|there (?:was|were|is|could be))\b", ""),
    (r"^(?:i'd|i would|we'd|we would) (?:really |quite |rather )?(?:appreciate it|be (?:glad|happy|grateful|delighted)|love it|prefer it) if you (?:could|would|can)?\b", ""),
    (r"^(?:i|we) (?:really |just )?(?:want|need|would like|'d like|wish) (.+?) to be (?=\w+(?:ed|en|ut|pt|it|de)\b)", r"\1 should be "),
    (r"^(?:i|we) (?:really |just )?(?:want|need|would like|'d like|wish) (the .+?|every .+?|each .+?|all .+?|both .+?|it|them) (removed|gone|painted \w+|recolou?red \w+|moved .*|extended .*)$", r"\1 should be \2"),
    (r",? (?:if you (?:would|could|will|can|may)|would you|could you|will you|can you|won't you|there's a (?:dear|good \w+)|my (?:friend|dear|good \w+)|old (?:chap|bean)|pretty please|ta|tyvm|ty|lol|haha|:\)|;\)|thanks a (?:lot|bunch|million)|much appreciated|i beg you|i'd be grateful)$", ""),
)

LOOSE_WORDING = [(re.compile(pattern), new) for pattern, new in (*_FRAMES, *_WORDS)]
"""Patterns with what replaces them, in order."""


def plain(text: str) -> str:
    """A sentence in lower case, in the words that the other patterns expect."""
    for pattern, new in LOOSE_WORDING:
        text = pattern.sub(new, text)
    return " ".join(text.split())
