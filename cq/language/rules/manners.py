"""What people say around an order: how they feel, how they ask, how far they are. It orders nothing."""

from __future__ import annotations

from cq.language.grammar import hear, rule, words
from cq.language.program import Command, Free, Make, Place
from cq.language.rules.commanding import placed

words(
    "idle",
    "pretty please with sugar on top|could i get|could i have|can i have|may i have|please to|"
    "i reckon it would look ace with|it would look nice with|it would look good with|"
    "it would look better with|i reckon it would look good with|what i am after is|cool|do not worry|"
    "no worries|no problem|hi there|hey there|hello there|alright now|alright buddy|right then|good morning|"
    "dear builder|we are almost there|almost there|we are nearly done|we are almost done|"
    "i think we are nearly done|nearly done|the next step is simple|the next step is|next step|"
    "for the next step|this is the next step|one more thing|one last thing|let us see|let us see . . .|"
    "so let us see|ah yes|oh yes|yes|hmm|umm|um|my turn|here we go|so far so good|that is perfect|"
    "that is perfect now|that is great|that is good|everything is fine|that is fine|that looks good|"
    "looks good|great|good|perfect|well done|nice work|good job|very good|i was wondering if you could|"
    "i was wondering if you could please|i was wondering whether you could|i wonder if you could|"
    "i was thinking|so i was thinking|would you mind if i asked you to|would you be so kind as to|"
    "would you be so kind and|would you kindly|could you maybe|could you perhaps|could you possibly|"
    "maybe you could|maybe|perhaps|i would love it if you could|it would be great to have|"
    "would be great to have|it would be nice to have|would be nice to have|would be lovely to have|"
    "would love to have|i would love to have|i want that you|it would be great if you could|"
    "it would be nice if you could|it would be lovely if you could|i would be happy if you would|"
    "i would be very happy if you would|i would appreciate it if you could|i would be grateful if you could|"
    "i think we need|so i think we need|i think you should|i think|i guess|i need you to|we need you to|"
    "sorry to bother you but|sorry to bother you , but|sorry to bother you again but|"
    "sorry to bother you again , but|if you do not mind|if you would|if that is possible|if possible|"
    "if you can|pretty please|basically|simply|actually now|could u|can u|would u|will u|u can|could u plz|"
    "can u plz|could we have|could you get me|i would love|i would love to see|i would love it if|"
    "what i would love to see is|what about|how about|why do not you|why not|would it be possible to|"
    "is it possible to|is there any chance you could|would not it be nicer if|would not it be nice if|"
    "would not it be better if|would it not be better if|it would be lovely if|it would be nice if|"
    "it would be great if|i wish|i wish that|it would look better if|i reckon|you know what|"
    "sorry to bother you again|sorry to bother you|good work so far|next up|so next up|i am still thinking|"
    "i am thinking|still thinking|let me think|so the thing is|now for the fun part|hold on a sec|"
    "hang on a sec|could|can|would|should|may|might|what if|my bad|sorry|righto|mind you|be a dear and|"
    "be a star and|be so good as to|i am after|all i want is|what i want is|what we need is",
)
words(
    "farewell",
    "for me|for us|if that is possible|if possible|if you do not mind|if you can|if you would|if you like|"
    "many thanks|thanks a lot|thanks a bunch|thank you|thank you very much|thank you so much|thanks so much|"
    "thank you in advance|would you|would you please|could you|cheers|mate|buddy|friend|folks|that is all|"
    "that is it|pretty please|nothing fancy|and that is it|and that is all|as you can see|"
    "from where you stand|seen from where you are|from where you are|from your side|from your point of view|"
    "from where you are looking|seen from where you stand|as seen from where you stand|will you|shall we|"
    "if that is alright with you|if that is alright|if that is ok|thank you kindly|the whole time|"
    "as seen from you|seen from you|from your perspective|from my perspective|as i said|as before|of course|"
    "right|all right",
)
words(
    "traits",
    "height|heights|colour|colours|place|places|size|sizes|length|shape|position|positions|color|colors",
)
words(
    "staysame",
    "stay the same|stays the same|remain the same|remains the same|stay as they are|stays as it is|"
    "stay unchanged|stays unchanged|remain as they are|remains as it is|remain unchanged",
)
words(
    "andtheir",
    ".|;|,|and their|and its|and the|their|its|the|and|; their|. their|. its|; its|, its|, their|. the|; the",
)
rule(
    "Command",
    "{self:Command} [@andtheir] @traits @staysame",
    "{self:Command} [,|;|.|:] [and] each keeps its [own] @traits [and @traits]",
    cost=0.2,
)
words("oneatatime", "block by block|one by one|one at a time|piece by piece|one after the other|in turn")
hear("Command", "{self:Command} [,] @oneatatime", cost=0.2)
words(
    "viewed",
    "as you see it|seen from where you are|from where you stand|from where you are|"
    "as seen from where you stand|from your point of view|from your perspective|seen from you|"
    "as seen from you|from your side",
)
hear("Place", "{self:Place} [,] @viewed", cost=0.1)
for _mark in ("", "(.|,|!|:|;|?)"):
    rule("Command", f"@idle {_mark} {{self:Command}}", cost=0.05)
    rule("Command", f"{{self:Command}} {_mark} @farewell", cost=0.05)

# What is left to the builder.
words(
    "asyoulike",
    *(
        f"{where} you {like}"
        for where in (
            "wherever",
            "anywhere",
            "where",
            "however",
            "any way",
            "whichever",
            "whatever",
            "any place",
            "somewhere",
            "in any place",
            "at any place",
            "in whatever place",
        )
        for like in ("like", "want", "please", "prefer", "choose", "think", "fancy", "see fit", "think best")
    ),
    "your choice|your call|you choose|you decide|you pick|up to you|it is up to you|that is up to you|"
    "i leave it to you|i leave that to you|i will leave that to you|i will leave it to you|surprise me|"
    "it does not matter|does not matter|i do not care|i do not mind|any will do|anywhere|anywhere is fine|"
    "anywhere will do|any place is fine|any spot is fine|any free spot|at random|dealer 's choice|no matter|"
    "do as you like|any spot will do|any place will do|as you like|as you wish|wherever|feel free|"
    "anywhere that is free|wherever it is free|anywhere free|anywhere empty|anywhere on the ground|"
    "anywhere that is free on the ground|anywhere that is empty|on any free cell|on any free square|"
    "i am not picky|i am not fussy|wherever there is room|anywhere there is room|where there is room|"
    "wherever is free|wherever it fits|whichever|whatever|not important|is not important|irrelevant",
    *(
        f"{any_} {what}{rest}"
        for any_ in ("any", "whatever", "whichever")
        for what in ("colour", "color", "place", "spot", "side", "direction")
        for rest in ("", " you like", " you want", " will do", " is fine", " you choose", " works", " goes")
    ),
)
words(
    "ofwhat",
    "where|where it goes|where exactly|where you put it|where you place it|where it stands|which|which one|"
    "which side|which way|which place|what colour|what color|which colour|which color|the colour|the color|"
    "the place|the rest|the spot|the side|the position|where it is|where you build it|where to put it|"
    "where they go|where you put them|in which direction|which direction|the direction|about the place|"
    "the colour does|where to",
)
hear(
    Free,
    "[and|but] @asyoulike [@ofwhat] [really|at all]",
    "[and|but] @ofwhat [is|are|does] @asyoulike",
    cost=0.1,
)


def _then_free(make: Make, place: Place) -> tuple[Command, ...] | None:
    """ "A tower of three, any colour you like, in the middle"."""
    told = placed(make, place)
    return None if told is None else (told, Free())


rule("Command", "{thing:Thing} [.|,|:|;|-] {:Free}", makes=lambda thing: (Make(thing), Free()), cost=0.6)
rule("Command", "{make:Make} [,] {:Free} [,] {place:Place}", makes=_then_free, cost=0.1)
