"""Contractions, brackets and everyday turns of phrase, brought into plain words before all else."""

from __future__ import annotations

from cq.building.interpretation.wording.phrase_parts import COLOUR, COMPASS, Replacement
from cq.building.interpretation.wording.replacements import Replacements

_CELL = r"(?:cells?|squares?|spots?|spaces?|tiles?|places?|positions?|ground (?:cells?|squares?))"

_WRITTEN_OUT: tuple[tuple[str, Replacement], ...] = (
    (r"[’‘`´]", "'"),
    (r"\b(that|there|what|here|who|where)s(?= \w)", r"\1's"),
    (r"\b(do|does|is|are|was|were|should|must|need|has|have|had|did|could|would)nt\b", r"\1n't"),
    (r"\b(is|are|was|were|does|has|have|should|must|need)n't\b", r"\1 not"),
    (r"\b(which|that|what|who)'s\b(?= \w)", r"\1 is"),
    (r" ?[(\[](?![^()\[\]]*\b(?:total|will|should|each|gaps?|there)\b)([^()\[\]]*)[)\]]", r", \1"),
    (r"[*_~\"“”]|(?<!\w)'|'(?!\w)", " "),
)

_EXACTLY: tuple[tuple[str, Replacement], ...] = (
    (r",? (?:out )?of course\b", ""),
    (
        r"\b(?:totally|utterly|wholly|perfectly|precisely|exactly|literally|neatly|squarely|plainly|"
        r"promptly|gently|"
        r"straightaway|immediately|directly|nicely|somehow|bang|smack|plumb|dead) "
        r"(?=(?:on|in|at|over|above|below|under|next|beside|between|north|south|east|west|up|down|empty|"
        r"bare|the|as|"
        r"one|two|three|\d|around|against|to)\b)",
        "",
    ),
    (
        r"(?:(?<=, )|(?<=\band )|(?<=\bso ))(?:i|we)(?:'d| would)? (?:also )?(?:want|like|need|love)(?: you)?"
        r"(?: to(?: have| see)?)?(?: (?=an?\b|the\b|you\b|two\b|one\b|three\b|\d)| )",
        "",
    ),
    (
        r"^(?:(?:i|we|it)(?:'d| would| will| could|'ll)?(?: \w+){0,3} (?:happy|glad|grateful|pleased|"
        r"delighted|love|great|nice|"
        r"lovely|appreciate|like|wonderful|thankful)(?: it)?|do you think|would it be possible|is it "
        r"possible|any chance|"
        r"i was wondering|i wonder) (?:if|that|whether|for) (?:you|we|i)(?:'d| could| would| can| "
        r"might)*(?: to)?(?: please)? ",
        "",
    ),
    (r"^(?:would|could|can) (?:be )?(?:happy|glad) if you(?:'d| would| could)? ", ""),
    (
        r",? (?:in|of|with|using|and in) (?:its|their|his|that \w+'s|each \w+'s|the \w+'s|every \w+'s)(?: "
        r"own| old| existing| "
        r"original| present| current)* colou?rs?\b",
        "",
    ),
    (r"\b(?:in|of|with) (red|blue|green|yellow|orange|purple) colou?r\b", r"in \1"),
    (
        r"\b(in (?:red|blue|green|yellow|orange|purple)) (?:like|as) (?:the rest|the others?|before|it is|"
        r"now)(?: of it| is| are)?\b",
        r"\1",
    ),
    (
        r"\b(?:in )?(?:mid-?air|the air|the sky)(?: with nothing (?:under|below|beneath|underneath) it)?\b",
        "in the air",
    ),
    (
        r",? (?:over|along|across) (?:its|the|their) (?:whole|full|entire|complete) (?:length|width|height|"
        r"top)\b|"
        r",? (?:all the way )?from (?:one )?(?:end|side|edge) to (?:the other|end|side|edge)(?: end| side| "
        r"edge)?\b",
        "",
    ),
    (r"\ball (?:the way )?(?:along|across|over) the top of\b", "on top of"),
    (r"\b(?:one|an?|another) (?:new |more )?layer of (?=(?:red|blue|green|yellow|orange|purple) blocks)", ""),
    (r"\boff the (top|end)(?=$|,| and\b| then\b| please\b)", r"off the \1 of it"),
    (
        r"\bon (?:all (?:of )?)?(?:its|their) (?:four|4) sides\b|\bon all (?:of )?its sides\b",
        "on all four sides of it",
    ),
    (r"\bin place of (?=the|it)", "instead of "),
    (
        r",? (?:the |its )?(?:diagonals?|corners?)(?: blocks| cells| squares)? (?:too|also|as well)\b",
        ", corners included",
    ),
    (
        r"\bthe blocks? (?:at|in|on) (?:the )?(?:four |4 )?corners of (?!the (?:map|grid|zone|board|world))",
        "the corner blocks of ",
    ),
    (r"\bcounting from\b", "counted from"),
    (r"(?<!and )(?<!, )\b(two|three|four|five|six|seven|\d+) of (?:these|those|the) (?=\w)", r"the \1 "),
    (r"\b(each|every|all|both) (?:single )?one of (?=them|these|those)", r"\1 of "),
    (r"\b(them|those|these) (both|all)\b", r"\2 of \1"),
    (r"\ball the way (?=a?round\b)", ""),
    (
        r"\b(?:of|with) (?:an? |the )?(?:identical|equal|same|matching) (?:dimensions?|measurements?|"
        r"proportions?|size|"
        r"height|length)(?: and (?:width|height|length|size))?\b(?! as| of)",
        "of the same height",
    ),
    (r"(?<!the )\bsame (?:height|length|size|dimensions)\b(?! as)", "of the same height"),
    (r"(?<!the )\bsame (?:place|spot|position|location)\b(?! as)", "in its place"),
    (
        r"^((?:move|take|shift|bring|carry|transfer|relocate)\b.*?) (?:over )?(?:to|onto) (the (?:\w+ "
        r"){0,3}\w+),? (?:and )?"
        r"(?:stacked |placed |put |set |standing |balanced )?(?:up )?on (?:top of|its top)(?: it)?$",
        r"\1 on top of \2",
    ),
    (
        r"\b(?:spanning|bridging|crossing|closing|filling|across|over) (?:the (?:gap|space|room) )?between\b",
        "between",
    ),
    (
        r"\b(?:resting |lying |going |running |spanning |straight )?(?:across|over) (?=(?:both|the two|"
        r"the)\b.*\b(?:posts|towers|columns|pillars|stacks|legs)\b)",
        "across ",
    ),
    (
        r"\b(?:in an? (?:straight |single )?(?:line|row) )?(?:going |running |heading |leading |straight |"
        r"due )+(?:to the |towards? the )?"
        r"(north|south|east|west)(?:wards?)? from (?=(?:the|it)\b(?! (?:exact |very )?(?:cent|middle|north|"
        r"south|corner)))",
        r"to the \1 of ",
    ),
    (
        r"\bin an? (?:straight |single )?(?:line|row) (?:going |running |heading |leading )?(?:due |"
        r"straight |to the |towards? the )"
        r"*(north|south|east|west)(?:wards?)?\b(?! of)",
        r"heading \1ward",
    ),
    (r"\b(?:get|have|take(?: on)?|share|wear) the (?:same )?colou?r (?:of|as)\b", "be the same colour as"),
    (r" (?:that (?:is|are) )?in front of (?:you|me|us)(?=,|$)", ""),
    (
        r"\bbetween the (?:original|first|old one|old)(?: one)? and (?:the |its )?(?:copy|second|new one|"
        r"duplicate)(?: one)?\b",
        "between them",
    ),
    (r"\b(cop(?:y|ies)|duplicate|twin)\b(.*) (?:the )?(?:first|original)(?: one)?$", r"\1\2 it"),
    (r"^keep (the .*?|it) (?:going|running) ", r"continue \1 "),
    (
        r",? which (?:also )?(?:goes|is (?:removed|included)|counts|stays|gets removed)(?: too| as well| "
        r"along)?$",
        "",
    ),
    (r"\bthe (?:two|ones|2) at (?:its|the|each|both|either)(?: two)? ends?\b", "the end ones"),
    (r",? half (?:of (?:it|them) )?(?:is|are|would be|will be) enough(?: for me)?$", ""),
    (r",? (?:just |but )?not on (the [a-z ]+)$", r" except \1"),
    (r",? all (?:of|in) (?:the same|one) colou?r\b", ""),
    (r",? as (?:one|an?) (?:stack|tower|whole|unit|block|piece|group),?", ""),
    (r",? (?:meaning|i mean|that means|in other words|that is to say|namely) .*$", ""),
    (r",? each (?:one )?(?:touching|meeting|sharing)[^,]*$", ""),
    (
        r",? each(?: one)? (?:being )?(?:just |exactly )?as (?:tall|high|long|big) as (?:the (?:one|tower|"
        r"row|column|stack) (?:that )?)?"
        r"(?:it|they) (?:replaces?|was|were)$",
        ", of the same height",
    ),
    (r"^((?:swap|switch|exchange|trade|let)\b.*?),? so (?:that )?the .*$", r"\1"),
    (r"\b(switch|swap)((?: \w+){2,7}?) (?:around|round|over)(?=$|,| so)", r"\1\2"),
    (r"\b(?:closed|complete|full|unbroken) (?=(?:ring|frame|outline|square|circle))", ""),
    (
        r"\b(?:cut|get|bring|take|reduce|shorten|lower|trim) (.*?) down from \w+ (?:blocks? )?to (\w+)\b",
        r"reduce \1 to \2",
    ),
    (r"\b(put|stack|place|set|lay) (both|all|the two|all three) (?:of )?(?:these|those|them)\b", r"\1 them"),
    (
        r"\b(?:the )?(?:first|nearest) (?:one )?(?:of them )?(?:is |being )?(?:touches|touching) (?:it|the "
        r"(?:\w+ )?block|the (?:\w+ )?tower)$",
        "",
    ),
    (r"^(?:i'm|i am|we're|we are) (?:after|looking for) ", ""),
    (r"^(?:i|we) (?:wish|want|would like|'d like)(?: it)? that ", ""),
    (r"^i wish ((?:the|that|this|those|these) .*) (?:was|were) ", r"\1 should be "),
    (r"^(?:it )?(?:would|should|might) be (?:nice|great|good|lovely|better|cool) (?:if|to have) ", ""),
)

_WHICH: tuple[tuple[str, Replacement], ...] = (
    # What a thing carries, and how it stands.
    (
        rf"\b(?:(?:that|which) (?:has|have|carries|carry|wears?|bears?)|with|having|carrying) an? "
        rf"((?:{COLOUR})) "
        r"(?:block|one|cube) (?:right |directly |sitting )?(?:on (?:top(?: of (?:it|them))?|it\b|them\b|"
        r"its (?:top|head))|"
        r"above(?: it)?)",
        r"under all the \1 blocks",
    ),
    (
        r"\b(?:(?:that|which) (?:has|have)|with|having) (?:nothing|no blocks?|no other blocks?) "
        r"(?:(?:right |directly )?on "
        r"(?:top(?: of (?:it|them))?|it|them|its (?:top|head))|above(?: it)?)",
        "bare_top",
    ),
    (
        r"\b(?:(?:that|which) (?:is|are|stands?|sits?|lies?)|standing|sitting|lying|stands?|sits?|lies?)? "
        r"?(?:all )?"
        r"(?:on (?:its|their) own|by (?:itself|themselves)|(?<!leave )(?<!it )(?<!them )all alone)\b|"
        r"\b(?:standing|sitting|stands|sits) alone\b",
        " on_its_own",
    ),
    (r"\b(?:lone|lonely|isolated|solitary|stray) (?=\w)", "lone "),
    (
        r"\b(?:that|which)(?: is| are| stands?)? (?:still )?(?:here|there|standing(?: there| here)?|around|"
        r"in sight|to be "
        r"seen|on the (?:map|grid|board|field)|in the (?:world|zone|grid))(?=$|,| and| but)",
        "",
    ),
    (r"\b(everything|anything|whatever|all) (?:that |which )?(?:happens to be|there is)\b", r"\1 that is"),
    (r"\b(?:what(?:ever)?|all (?:that|which)|everything which) (?=is\b)", "everything that "),
    (r"\bthe (?:whole |entire )?lot\b(?! of)|\bevery (?:last|single) (?:thing|bit|block)\b", "everything"),
    (r"\bevery last (?=\w)", "every "),
    (
        r"\b(?:any|each and every|every single) (?=(?:\w+ )?(?:block|tower|row|one|column|stack|pillar)\b)",
        "every ",
    ),
    (rf"\b(?!{COLOUR})(\w+) (?:itself|themselves)\b", r"\1"),
    (r"\bthe first and (?:the )?last (?:blocks?|ones?)\b", "the end blocks"),
    (
        r"\b(?:sat|perched|seated|situated|located|placed|set) (?=(?:on|in|at|next|beside|above|under|"
        r"between)\b)",
        "",
    ),
    (r"\b(?:standing|sitting|lying|resting|perching) (?=(?:on|in|at|next|beside|under|directly)\b)", ""),
    (r"\b(?:whose|that have|with) (?:a )?(?:height|length) of (\w+)\b(?! by)", r"\1 blocks high"),
)

_WHERE: tuple[tuple[str, Replacement], ...] = (
    (r"\bdown (?=(?:north|south|east|west)\b)", "in the "),
    (
        rf"\b(?:in|on|at|onto|into|to) (?:the|that) (?:(?:empty|free) )?{_CELL} (?=(?:directly |"
        rf"immediately |just |right |due )*"
        rf"(?:{COMPASS} of|to the {COMPASS} of|next to|beside|above|below|under|on top of|in front|"
        rf"behind|between)\b)",
        "",
    ),
    (
        rf"\b(?:in|on|at) the {_CELL} (?:adjoining|touching|adjacent to|next to|bordering) (the(?: \w+)+?)'s "
        rf"({COMPASS})(?:ern)? (?:face|side|edge)",
        r"to the \2 of \1",
    ),
    (
        rf"\b(?:adjoining|touching|against|on|to|at|along) (the (?:\w+ ){{1,3}}\w+|its|this \w+|that "
        rf"\w+)'s ({COMPASS})(?:ern)? "
        r"(?:face|side|edge|flank)\b",
        r"on the \2 side of \1",
    ),
    (
        r",? (?:(?:right |straight |all the way )*up to|as far as|until (?:it|they|you) (?:reach(?:es)?|"
        r"hits?|gets? to|"
        r"bumps? into|meets?|touch(?:es)?)|till (?:it|they) (?:reach(?:es)?|hits?)|all the way to) the "
        r"(?:very )?"
        r"(?:\w+ )?(?:edge|end|border|boundary|wall|rim|limit)(?: of the (?:world|map|grid|zone|board|area|"
        r"field))?\b",
        " until_blocked",
    ),
    (
        r",? as far as (?:the (?:world|map|grid|zone|board) goes|possible|(?:it|they|you) can(?: go)?|"
        r"it goes|"
        r"it will go)",
        " until_blocked",
    ),
    (
        r",? until (?:it|they) (?:bumps? into|touch(?:es)?|hits?|reach(?:es)?|meets?|stands? against|is "
        r"next to|are next to) "
        r"(?:the|another|something|anything)\b(?: (?!and\b|then\b)\w+){0,3}",
        " until_blocked",
    ),
    (r"\bon (?:its|their) head\b", "on top"),
)

_RECAST = Replacements(_WRITTEN_OUT, _EXACTLY, _WHICH, _WHERE)


def recast(sentence: str) -> str:
    """A sentence in lower case, in plainer words."""
    return " ".join(_RECAST(sentence).split())
