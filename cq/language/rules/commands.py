"""What may stand before any command, and tells nothing of what to do."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
@please: want to|go ahead and|try to|it is time to|your task is to|the task is to|your job is to|start by
    begin by|finish by|proceed to|continue to|remember to|be sure to|make sure to|make sure you|you have to
    we have to|we need to|next you|let us now|feel free to|could you please|can you please|would you please
    would you mind|do me a favour and|you are going to|you will need to|what i want is to|i want to
    i would like to|i am going to|i have|i just|i also|we also|it would be nice to|all you have to do is
    all you need to do is|help me|let us|i then|we then|you can now|i now|after that|afterwards|first of all
    first|firstly|secondly|second|third|lastly|last|at last|in the end|after this|from here|once done
    once that is done|once this is done|when that is done|when this is done|after that is done
    once you have done that|when you have done that|once it is done|once they are placed|once it is built
    having done that
    when done|that done|now you|to start|to begin|to finish|at the same time|to do this|to do so|for this
    as a first step|in the next step|as the last step|finishing by|followed by|along with this|while doing so
Command: @want {self:Command} | @please {self:Command}
Command, 0.8: but {self:Command}
hear Command, 0.2: {self:Command} (after|afterwards|after that|after this|first|to begin with|at the end)
hear Command, 0.5: than {self:Command}
# The number of an order in a list.
@listmark: .|')'|:
hear Command, 0.5: {:Number} @listmark {self:Command}
""")
