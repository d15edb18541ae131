"""Phrases around an order: feelings, politeness, progress. They order nothing."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Command, Free, Make, Place
from cq.language.rules.commanding import placed


def _then_free(make: Make, place: Place) -> tuple[Command, ...] | None:
    """ "A tower of three, any colour you like, in the middle"."""
    told = placed(make, place)
    return None if told is None else (told, Free())


rules("""
@idle: pretty please with sugar on top|could i get|please to|cool|no worries|no problem|hi there|hey there
    hello there|alright now|alright buddy|right then|good morning|dear builder|almost there|nearly done
    next step|let us see . . .|ah yes|oh yes|yes|hmm|umm|um|my turn|so far so good|that is perfect
    everything is fine|looks good|great|good|perfect|well done|nice work|good job|very good
    i was wondering if you could|i was thinking|would you be so kind as to|could you maybe|maybe|perhaps
    i think|i guess|if you would|if possible|pretty please|basically|simply|actually now|could u|can u|would u
    will u|u can|i would love|what about|how about|why not|would it be possible to|is it possible to
    would not it be nicer if|i wish|i reckon|you know what|next up|still thinking|let me think|could|can|would
    should|may|might|what if|my bad|sorry|righto|mind you|seriously|ok seriously|meh|boo|ok then|okay then
    well then|so then|finally|at last|lol|haha|ha ha|hehe|anyway|anyways|whatever|fair enough
@farewell: for me|for us|if possible|if you would|many thanks|thanks a lot|thank you|thank you so much
    would you|could you|cheers|mate|buddy|friend|folks|that is all|that is it|pretty please|nothing fancy
    and that is it|will you|shall we|as i said|as before|of course|right|all right
@traits: height|heights|colour|colours|place|places|size|sizes|length|shape|position|positions|color|colors
@staysame: stay the same|stays the same|stay unchanged|stays unchanged|remain unchanged
@andtheir: .|;|,|and their|and its|and the|their|its|the|and|; their|. their|. its|; its|, its|, their|. the
    ; the
Command, 0.2: {self:Command} [@andtheir] @traits @staysame
@oneatatime: block by block|one after the other|in turn
hear Command, 0.2: {self:Command} [,] @oneatatime
Command, 0.05: @idle  {self:Command}
Command, 0.05: {self:Command}  @farewell
Command, 0.05: @idle (.|,|!|:|;|?) {self:Command}
Command, 0.05: {self:Command} (.|,|!|:|;|?) @farewell
# What is left to the builder.
@asyoulike: wherever you like|wherever you want|whichever you like|whichever you fancy|whatever you like
    your choice|your call|you choose|you decide|you pick|up to you|surprise me|does not matter|i do not care
    i do not mind|anywhere|at random|dealer 's choice|no matter|as you like|wherever|feel free|anywhere free
    anywhere empty|i am not fussy|whichever|whatever|not important|irrelevant|any colour|any colour you like
    any color|any color you like|any place|any spot|any side|any side will do|any direction|whatever colour
    whatever color|whatever place|whatever spot|whatever side|whatever direction|whichever colour
    whichever color|whichever place|whichever spot|whichever side|whichever direction
@ofwhat: where|where exactly|which|which one|which side|which way|which place|what colour|what color
    which colour|which color|the colour|the color|the place|the rest|the spot|the side|the position
    which direction|the direction|where to
hear Free, 0.1: [and|but] @asyoulike [@ofwhat] [really|at all] | [and|but] @ofwhat [is|are|does] @asyoulike
Command = (Make(thing), Free()), 0.6: {thing:Thing} [.|,|:|;|-] {:Free}
Command = _then_free, 0.1: {make:Make} [,] {:Free} [,] {place:Place}
""")
