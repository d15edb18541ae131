"""How people say what moves, and what is made once more elsewhere."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Move, OnTop, Place, Ref, Step


def is_definite(ref: Ref) -> bool:
    """Whether a reference is to what stands: "put the red block there", but not "put a red block there"."""
    definite = ("the", "each", "both", "all")
    return ref.noun != "rest" and all(
        one.quantifier in definite or one.noun in ("it", "here") for one in (ref, *ref.others)
    )


def _put(ref: Ref, place: Place) -> Move | None:
    return Move(ref, place) if is_definite(ref) else None


def _put_by(ref: Ref, steps: Step) -> Move | None:
    return Move(ref, steps=(steps,)) if is_definite(ref) else None


def _until(ref: Ref, way: str, until: Ref) -> Move:
    return Move(ref, steps=(Step(way, unit="until"),), until=until)


def _given(ref: Ref, landmark: Ref) -> Move:
    """ "Take the cap off the red tower and give it to the green one"."""
    return Move(ref, OnTop(landmark))


rules("""
@paces: cell|cells|step|steps|space|spaces|square|squares|block|blocks|spot|spots|place|places|tile|tiles
    field|fields|level|levels|unit|units|position|positions|layer|layers|column|columns
@stepway: to the|towards the|toward the|to|towards|in the|further|further to the|more to the|over to the
    on the|closer to the|nearer to the|in direction|going|straight|to its|directly|a bit
@storeys: level|levels|layer|layers|storey|storeys
hear Walk = Step: [by] {number} [@paces] [@stepway] {direction}
    {number} @paces (back|over|along|straight|across|further) [@stepway] {direction}
    [@stepway] {direction} [by] {number} [@paces]
    {number} [@paces] @stepway {direction} (edge|side|wall|border|end)
hear Walk = Step(direction="up"): {number} [more] @storeys (higher|above) | up {number} @storeys
hear Walk = Step(direction="down"): {number} [more] @storeys lower | down {number} @storeys
@shifting*: move|shift|slide|push|bring|carry|relocate|transfer|lift|drag|pull|nudge|scoot|shove|raise|lower
    swing|transport|haul
@pickup*: take|grab|pick up|get|pick|fetch|lift|snatch|remove|nick
@putdown*: put|set|place|stand|stick|lay|drop|move|balance|pop|plonk|plop|stack|pile|put back|set back|attach
    reattach|re attach|fix|hang|rebuild|add
@pickedup: it|them|all of its blocks|all its blocks|all of them|both of these|both of them|both|these
@overby: over|across|along|up|down|by|over by|up by|down by|along by
Move: @shifting {ref} [@overby] {steps+:Walk}
    @shifting {ref} {steps+:Walk} [,] (and|then|and then) {steps+:Walk}
Move: @shifting {ref} [@overby|to|over to] {place}
    @shifting {ref} (so that|so) it (is|stands|sits|lies) {place}
hear Move = _put: (@putdown|take) {ref:Ref} [down|up|back|over|back down] {place:Place}
hear Move = _put_by: (put|set|place|stand|stick|lay|drop|take) {ref:Ref} {steps:Walk}
hear Move: @pickup {ref} [,] and @putdown @pickedup [down] {place}
hear Move = _put, 0.3: {ref:Ref} (goes|go|moves|belongs|comes|jumps|hops) {place:Place}
hear Move, 0.4: {ref} @must be [moved|put|placed] {place} | {ref} @must be [moved|shifted] {steps+:Walk}
hear Move(fall=True): @shifting {ref} down to the (ground|floor|bottom) | @lowered {ref} @toground
    (drop|ground|land) {ref} | let {ref} (fall|drop|sink) [down]
@stops: touches|hits|reaches|meets|bumps into|bumps against|runs into|is next to|is against|stops at|gets to
    is at
@asfarasitgoes: as far as the grid allows|as far as it goes|as far as it will go|as far as possible
    as far as you can|as far as the world goes|all the way|to the end of the grid|until it cannot go further
    until it stops
Asfar: as far [to the|towards the] {self:Direction} as (possible|you can|it goes|it will go|it can)
hear Move = _until(ref, way, Ref("edge")): (@shifting|@putdown) {ref:Ref} {way:Asfar}
hear Move = Move(ref, steps=(Step("up", number),)), 0.1:
    (lift|hoist|elevate|lift up|raise up) {ref:Ref} [up] [by] {number:Number} [@paces]
@alongground: along the ground|on the ground|along the floor|across the floor|straight
@untilit: until it|till it|until they|till they
hear Move = _until, 0.1: @shifting {ref:Ref} [@stepway] {way:Direction} [@alongground] [,] @untilit @stops \
({until:LineEnd}|{until:Ref})
hear Move = _until(ref, way, Ref("edge")), 0.1:
    @shifting {ref:Ref} [@stepway] {way:Direction} [@alongground] [,] @asfarasitgoes
    @shifting {ref:Ref} @asfarasitgoes [@stepway] {way:Direction}
@lowered: lower|drop|let|bring|put|set|place|move|bring down|push|take
@toground: to earth|down to earth|to the ground|to the floor|on the ground|on the floor|onto the ground
    onto the floor|fall to the ground|fall to the floor|drop to the ground|drop to the floor
    down to the ground|down to the floor|down on the ground|down on the floor|all the way down
    sink to the ground|straight down to the ground|straight down onto the ground|straight down on the ground
@rotate*: rotate|turn|spin|swing|pivot|twist|turn round|turn around|flip
@quarter: by a quarter|a quarter|a quarter turn|by a quarter turn|90 degrees|by 90 degrees|by 90
    through 90 degrees|by 90 °|90 °|one quarter turn|a quarter of a turn|by one quarter|sideways
@aboutitself: with its middle staying where it is|its middle stays|with its middle staying
    the middle block stays|its middle stays where it is|about its middle|around its middle|about its centre
    around its centre|about its center|around its center|around its middle block|about its middle block
    on the spot|in place|around the middle block|about the middle block|around its own axis|around itself
    around its central block|about its central block|around its centre block|around its center block
Rotate(quarters=1): @rotate {ref} @quarter [@aboutitself] | @rotate {ref} @aboutitself @quarter
    @rotate {ref} @quarter (clockwise|to the right) | @rotate {ref} (clockwise|to the right) @quarter
Rotate(quarters=-1): @rotate {ref} @quarter (counterclockwise|counter clockwise|anticlockwise|to the left)
hear Rotate(quarters=2): (reverse|invert|flip|turn round) the order of {ref}
Rotate(quarters=2): @rotate {ref} (180 degrees|by 180 degrees|half a turn|by half a turn|upside down)
@runs: so that it runs|so it runs|so that it goes|so it goes|so that they run|until it runs|to run|so it is
    so that it is|so that it points|so it stands|to go
@insteadof: instead of|rather than|not
Axis: [from] {self:Compass} [to] {:Compass}
    from {self:Compass} to {:Compass} @insteadof [from] {:Compass} to {:Compass}
hear Rotate, 0.2: @rotate {ref} @runs {axis:Axis} | {ref} @must (go|run|lie|stand|be|point) {axis:Axis}
hear Rotate: {self} @runs {axis:Axis} | {self} @aboutitself
hear Move: {self} [,] (instead of|rather than) {:Place}
    {self} [,] @insteadof where (it|they) (is|are|stands|stand) [now]
hear Move = _put, 0.6: want {ref:Ref} {place:Place} | {ref:Ref} > {place:Place}
hear Move = _put, 0.3: {ref:AllColour} (goes|go|moves|belongs) {place:Place}
    {ref:AllColour} @must @goes {place:Place} | the {ref:AllColour} @must @goes {place:Place}
# "Orange one goes to the corner" leaves out the article of what stands; a new one would be "an orange one".
hear Telegraphic = Ref(noun="block", quantifier="the"):
    {colours+:Colour} (one|block) (goes|moves|belongs|comes)
hear Move = _put, 0.1: {ref:Telegraphic} {place:Place}
hear Move: @shifting {ref:AllColour} {steps+:Walk} | @shifting {ref:AllColour} {place}
hear Move = _until(ref, way, Ref("edge")):
    @shifting {ref:Ref} (@upto|to|right up to|over to) [the] {way:Compass} @border [@ofzone]
@goes: float|hover|hang|fly|rise|sink|move|go|stand|sit|slide|jump|hop|drop|come
hear DoMove = Move: @goes {steps+:Walk} | @goes {place}
hear Walk = step if step.direction == way else None: {step:Walk} , @stepway {way:Direction}
hear Move = Move(ref, antecedents.with_antecedent(place, landmark)), 0.1:
    @shifting {ref:Ref} [over] to {landmark:Ref} [,] [stacked|placed|set|right] {place:OnTop}
hear Move: {self} instead
@putthere: put it there|place it there|move it there|set it there|bring it there|take it there
hear Make|Move: {self} (.|,|;|,|so|. so|. please|. now|, so|and) @putthere
hear Move = _put, 0.3: {ref:Ref} would look [much|far] (better|nicer|good|best) {place:Place}
hear Move: @shifting {ref} {:Place} until (it|they) @stands {place}
@stands: stands|is|are|stand|sits|lies|sit|lie|gets to
hear Move = _given: @pickup {ref:Ref} [(off|from) {:Ref}] [,] and give it to {landmark:Ref} [instead]
""")
