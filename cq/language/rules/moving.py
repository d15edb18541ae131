"""How people move things, and copy them elsewhere."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import At, Located, Move, OnTop, Place, Ref, State, Step


def is_definite(ref: Ref) -> bool:
    """Whether a reference is to present things: "put the red block there", not "put a red block there"."""
    definite = ("the", "each", "both", "all")
    return ref.noun != "rest" and all(
        conjunct.quantifier in definite or conjunct.noun in ("it", "here") for conjunct in (ref, *ref.others)
    )


def _put(ref: Ref, place: Place) -> Move | None:
    """ "Put the red block on the ground under the arch": the ground is its goal."""
    on_ground = State("grounded") in ref.limits or Located(At(level=1)) in ref.limits
    is_where = on_ground and not isinstance(place, OnTop)
    return Move(ref, place) if is_definite(ref) and not is_where else None


def _alone(ref: Ref, place: Place | None = None, walk: Step | None = None) -> Move:
    """ "Move only the tower one cell east": without the blocks on it."""
    return Move(replace(ref, but=Ref("rest")), place, () if walk is None else (walk,))


def _put_by(ref: Ref, steps: Step) -> Move | None:
    return Move(ref, steps=(steps,)) if is_definite(ref) else None


def _until(ref: Ref, way: str, until: Ref) -> Move:
    return Move(ref, steps=(Step(way, unit="until"),), until=until)


rules("""
@paces: cell|cells|step|steps|space|spaces|square|squares|block|blocks|spots|place|places|level|levels|layer
    columns
@stepway: to the|towards the|toward the|to|in the|further|more to the|over to the|on the|straight|to its
@storeys: level|levels
hear Walk = Step: [by] {number} [@paces] [@stepway] {direction}
    {number} @paces (back|over|further) [@stepway] {direction} | [@stepway] {direction} [by] {number} [@paces]
    {number} @stepway {direction} (edge|side|end)
hear Walk = Step(direction="up"): up {number} @storeys
hear Walk = Step(direction="down"): down {number} @storeys
@shifting*: move|shift|slide|push|bring|carry|relocate|transfer|lift|drag|pull|nudge|scoot|shove|raise|lower
    swing|haul
@pickup*: take|grab|pick up|pick|fetch|lift|remove|nick
@putdown*: put|set|place|stand|stick|lay|drop|move|pop|plonk|stack|pile|add
@pickedup: it
@overby: over|along|up|down
Move: @shifting {ref} [@overby] {steps+:Walk} | @shifting {ref} {steps+:Walk} (and|then) {steps+:Walk}
Move: @shifting {ref} [@overby|to|over to] {place}
    @shifting {ref} (so that|so) it (is|stands|sits|lies) {place}
hear Move = _alone: @shifting (only|nothing but) {ref:Ref} ([to|over to] {place:Place}|{walk:Walk})
# "To the ground" tells where to, and never which: "the red block to the ground" is none on the ground.
GroundPlace = At(level=1): [down] (to|onto) the (ground|floor)
GroundPlace = Joined((At(level=1), place)): [down] (to|onto) the (ground|floor) {place:Place}
hear Move: @shifting {ref} {place:GroundPlace}
hear Move = _put: @putdown {ref:Ref} [back] {place:GroundPlace}
hear Move = _put: (@putdown|take) {ref:Ref} [back] {place:Place}
hear Move = _put_by: (put|set|stand|drop|take) {ref:Ref} {steps:Walk}
hear Move: @pickup {ref} and @putdown @pickedup {place}
hear Move = _put, 0.3: {ref:Ref} (goes|go|moves|belongs|comes|hops) {place:Place}
hear Move, 0.4: {ref} @must be [moved|placed] {place} | {ref} @must be [moved|shifted] {steps+:Walk}
hear Move(fall=True): @shifting {ref} down to the floor | @lowered {ref} @toground | (drop|ground|land) {ref}
    let {ref} (fall|drop) [down]
@stops: touches|hits|bumps into|is against
@asfarasitgoes: as far as the grid allows|as far as possible
Asfar: as far {self:Direction} as possible
hear Move = _until(ref, way, Ref("edge")): @shifting {ref:Ref} {way:Asfar}
hear Move = Move(ref, steps=(Step("up", number),)), 0.1: (lift|hoist) {ref:Ref} [up] [by] {number:Number} \
[@paces]
@alongground: along the ground
@untilit: until it|till it
hear Move = _until, 0.1: @shifting {ref:Ref} [@stepway] {way:Direction} [@alongground] @untilit @stops \
({until:LineEnd}|{until:Ref})
hear Move = _until(ref, way, Ref("edge")), 0.1: @shifting {ref:Ref} {way:Direction} @asfarasitgoes
@lowered: drop|let|bring|put|set|place
@toground: to earth|down to earth|to the floor|on the ground|fall to the floor|drop to the ground
@rotate*: rotate|turn|spin|pivot|turn around|flip
@quarter: by a quarter|a quarter|a quarter turn|90 degrees|by 90 degrees
@aboutitself: about its middle|around its middle block
Rotate(quarters=1): @rotate {ref} @quarter [@aboutitself] | @rotate {ref} @quarter (clockwise|to the right)
    @rotate {ref} clockwise @quarter
Rotate(quarters=-1): @rotate {ref} @quarter (counterclockwise|to the left)
@aboutits: about its|around its|round its|about the|around the|round the|on its|keeping its
hear Rotate, 0.1: {self} [,] @aboutits {on:Direction} (end|tip|block) [fixed|in place|where it is]
Rotate(quarters=2): @rotate {ref} (180 degrees|by 180 degrees|half a turn|by half a turn)
Rotate(quarters=2, axis="up"): @rotate {ref} upside down
Rotate(axis="up"): stand {ref} up | stand {ref} up on its {on:Compass} end
Rotate: lay {ref} down to the {axis:Compass}
hear Rotate: (tip|topple|push|tilt) {ref} over to the {axis:Compass}
@runs: so that it runs|so it goes
@insteadof: instead of
Axis: {self:Compass} [to] {:Compass} | from {self:Compass} to {:Compass} @insteadof {:Compass} to {:Compass}
hear Rotate, 0.2: @rotate {ref} @runs {axis:Axis} | {ref} @must run {axis:Axis}
hear Rotate: {self} @runs {axis:Axis}
hear Move: line {ref} up {place:Edge} | line up {ref} {place:Edge} | align {ref} {place:Edge}
hear Move: {self} rather than {:Place}
hear Move = _put, 0.6: want {ref:Ref} {place:Place}
hear Move = _put, 0.3: {ref:AllColour} (goes|go) {place:Place} | {ref:AllColour} @must @goes {place:Place}
    the {ref:AllColour} @must @goes {place:Place}
# "Orange one goes to the corner" leaves out the article of what stands; a new one would be "an orange one".
hear Telegraphic = Ref(noun="block", quantifier="the"): {colours+:Colour} (one|block) (goes|moves|belongs|\
comes)
hear Move = _put, 0.1: {ref:Telegraphic} {place:Place}
hear Move: @shifting {ref:AllColour} {steps+:Walk} | @shifting {ref:AllColour} {place}
hear Move = _until(ref, way, Ref("edge")): @shifting {ref:Ref} (@upto|to|over to) the {way:Compass} @border
@goes: hang|rise|move|go|stand|sit|hop|come
hear DoMove = Move: @goes {steps+:Walk} | @goes {place}
hear Move = Move(ref, antecedents.with_antecedent(place, landmark)), 0.1: @shifting {ref:Ref} [over] to \
{landmark:Ref} [stacked] {place:OnTop}
hear Move: {self} instead
""")
