"""Questions and small talk: each gets a reply, nothing is built, and what is open stays open."""

import pytest

import cq

WORLD = [
    *((-4, 63 + i, 2, "purple") for i in range(3)),
    *((x, 63, -4, "green") for x in range(5)),
    (0, 63, 0, "red"),
    (0, 64, 0, "blue"),
]
REPLIES = {
    "How many green blocks have you got?": "There are five green blocks.",
    "number of orange blocks?": "There are no orange blocks.",
    "How many blocks does the purple tower have?": "The purple tower has three blocks.",
    "How tall is the purple tower?": "The purple tower is 3 high.",
    "Is there an orange block?": "No, there are no orange blocks.",
    "What colour is the block on the red one?": "It is blue.",
    "What is on the red block?": "There is a blue block on the red block.",
    "What is in the middle?": "There is a tower of a red block and a blue block in the middle.",
    "Is the purple tower green?": "No, it is purple.",
    "Is the purple tower three high?": "Yes.",
    "Where is the green row?": "The green row is from x = 0, z = -4 to x = 4, z = -4.",
    "What did you just do?": "I have not built anything yet.",
    "hello": "Hello! Tell me what to build.",
    "Great, thank you!": "You are welcome.",
}


@pytest.mark.parametrize(("text", "expected"), REPLIES.items())
def test_a_question_or_a_greeting_gets_a_reply(text, expected):
    turn = cq.ask(text, WORLD)
    assert (turn.action, turn.reply) == ("reply", expected)
    assert turn.question is None
    assert turn.build is None


@pytest.mark.parametrize(
    "order",
    ["Could you put a red block on the purple tower?", "Can I have a red block in the northeast corner?"],
)
def test_an_order_in_the_form_of_a_question_is_carried_out(order):
    assert cq.ask(order, WORLD).action == "build"


def test_what_is_neither_an_order_nor_a_question_about_blocks_is_refused():
    assert cq.ask("What time is it?", WORLD).action == "refuse"


def test_an_open_question_stays_open():
    dialogue = cq.Dialogue([(-3, 63, 0, "yellow"), (4, 63, 0, "yellow")])
    asked = dialogue.say("Remove the yellow block").question
    assert dialogue.answer("How many yellow blocks are there?").action == "reply"
    assert dialogue.question == asked
    again = cq.Dialogue.from_dict(dialogue.to_dict())
    assert again.turns[-1].reply == "There are two yellow blocks."
    for one in (dialogue, again):
        assert one.answer("the western one").action == "build"
        assert one.world == cq.World.parse([(4, 63, 0, "yellow")])


def test_a_dialogue_handed_on_without_an_object_is_read_without_its_talk():
    said = [
        ("architect", "Remove the yellow block"),
        ("builder", "Which yellow block do you mean?"),
        ("architect", "How many are there?"),
        ("builder", "There are two."),
    ]
    turn = cq.ask("the western one", [(-3, 63, 0, "yellow"), (4, 63, 0, "yellow")], dialogue=said)
    assert turn.action == "build"
    assert (turn.build.grid > 0).sum() == 1


def test_what_was_done_is_told():
    dialogue = cq.Dialogue(WORLD)
    dialogue.say("Put a yellow block on the purple tower")
    assert dialogue.say("What did you just do?").reply == "I put a yellow block on the highest purple block."
    assert dialogue.say("What colour is it?").reply == "It is yellow."


def test_classify_says_that_there_is_nothing_to_build():
    assert not cq.classify("How many red blocks are there?", WORLD).in_domain
