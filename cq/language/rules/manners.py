"""What people say around an order: how they feel, how they ask, how far they are. It orders nothing."""

from __future__ import annotations

from cq.language.notation import rules
from cq.language.program import Command, Free, Make, Place
from cq.language.rules.commanding import placed


def _then_free(make: Make, place: Place) -> tuple[Command, ...] | None:
    """ "A tower of three, any colour you like, in the middle"."""
    told = placed(make, place)
    return None if told is None else (told, Free())


rules("""
@idle: pretty please with sugar on top|could i get|could i have|can i have|may i have|please to
    i reckon it would look ace with|it would look nice with|it would look good with|it would look better with
    i reckon it would look good with|what i am after is|cool|do not worry|no worries|no problem|hi there
    hey there|hello there|alright now|alright buddy|right then|good morning|dear builder|we are almost there
    almost there|we are nearly done|we are almost done|i think we are nearly done|nearly done
    the next step is simple|the next step is|next step|for the next step|this is the next step|one more thing
    one last thing|let us see|let us see . . .|so let us see|ah yes|oh yes|yes|hmm|umm|um|my turn|here we go
    so far so good|that is perfect|that is perfect now|that is great|that is good|everything is fine
    that is fine|that looks good|looks good|great|good|perfect|well done|nice work|good job|very good
    i was wondering if you could|i was wondering if you could please|i was wondering whether you could
    i wonder if you could|i was thinking|so i was thinking|would you mind if i asked you to
    would you be so kind as to|would you be so kind and|would you kindly|could you maybe|could you perhaps
    could you possibly|maybe you could|maybe|perhaps|i would love it if you could|it would be great to have
    would be great to have|it would be nice to have|would be nice to have|would be lovely to have
    would love to have|i would love to have|i want that you|it would be great if you could
    it would be nice if you could|it would be lovely if you could|i would be happy if you would
    i would be very happy if you would|i would appreciate it if you could|i would be grateful if you could
    i think we need|so i think we need|i think you should|i think|i guess|i need you to|we need you to
    sorry to bother you but|sorry to bother you , but|sorry to bother you again but
    sorry to bother you again , but|if you do not mind|if you would|if that is possible|if possible|if you can
    pretty please|basically|simply|actually now|could u|can u|would u|will u|u can|could u plz|can u plz
    could we have|could you get me|i would love|i would love to see|i would love it if
    what i would love to see is|what about|how about|why do not you|why not|would it be possible to
    is it possible to|is there any chance you could|would not it be nicer if|would not it be nice if
    would not it be better if|would it not be better if|it would be lovely if|it would be nice if
    it would be great if|i wish|i wish that|it would look better if|i reckon|you know what
    sorry to bother you again|sorry to bother you|good work so far|next up|so next up|i am still thinking
    i am thinking|still thinking|let me think|so the thing is|now for the fun part|hold on a sec|hang on a sec
    could|can|would|should|may|might|what if|my bad|sorry|righto|mind you|be a dear and|be a star and
    be so good as to|i am after|all i want is|what i want is|what we need is|seriously|ok seriously|meh|boo
    ok then|okay then|well then|so then|finally|at last|lol|haha|ha ha|hehe|anyway|anyways|whatever
    fair enough
@farewell: for me|for us|if that is possible|if possible|if you do not mind|if you can|if you would
    if you like|many thanks|thanks a lot|thanks a bunch|thank you|thank you very much|thank you so much
    thanks so much|thank you in advance|would you|would you please|could you|cheers|mate|buddy|friend|folks
    that is all|that is it|pretty please|nothing fancy|and that is it|and that is all|as you can see
    from where you stand|seen from where you are|from where you are|from your side|from your point of view
    from where you are looking|seen from where you stand|as seen from where you stand|will you|shall we
    if that is alright with you|if that is alright|if that is ok|thank you kindly|the whole time
    as seen from you|seen from you|from your perspective|from my perspective|as i said|as before|of course
    right|all right
@traits: height|heights|colour|colours|place|places|size|sizes|length|shape|position|positions|color|colors
@staysame: stay the same|stays the same|remain the same|remains the same|stay as they are|stays as it is
    stay unchanged|stays unchanged|remain as they are|remains as it is|remain unchanged
@andtheir: .|;|,|and their|and its|and the|their|its|the|and|; their|. their|. its|; its|, its|, their|. the
    ; the
Command, 0.2: {self:Command} [@andtheir] @traits @staysame
    {self:Command} [,|;|.|:] [and] each keeps its [own] @traits [and @traits]
@oneatatime: block by block|one by one|one at a time|piece by piece|one after the other|in turn
hear Command, 0.2: {self:Command} [,] @oneatatime
@viewed: as you see it|seen from where you are|from where you stand|from where you are
    as seen from where you stand|from your point of view|from your perspective|seen from you|as seen from you
    from your side
hear Place, 0.1: {self:Place} [,] @viewed
Command, 0.05: @idle  {self:Command}
Command, 0.05: {self:Command}  @farewell
Command, 0.05: @idle (.|,|!|:|;|?) {self:Command}
Command, 0.05: {self:Command} (.|,|!|:|;|?) @farewell
# What is left to the builder.
@asyoulike: wherever you like|wherever you want|wherever you please|wherever you prefer|wherever you choose
    wherever you think|wherever you fancy|wherever you see fit|wherever you think best|anywhere you like
    anywhere you want|anywhere you please|anywhere you prefer|anywhere you choose|anywhere you think
    anywhere you fancy|anywhere you see fit|anywhere you think best|where you like|where you want
    where you please|where you prefer|where you choose|where you think|where you fancy|where you see fit
    where you think best|however you like|however you want|however you please|however you prefer
    however you choose|however you think|however you fancy|however you see fit|however you think best
    any way you like|any way you want|any way you please|any way you prefer|any way you choose
    any way you think|any way you fancy|any way you see fit|any way you think best|whichever you like
    whichever you want|whichever you please|whichever you prefer|whichever you choose|whichever you think
    whichever you fancy|whichever you see fit|whichever you think best|whatever you like|whatever you want
    whatever you please|whatever you prefer|whatever you choose|whatever you think|whatever you fancy
    whatever you see fit|whatever you think best|any place you like|any place you want|any place you please
    any place you prefer|any place you choose|any place you think|any place you fancy|any place you see fit
    any place you think best|somewhere you like|somewhere you want|somewhere you please|somewhere you prefer
    somewhere you choose|somewhere you think|somewhere you fancy|somewhere you see fit
    somewhere you think best|in any place you like|in any place you want|in any place you please
    in any place you prefer|in any place you choose|in any place you think|in any place you fancy
    in any place you see fit|in any place you think best|at any place you like|at any place you want
    at any place you please|at any place you prefer|at any place you choose|at any place you think
    at any place you fancy|at any place you see fit|at any place you think best|in whatever place you like
    in whatever place you want|in whatever place you please|in whatever place you prefer
    in whatever place you choose|in whatever place you think|in whatever place you fancy
    in whatever place you see fit|in whatever place you think best|your choice|your call|you choose|you decide
    you pick|up to you|it is up to you|that is up to you|i leave it to you|i leave that to you
    i will leave that to you|i will leave it to you|surprise me|it does not matter|does not matter
    i do not care|i do not mind|any will do|anywhere|anywhere is fine|anywhere will do|any place is fine
    any spot is fine|any free spot|at random|dealer 's choice|no matter|do as you like|any spot will do
    any place will do|as you like|as you wish|wherever|feel free|anywhere that is free|wherever it is free
    anywhere free|anywhere empty|anywhere on the ground|anywhere that is free on the ground
    anywhere that is empty|on any free cell|on any free square|i am not picky|i am not fussy
    wherever there is room|anywhere there is room|where there is room|wherever is free|wherever it fits
    whichever|whatever|not important|is not important|irrelevant|any colour|any colour you like
    any colour you want|any colour will do|any colour is fine|any colour you choose|any colour works
    any colour goes|any color|any color you like|any color you want|any color will do|any color is fine
    any color you choose|any color works|any color goes|any place|any place works|any place goes|any spot
    any spot you like|any spot you want|any spot you choose|any spot works|any spot goes|any side
    any side you like|any side you want|any side will do|any side is fine|any side you choose|any side works
    any side goes|any direction|any direction you like|any direction you want|any direction will do
    any direction is fine|any direction you choose|any direction works|any direction goes|whatever colour
    whatever colour you like|whatever colour you want|whatever colour will do|whatever colour is fine
    whatever colour you choose|whatever colour works|whatever colour goes|whatever color
    whatever color you like|whatever color you want|whatever color will do|whatever color is fine
    whatever color you choose|whatever color works|whatever color goes|whatever place|whatever place you like
    whatever place you want|whatever place will do|whatever place is fine|whatever place you choose
    whatever place works|whatever place goes|whatever spot|whatever spot you like|whatever spot you want
    whatever spot will do|whatever spot is fine|whatever spot you choose|whatever spot works
    whatever spot goes|whatever side|whatever side you like|whatever side you want|whatever side will do
    whatever side is fine|whatever side you choose|whatever side works|whatever side goes|whatever direction
    whatever direction you like|whatever direction you want|whatever direction will do
    whatever direction is fine|whatever direction you choose|whatever direction works|whatever direction goes
    whichever colour|whichever colour you like|whichever colour you want|whichever colour will do
    whichever colour is fine|whichever colour you choose|whichever colour works|whichever colour goes
    whichever color|whichever color you like|whichever color you want|whichever color will do
    whichever color is fine|whichever color you choose|whichever color works|whichever color goes
    whichever place|whichever place you like|whichever place you want|whichever place will do
    whichever place is fine|whichever place you choose|whichever place works|whichever place goes
    whichever spot|whichever spot you like|whichever spot you want|whichever spot will do
    whichever spot is fine|whichever spot you choose|whichever spot works|whichever spot goes|whichever side
    whichever side you like|whichever side you want|whichever side will do|whichever side is fine
    whichever side you choose|whichever side works|whichever side goes|whichever direction
    whichever direction you like|whichever direction you want|whichever direction will do
    whichever direction is fine|whichever direction you choose|whichever direction works
    whichever direction goes
@ofwhat: where|where it goes|where exactly|where you put it|where you place it|where it stands|which|which one
    which side|which way|which place|what colour|what color|which colour|which color|the colour|the color
    the place|the rest|the spot|the side|the position|where it is|where you build it|where to put it
    where they go|where you put them|in which direction|which direction|the direction|about the place
    the colour does|where to
hear Free, 0.1: [and|but] @asyoulike [@ofwhat] [really|at all] | [and|but] @ofwhat [is|are|does] @asyoulike
Command = (Make(thing), Free()), 0.6: {thing:Thing} [.|,|:|;|-] {:Free}
Command = _then_free, 0.1: {make:Make} [,] {:Free} [,] {place:Place}
""")
