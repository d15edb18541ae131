"""How people say sizes.

"ShortSize" is a number with what it counts ("three high", "4-block"), "LongSize" compares, "Dims" are
the numbers of "3 by 4", "Length" is the reach of a line ("until it reaches the tower").
"""

from __future__ import annotations

from cq.language.declaring import words
from cq.language.notation import rules
from cq.language.program import Ref, Size


def _dims(first: int, second: int, third: int | None = None) -> tuple[int, ...]:
    return (first, second) if third is None else (first, second, third)


def _more(number: int, dimension: str, like: Ref) -> Size:
    return Size(dimension, like=like, more=number)


def _less(number: int, dimension: str, like: Ref) -> Size:
    return Size(dimension, like=like, more=-number)


_REACH = (
    "touches|touch|reaches|reach|hits|hit|meets|meet|gets to|connects to|connects with|joins|is at|comes to"
)

rules("""
@unit: block|blocks|cubes|brick|cell|cells|square|squares|level|levels|layer|layers|tiles|piece|storey
@pieces: block|blocks|cube|box|bricks|piece|pieces|square|squares
Dimension = "high": high | tall | in height | height
Dimension = "long": long | length
Dimension = "wide": wide | in width | across
Dimension = "deep": deep | thick
Dimension = "side": on a side | per side
Dimension = "any": size | size and shape
Dimension = "blocks": number of blocks
# "A big one" tells no number.
AnyDimension = "any": big
AnyDimension: {self:Dimension}
ShortSize = Size: {number:Counted} {dimension:Dimension}
hear ShortSize = Size: {number} @unit {dimension:Dimension}
ShortSize = Size(dimension="blocks"): {number} @pieces
ShortSize = Size(dimension="steps"): {number} (step|steps) high
ShortSize = Size(dimension="steps"), 0.7: {number} (step|steps)
ShortSize = Size(dimension="high"): {number} (level|levels|layer|layers|storey|tier)
@by: by|x
Dims = _dims: {first:Number} @by {second:Number} [@by {third:Number}]
@equal: the same|same|equal|matching|that same
LongSize = Size: [exactly] as {dimension:AnyDimension} as {like:Ref}
LongSize = Size: [of|in|at|to] @equal {dimension:Dimension} (as|to|of|like) {like:Ref}
LongSize = Size(like=Ref("same")), 0.2: [of|with|at|to] @equal {dimension:Dimension}
    [just] as {dimension:AnyDimension}
@toplevel: so they are level|up to the same height|to the same height
LongSize = Size(dimension="high", like=Ref("same")), 0.1: @toplevel
LongSize = Size(dimension="until"): as high as possible | @upto the (limit|sky)
LongSize = Size: (matching|to|up to|down to|@untilreach) the {dimension:Dimension} of {like:Ref}
LongSize = Size(dimension="high"), 0.1: (level|flush|even) with {like:Ref}
LongSize = Size(times=2): twice as {dimension:AnyDimension} as {like:Ref}
    (double|twice) the {dimension:Dimension} of {like:Ref}
LongSize = Size(divided=2): half as {dimension:AnyDimension} as {like:Ref}
LongSize = Size: {times:Number} times as {dimension:AnyDimension} as {like:Ref}
LongSize = _more(dimension="high"): {number:Number} [@unit] (higher|taller) than {like:Ref}
LongSize = _more(dimension="long"): {number:Number} longer than {like:Ref}
LongSize = _less(dimension="high"): {number:Number} [@unit] (lower|shorter) than {like:Ref}
LongSize = _less(dimension="long"): {number:Number} [@unit] shorter than {like:Ref}
@ofzone: of the grid|of the map|of the board
@nowor: now
hear LongSize = Size(like=Ref("it"), times=2), 0.1: twice as {dimension:AnyDimension} as @nowor
    twice as {dimension:AnyDimension}
hear LongSize = Size(like=Ref("it"), times=2): [of] (twice|double) (that|this|its) {dimension:Dimension}
hear LongSize = Size(like=Ref("it"), divided=2), 0.1: [at] half (its|their) {dimension:Dimension}
    half as {dimension:AnyDimension}
@border: edge|edges|border|boundary|wall|end
LineEnd = Ref(noun="edge"): the @border [@ofzone]
LineEnd = Ref("edge"): the {direction:Compass} (@border|side) [@ofzone]
LineEnd = Ref(noun="ground"): the (ground|floor)
""")
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

rules("""
@upto: all the way to|right to|down to|up to|all to|extending to|going to|reaching|up until|until|out to
    as far as|right up to|going up to|going down to
@joinit: connecting it to|to connect it to|to connect them to|to connect to|that connects to
Length = Size(dimension="until"): @joinit {like:LineEnd}
Length = Size(dimension="until"): (@untilreach|@upto) {like:LineEnd}
Length = Size(dimension="until"), 0.2: @joinit {like:Ref}
Length = Size(dimension="until"), 0.2: (@untilreach|@upto) {like:Ref}
Length = Size(dimension="until"): (its|the) full (width|length) | full (width|length) | from corner to corner
    all the way [across|along|up|down] | across the board
Measured = Size: {number}
Length = Size(dimension="until"): from the ground @upto {like:Ref}
# That it touches what is named, at the end: a check, whatever its size is.
@linking: that reaches over|connecting|joining|linking|to connect|to join|that connect
Touch = Size(dimension="touch"), 0.2: @linking {like:Ref} [together]
hear LongSize = _more(dimension="high", like=Ref("it")), 0.4: {number:Number} [@unit] (higher|taller)
hear LongSize = _less(dimension="high", like=Ref("it")), 0.4: {number:Number} [@unit] (lower|shorter)
hear LongSize = _more(dimension="long", like=Ref("it")), 0.4: {number:Number} [@unit] longer
""")
