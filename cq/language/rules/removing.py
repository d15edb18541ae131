"""How people remove things and keep others."""

from __future__ import annotations

from dataclasses import replace

from cq.language.notation import rules
from cq.language.program import HasSize, Ref, Remove, State

EVERYTHING = Ref("everything")
ALL_OF_IT = Ref("it", quantifier="all")


def _part(ref: Ref) -> Remove | None:
    """ "Knock the top two blocks off the tower": only parts are knocked off."""
    return None if ref.of is None else Remove(ref)


def _down(ref: Ref) -> Remove | None:
    """ "Take the tower down"; but "bring the tower one level down" moves it."""
    is_far = any(isinstance(limit, HasSize) and limit.size.dimension == "high" for limit in ref.limits)
    return None if is_far else Remove(ref)


def _other(first: Ref, second: Ref) -> Remove:
    """ "Not the blue tower, just the red one"."""
    return Remove(replace(second, noun=first.noun) if second.noun == "one" else second)


def _all_of(ref: Ref) -> Remove | None:
    """ "No more red": all red blocks."""
    if ref.quantifier:
        return None
    noun = "block" if ref.noun == "one" else ref.noun
    return Remove(replace(ref, noun=noun, quantifier="all", plural=True))


def _some_of(number: int, ref: Ref) -> Remove:
    """ "One block out of the pile": any of them."""
    return Remove(Ref("block", number > 1, number=number, limits=(State("any"),), of=ref))


def _opened(ref: Ref) -> Remove | None:
    """ "Make a hole in the middle of the wall", "in the tower": in any of its blocks."""
    if ref.noun == "part" and ref.limits == (State("middle"),) and ref.of is not None:
        return Remove(replace(ref, noun="block", plural=False))  # One block of it.
    if ref.noun in ("part", "block"):
        return Remove(ref)
    return None if ref.plural or ref.noun in ("gap", "zone") else _some_of(1, ref)


def _none_of(ref: Ref) -> Remove:
    """ "No red block may remain", "none of the towers should stay": all of them go."""
    return Remove(replace(ref, quantifier="all", plural=True))


def _hollowed(ref: Ref) -> Remove:
    """ "Hollow out the cube": its inside goes."""
    return Remove(Ref("part", True, "all", limits=(State("inner"),), of=ref))


rules("""
@offof: off|from|from the top of
@gone: away|off|out|down|altogether|up|from there
@vanish: go|disappear|vanish|be gone|leave
Remove: @remove {ref} | @remove {ref} @gone | @remove (away|off|out|down|up|only) {ref}
hear Remove = _part, 0.1: (knock|chop|saw|lop|trim|shave|slice) {ref:Ref}
hear Remove = _down: (knock|tear|pull|take|bring) {ref:Ref} down
@nomore: any more|anymore|at all
hear DoneRemove = Remove: @remove | gone | out | off | to go
hear DoRemove = Remove: @vanish | (come|go) (off|out|down|away) | not be there [@nomore]
hear Remove, 0.2: {ref} (goes|go|comes|come) [off|out|down|away] | {ref} disappears
    {ref} (is|are) not (needed|there) | do not (want|need|like) {ref} [@nomore]
hear Remove: (only|just) {self}
hear Remove, 0.4: {ref} (away|gone)
hear Remove = _other: @donot @remove {first:Ref} just {second:Ref}
hear Remove(ref=EVERYTHING): (@remove|@swept) the @thezone [clean] | wipe the slate clean
hear Remove: @remove {number:Taken} @offof {ref} | @remove {number:Taken} @offof the {side} [end] of {ref}
    @remove {number:Taken} @offof {ref} on the {side}
hear Remove, 0.2: {number:Taken} off [the top of] {ref}
hear Remove, 0.1: @remove the {side} {number:Taken} @offof {ref}
hear Remove: {self:Remove} starting from the {side}
hear Remove(ref=Ref("it")): @remove {number:Taken} @offof the {side:Vertical}
Taken: {self:Number} [block|blocks]
hear Remove(ref=Ref("it")): (take|knock|chop|saw) {number:Taken} off
@donot: do not|never|must not|no need to|not|without|avoid
hear Remove = None if ref.but else Remove(replace(ref, but=but)): @remove {ref:Ref} @gone @except {but:Ref}
hear Remove = _all_of, 0.2: no more {ref:Ref}
@pierce: make|cut|punch|knock|open|open up|put|break|leave
@opening: a hole|a gap|a window|a door|a doorway
hear Command = (Look(ref=ref), order): @pierce @opening in {ref:Ref} : {order:Remove}
hear Remove = _opened, 0.1: @pierce @opening (in|into|through|at) {ref:Ref}
hear Remove = _some_of: @remove {number:Taken} out of {ref:Ref}
hear Remove = _none_of, 0.1: (no|none of|neither of) {ref:Ref} @must @stay
hear Remove = _hollowed, 0.1: hollow out {ref:Ref} | (hollow|dig) {ref:Ref} out | hollow {ref:Ref}
    (make|turn) {ref:Ref} (hollow|into a hollow one|into a ring)
@swept: sweep|clear|empty|bin|demolish|remove
@allofit: the lot|it all
hear Remove(ref=ALL_OF_IT): (@swept|@takeaway) @allofit [down]
hear Remove(ref=EVERYTHING): (get|take) everything off the (map|grid|board) | want nothing left standing
hear Remove: @remove {ref} off the board
@takeaway*: knock|tear|pull|lift|rip|chop|peel|shift|take
hear Remove, 0.1: @takeaway {ref:Ref} (off|out|away)
hear Remove = _down, 0.1: (rip|chop|peel|lift) {ref:Ref} down
hear Remove, 0.5: (pull|knock) {ref:Ref}
""")
