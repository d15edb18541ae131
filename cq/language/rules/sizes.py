"""How people say how large something is.

"ShortSize" is a number with what it counts ("three high", "4-block"), "LongSize" compares, "Dims" are
the numbers of "3 by 4", "Length" tells how far a line goes ("until it reaches the tower").
"""

from __future__ import annotations

from cq.language.grammar import hear, lex, rule, words
from cq.language.program import Ref, Size

words(
    "unit",
    "block|blocks|cube|cubes|box|boxes|brick|bricks|cell|cells|square|squares|space|spaces|unit|units|level|"
    "levels|layer|layers|tile|tiles|spot|spots|piece|pieces|story|stories|storey|storeys",
)
words("pieces", "block|blocks|cube|cubes|box|boxes|brick|bricks|piece|pieces|square|squares")

lex("Dimension", "high", "high", "tall", "in height", "height")
lex("Dimension", "long", "long", "in length", "length")
lex("Dimension", "wide", "wide", "broad", "in width", "across", "width")
lex("Dimension", "deep", "deep", "in depth", "depth", "thick", "in thickness")
lex("Dimension", "side", "on a side", "per side")
lex("Dimension", "any", "size", "size and shape", "shape and size", "in size", "dimensions", "measurements")
lex("Dimension", "blocks", "number of blocks", "amount of blocks")
# "A big one" tells no number.
lex("AnyDimension", "any", "large", "big")
rule("AnyDimension", "{self:Dimension}")

rule("ShortSize", "{number} [@unit] {dimension:Dimension}", makes=Size)
rule("ShortSize", "{number} @pieces", makes=Size, dimension="blocks")
rule("ShortSize", "{number} (step|steps) [high|tall]", makes=Size, dimension="steps")
rule(
    "ShortSize", "{number} (level|levels|layer|layers|storey|story|tier|tiers)", makes=Size, dimension="high"
)


def _dims(first: int, second: int, third: int | None = None) -> tuple[int, ...]:
    return (first, second) if third is None else (first, second, third)


words("by", "by|x|times|*|×")
rule("Dims", "{first:Number} [@unit] @by {second:Number} [@by {third:Number}]", makes=_dims)

words("equal", "the same|same|equal|an equal|identical|an identical|a matching|matching|that same")
rule("LongSize", "[exactly|just|equally] as {dimension:AnyDimension} as {like:Ref}", makes=Size)
rule(
    "LongSize", "[of|with|in|at|to] @equal {dimension:Dimension} (as|to|of|like|with) {like:Ref}", makes=Size
)
rule(
    "LongSize",
    "[of|with|in|at|to] @equal {dimension:Dimension}",
    "[just|equally] as {dimension:AnyDimension}",
    makes=Size,
    like=Ref("same"),
    cost=0.2,
)
words(
    "toplevel",
    *(
        f"{so} {tops} are {level}"
        for so in ("so that", "so")
        for tops in ("the tops", "their tops", "both tops", "both", "they")
        for level in (
            "level",
            "equally high",
            "the same height",
            "equally tall",
            "at the same height",
            "even",
        )
    ),
    "reaching the same height|up to the same height|to the same height|with their tops level|"
    "ending at the same height|"
    "so that it is just as high|so that it is as high",
)
rule("LongSize", "@toplevel", makes=Size, dimension="high", like=Ref("same"), cost=0.1)
rule(
    "LongSize",
    "as (high|tall|long|wide|big) as (possible|it goes|it gets|it can be|you can|can be|there is room)",
    "as (high|tall|long) as it will go",
    "@upto the (limit|ceiling|sky|height limit|top of the zone)",
    makes=Size,
    dimension="until",
)
rule(
    "LongSize",
    "(to|that|which|and) (match|matches|equal|equals|matching) the {dimension:Dimension} of {like:Ref}",
    "(matching|to|up to|down to|@untilreach) the {dimension:Dimension} of {like:Ref}",
    "matching {like:Ref} in {dimension:Dimension}",
    makes=Size,
)
rule("LongSize", "(level|flush|even|equal) with {like:Ref}", makes=Size, dimension="high", cost=0.1)
rule(
    "LongSize",
    "twice as {dimension:AnyDimension} as {like:Ref}",
    "(double|twice) the {dimension:Dimension} of {like:Ref}",
    makes=Size,
    times=2,
)
rule(
    "LongSize",
    "half as {dimension:AnyDimension} as {like:Ref}",
    "half the {dimension:Dimension} of {like:Ref}",
    makes=Size,
    divided=2,
)
rule("LongSize", "{times:Number} times as {dimension:AnyDimension} as {like:Ref}", makes=Size)


def _more(number: int, dimension: str, like: Ref) -> Size:
    return Size(dimension, like=like, more=number)


def _less(number: int, dimension: str, like: Ref) -> Size:
    return Size(dimension, like=like, more=-number)


for _longer, _dimension in {"(higher|taller)": "high", "longer": "long", "wider": "wide"}.items():
    rule(
        "LongSize",
        f"{{number:Number}} [@unit] {_longer} than {{like:Ref}}",
        makes=_more,
        dimension=_dimension,
    )
for _shorter, _dimension in {
    "(lower|shorter)": "high",
    "(shorter|less long)": "long",
    "narrower": "wide",
}.items():
    rule(
        "LongSize",
        f"{{number:Number}} [@unit] {_shorter} than {{like:Ref}}",
        makes=_less,
        dimension=_dimension,
    )

words(
    "ofzone",
    "of the grid|of the zone|of the map|of the board|of the area|of the platform|of the field|of the world",
)
words(
    "asnow",
    "is now|now|is|are|are now|has now|was|was before|were|currently is|at the moment|right now|at present|"
    "is at the moment",
)
hear("LongSize", "{self} @asnow")
words("nowor", "now|before|at present|at the moment|right now|it was before|already")
hear("LongSize", "{times:Number} times as {dimension:AnyDimension} as @nowor", makes=Size, like=Ref("it"))
hear(
    "LongSize",
    "twice as {dimension:AnyDimension} as @nowor",
    "twice as {dimension:AnyDimension}",
    makes=Size,
    like=Ref("it"),
    times=2,
    cost=0.1,
)

hear(
    "LongSize",
    "[of|with|at] (twice|double|two times) (that|this|its|their) {dimension:Dimension}",
    makes=Size,
    like=Ref("it"),
    times=2,
)
hear(
    "LongSize",
    "[of|with|at] half (that|this|its|their) {dimension:Dimension}",
    "half as {dimension:AnyDimension}",
    makes=Size,
    like=Ref("it"),
    divided=2,
    cost=0.1,
)
hear("LongSize", "(of|with) (that|this) [same] {dimension:Dimension}", makes=Size, like=Ref("it"))
words("border", "edge|edges|border|boundary|wall|end")
rule(
    "LineEnd",
    "[the] [outer] @border [@ofzone]",
    "the [other|opposite] (end|side) @ofzone",
    makes=Ref,
    noun="edge",
)
rule("LineEnd", "[the] {direction:Compass} (@border|side) [@ofzone]", makes=lambda direction: Ref("edge"))
rule("LineEnd", "the (ground|floor)", "(ground|floor)", makes=Ref, noun="ground")
_REACH = (
    "touches|touch|reaches|reach|hits|hit|meets|meet|gets to|connects to|connects with|joins|is at|comes to"
)
for _name, _untils in {"untilreach": ("until", "till"), "soreach": ("so that", "so")}.items():
    _subjects = ("", "it", "they", "you", "the line", "the row", "the tower")
    words(
        _name,
        *(
            f"{until} {what} {reach}".replace("  ", " ")
            for until in _untils
            for what in _subjects
            for reach in _REACH.split("|")
        ),
    )
words(
    "upto",
    "all the way to|right to|down to|up to|all to|stretching to|reaching to|extending to|going to|"
    "running to|going all the way to|reaching|up until|until|out to|as far as|right up to|going up to|"
    "going down to|all the way down to|all the way up to",
)
words(
    "joinit",
    "connecting it to|connecting them to|to connect it to|to connect them to|connecting to|"
    "connecting it with|to connect to|joining it to|joining it with|that connects to|that connect to|"
    "linking it to|attaching it to|so it connects to|so that it connects to|so that they connect to|"
    "to join it to|connecting them with",
)
for _end in ("{like:LineEnd}", "{like:Ref}"):
    rule("Length", f"@joinit {_end}", makes=Size, dimension="until", cost=0.0 if "LineEnd" in _end else 0.2)
    rule(
        "Length",
        f"(@untilreach|@upto) {_end}",
        makes=Size,
        dimension="until",
        cost=0.0 if "LineEnd" in _end else 0.2,
    )
rule(
    "Length",
    "(its|the) full (width|length) [of both|of it]",
    "(over|along|in) (its|the) (full|whole|entire) (width|length)",
    "full (width|length)",
    "[that goes|which goes|going|running] from corner to corner",
    "all the way [across|through|along|up|down]",
    "across the (grid|zone|map|board)",
    "across the whole (grid|zone|map|board)",
    makes=Size,
    dimension="until",
)
rule("Measured", "{number} [@unit]", makes=Size)
rule(
    "Length",
    "from the (ground|floor) [right|straight|all the way] @upto {like:Ref}",
    makes=Size,
    dimension="until",
)
# That it touches what is named, at the end: a check, whatever its size is.
words(
    "linking",
    "that reaches over|reaching over|connecting|joining|linking|to connect|to join|to link|that connects|"
    "which connects|that connect|bridging|so they connect|touching both|in order to connect|to unite|uniting",
)
rule(
    "Touch",
    "(has to|must|should|is to|needs to) touch {like:Ref} [on every side|on all sides]",
    makes=Size,
    dimension="touch",
    cost=0.2,
)
rule("Touch", "@linking {like:Ref} [together|with each other]", makes=Size, dimension="touch", cost=0.2)
for _longer, _dimension, _sign in (
    ("(higher|taller)", "high", 1),
    ("(lower|shorter)", "high", -1),
    ("longer", "long", 1),
):
    hear(
        "LongSize",
        f"{{number:Number}} [@unit] {_longer} [than it]",
        makes=_more if _sign > 0 else _less,
        dimension=_dimension,
        like=Ref("it"),
        cost=0.4,
    )
