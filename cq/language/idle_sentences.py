"""Sentences that ask for nothing: greetings and thanks, what stays as it is, and "do nothing"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_ADVERBS = (
    r"(?:at all|now|right now|anymore|any more|this (?:time|turn|round|step)|yet|here|today|then|please|"
    r"for (?:now|the moment|me)|for this (?:turn|round|step)|in this (?:turn|round|step)|so much|very much|"
    r"in the zone|(?:(?:is|are) )?(?:needed|necessary|required|wanted))"
)
_THANKS = (
    r"(?:many |a lot of )?(?:thanks|thank you|thx|cheers|ta)(?: (?:a lot|a bunch|a million|so much|very "
    r"much|in advance|"
    r"mate|again|for (?:your|the) help))?"
)
_GREETING = (
    r"(?:(?:hi|hey|hello|howdy|yo|greetings|good (?:morning|afternoon|evening)|dear)(?: there)?"
    r"(?: (?:builder|friend|buddy|mate|robot|everyone))?|u+h*m+|h+m+|ah|oh|ah yes|oh yes|oh well|let's see|"
    r"let me (?:see|think)|ok|okay|alright|all right|right|righto|great|good|nice|perfect|excellent|sorry|"
    r"my bad|"
    r"good (?:job|work)|well done|nice (?:job|work)|very good|(?:builder|buddy|mate|friend)|please|"
    r"(?:yours,? )?(?:the|your) architect|yours(?: truly)?)"
)
_THE_REST = r"(?:the )?(?:others?|rest|remaining (?:blocks|ones)|everything else|all (?:the )?others?)"
_AS_IT_IS = (
    r"(?:(?:exactly|just) )?(?:(?:as|where|how|the way) (?:it|they) (?:is|are|stands?|was|were)(?: now)?|"
    r"alone|"
    r"unchanged|untouched|in place|standing|hanging|there|be)"
)
_IDLE = re.compile(
    rf"(?:{_GREETING}|{_THANKS}|that(?:'s| is| will be| would be)? (?:all|it)(?: folks| for now)?|"
    rf"(?:(?:keep|leave|let) )?{_THE_REST}(?: (?:can|should|must|shall|may))?"
    rf"(?: (?:stays?|stands?|remains?|is to stay|keeps?))?(?: {_AS_IT_IS})?|"
    r"the (?:middle|cent(?:re|er))(?: square| cell| block| spot)?(?: itself)? (?:stays?|remains?|is left|"
    r"should stay|must stay) (?:empty|free|open)|"
    r"(?:let's |let us |we )?(?:start|begin) (?:over|again|afresh|anew|from scratch)|"
    r"(?:do|change|touch|move|remove|add|build) nothing else|no other (?:changes|blocks?)|nothing else(?: "
    r"changes)?)"
    rf"(?: {_ADVERBS})*"
)
"""What says nothing that changes the world."""
_ANY = (
    r"(?:anything|a thing|any (?:more )?(?:blocks?|of (?:it|them))|(?:a|one) (?:single )?block|the blocks|it)"
)
_ACT = r"(?:do|change|build|touch|add|remove|move|place|put|break|destroy|alter|take)"
_WORLD = (
    r"(?:everything|all|it all|it|things|all (?:the )?blocks|the blocks|every (?:single )?block|"
    r"the (?:zone|world|grid|board|map|whole world|structure))"
)
_STOP = re.compile(
    rf"(?:{_ACT} (?:absolutely )?nothing(?: more)?|"
    rf"(?:do not|don'?t|never|no need to|you (?:do not|don't) (?:need|have) to|there is no need to) "
    rf"(?:{_ACT} (?:or {_ACT} )?{_ANY}|move|do anything)|"
    rf"(?:leave|keep|let) {_WORLD}(?: (?:be|stand|stay|remain))? ?{_AS_IT_IS}|{_WORLD} (?:can |should |"
    r"must )?"
    rf"(?:stays?|remains?) {_AS_IT_IS}|let {_WORLD} be|"
    r"(?:there is |there's )?nothing (?:to (?:do|change|build|add|remove|place)|needs? (?:to be )?(?:done|"
    r"changed|"
    r"changing|doing)|(?:has|have) to (?:be done|change|be changed)|(?:should|must|may) (?:change|be "
    r"changed|be done))|"
    r"no (?:more |further )?(?:changes?|actions?|moves?|building|work|new blocks?|blocks? to (?:place|add|"
    r"remove|break))|"
    r"(?:just )?(?:wait|pause|relax|stay put|hold on|stand still|sit still|sit tight|stay where you are|"
    r"do not act|stay idle|be idle|take a break|(?:skip|pass)(?: (?:this|your|the) (?:turn|step|round|"
    r"one))|skip|pass)|"
    r"(?:zero|no) blocks? to (?:place|add)|(?:zero|no|none)(?: blocks?)? to (?:break|remove))"
    rf"(?: {_ADVERBS})*"
)
"""What asks to do nothing."""
_REASON = re.compile(
    r"(?:(?:the|this|that|it|everything|all|we|i|your)\b.*\b(?:already|perfect|fine|good|great|done|finished|"
    r"ready|complete|right|empty|lovely|correct|as it should be|take that back|changed my mind|wanted)"
    r"(?: now| enough| work| job| as it is)?|that's (?:perfect|great|fine|it)(?: now)?)"
)
"""Why nothing is to be done."""
_POLITE = re.compile(
    r"(?:(?:please|kindly|ok|okay|now|then|so|just|simply|(?:can|could|would|will) you|"
    r"you (?:should|can|must))[ ,]+)+"
)
"""A polite beginning, with which an order asks for nothing all the same."""
_BETWEEN_PIECES = re.compile(
    r" *(?:[,:]| - | and | so | but | because | since )(?: *(?:and|so|but|just|please))* *"
)


def is_idle(part: str) -> bool:
    """Whether a sentence says nothing that changes the world; other sentences may ask for something."""
    pieces = _pieces(part)
    return all(map(_IDLE.fullmatch, pieces))


def stops(part: str) -> bool:
    """Whether a sentence asks to do nothing."""
    if _STOP.fullmatch(part):
        return True
    pieces = _pieces(part)
    asking = [piece for piece in pieces if not _IDLE.fullmatch(piece)]
    return any(map(_STOP.fullmatch, asking)) and all(
        _STOP.fullmatch(piece) or _REASON.fullmatch(piece) for piece in asking
    )


def asks_for_nothing(sentences: Sequence[str]) -> bool:
    """Whether a text in lower case asks to do nothing, and no other sentence of it asks for something."""
    asked = [one[match.end() :] if (match := _POLITE.match(one)) else one for one in sentences]
    return any(map(stops, asked)) and all(stops(one) or is_idle(one) for one in asked)


def _pieces(part: str) -> list[str]:
    return [piece.strip() for piece in _BETWEEN_PIECES.split(part) if piece.strip()]
