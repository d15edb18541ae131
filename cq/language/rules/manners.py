"""What people say around an order: how they feel, how they ask, how far they are. It orders nothing."""

from __future__ import annotations

from cq.language.grammar import rule, words

words(
    "idle",
    "pretty please with sugar on top|could i get|could i have|can i have|may i have|please to|"
    "i reckon it would look ace with|it would look nice with|it would look good with|"
    "it would look better with|"
    "i reckon it would look good with|what i am after is|cool|do not worry|no worries|no problem|hi there|"
    "hey there|hello there|alright now|alright buddy|"
    "right then|good morning|dear builder|we are almost there|almost there|we are nearly done|"
    "we are almost done|i think we are nearly done|nearly done|the next step is simple|the next step is|"
    "next step|for the next step|this is the next step|one more thing|one last thing|let us see|"
    "let us see . . .|so let us see|ah yes|oh yes|yes|hmm|umm|um|my turn|here we go|so far so good|"
    "that is perfect|that is perfect now|that is great|that is good|everything is fine|that is fine|"
    "that looks good|looks good|great|good|perfect|well done|nice work|good job|very good|"
    "i was wondering if you could|i was wondering if you could please|i was wondering whether you could|"
    "i wonder if you could|i was thinking|so i was thinking|would you mind if i asked you to|"
    "would you be so kind as to|would you be so kind and|would you kindly|could you maybe|"
    "could you perhaps|could you possibly|maybe you could|maybe|perhaps|i would love it if you could|"
    "it would be great if you could|it would be nice if you could|it would be lovely if you could|"
    "i would be happy if you would|i would be very happy if you would|i would appreciate it if you could|"
    "i would be grateful if you could|i think we need|so i think we need|i think you should|i think|"
    "i guess|i need you to|we need you to|sorry to bother you but|sorry to bother you , but|"
    "sorry to bother you again but|sorry to bother you again , but|if you do not mind|if you would|"
    "if that is possible|if possible|if you can|pretty please|basically|simply|actually now|"
    "could u|can u|would u|will u|u can|could u plz|can u plz|could we have|could you get me|i would love|"
    "i would love to see|i would love it if|"
    "what i would love to see is|"
    "what about|how about|why do not you|why not|would it be possible to|is it possible to|"
    "is there any chance you could|"
    "would not it be nicer if|would not it be nice if|would not it be better if|would it not be better if|"
    "it would be lovely if|it would be nice if|it would be great if|i wish|i wish that|"
    "it would look better if|"
    "i reckon|you know what|sorry to bother you again|sorry to bother you|good work so far|next up|"
    "so next up|"
    "so the thing is|now for the fun part|hold on a sec|hang on a sec|could|can|would|should|may|might|"
    "what if|"
    "my bad|sorry|righto|mind you|be a dear and|be a star and|be so good as to|i am after|i am after|"
    "all i want is|what i want is|what we need is",
)
words(
    "farewell",
    "for me|for us|if that is possible|if possible|if you do not mind|if you can|if you would|"
    "if you like|many thanks|thanks a lot|thanks a bunch|thank you|thank you very much|thank you so much|"
    "thanks so much|thank you in advance|would you|would you please|could you|cheers|mate|buddy|friend|"
    "folks|that is all|that is it|pretty please|nothing fancy|and that is it|and that is all|"
    "as you see it|as you can see|from where you stand|seen from where you are|from where you are|"
    "from your side|"
    "from your point of view|from where you are looking|seen from where you stand|"
    "as seen from where you stand|will you|"
    "shall we|if that is alright with you|if that is alright|if that is ok|thank you kindly|the whole time|"
    "as seen from you|seen from you|from your perspective|from my perspective|as i said|as before|"
    "of course|right|all right",
)
words(
    "traits",
    "height|heights|colour|colours|place|places|size|sizes|length|shape|position|positions|color|colors",
)
words(
    "staysame",
    "stay the same|stays the same|remain the same|remains the same|stay as they are|stays as it is|"
    "stay unchanged|"
    "stays unchanged|remain as they are|remains as it is|remain unchanged",
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
for _mark in ("", "(.|,|!|:|;|?)"):
    rule("Command", f"@idle {_mark} {{self:Command}}", cost=0.05)
    rule("Command", f"{{self:Command}} {_mark} @farewell", cost=0.05)
