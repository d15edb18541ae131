"""Questions by what they ask, with slots for a noun (`thing`), its plural and its colour."""

from __future__ import annotations

QUESTIONS: dict[str, tuple[str, ...]] = {
    "colour": (
        "What color should the {things} be?",
        "Which color?",
        "What colour are the {things} supposed to be?",
        "What color blocks should I use?",
        "Which color do you want for the {thing}?",
        "You didn't mention a color. Which one should I take?",
        "Can you tell me the color of the {things}?",
    ),
    "count": (
        "How many {things} should I {verb}?",
        "How many?",
        "How many blocks do you want?",
        "What is the number of {things}?",
        "Can you tell me how many {things} I should {verb}?",
        "How many blocks do you mean?",
    ),
    "size": (
        "How tall should it be?",
        "How long should it be?",
        "What size should it be?",
        "How big do you want it?",
        "How high and how wide?",
        "What are the dimensions?",
        "How wide should the {thing} be?",
    ),
    "where": (
        "Where should I {verb} the {things}?",
        "Where?",
        "Where exactly do the {things} go?",
        "Which spot should I use for the {thing}?",
        "In which place should the {thing} be?",
        "Where on the grid do you want it?",
        "On which side should I put it?",
        "Next to which block?",
        "What is the exact position of the {things}?",
        "Where do I start?",
    ),
    "direction": (
        "Which direction should the {things} go?",
        "In what direction?",
        "Should the {things} be horizontal or vertical?",
        "Do I stack the {things} or place them side by side?",
        "How should the {things} be arranged?",
        "Which way should the row go?",
        "Vertically or horizontally?",
    ),
    "which": (
        "Which {things} should I {verb}?",
        "Which one do you mean?",
        "Which block?",
        "There are several {things}. Which one?",
        "I see more than one. Which {thing} are you talking about?",
        "There is no such block. Which one did you mean?",
        "I don't see it. Which block do you mean?",
        "What blocks exactly?",
        "Which of the {things}?",
    ),
    "action": (
        "What should I do?",
        "What do you want me to build?",
        "Can you explain what I should do?",
        "What exactly should I {verb}?",
        "Should I remove or place blocks?",
        "Please be more specific, what do you mean?",
        "Can you say that again in other words?",
    ),
}

UNKNOWN_ANSWERS = (
    "It doesn't matter.",
    "Whatever you like.",
    "You decide.",
    "Any is fine.",
    "Not sure, just do it.",
    "As I said before.",
)
