"""Language models as parts: their good answers are used, their bad ones change nothing."""

from __future__ import annotations

import json
import time

import pytest

import cq
import cq.llm
from cq.building import LanguageBuilder
from cq.llm import ModelArchitect, ModelAsker, ModelBuilder, ModelReader

YELLOWS = [(5, 63, 3, "yellow"), (-4, 63, 4, "yellow"), (2, 63, 1, "blue")]
ODD = "Kindly vaporise yon canary cube"
REMOVE = {
    "type": "Program",
    "commands": [
        {
            "type": "Remove",
            "ref": {"type": "Ref", "noun": "block", "quantifier": "the", "colours": ["yellow"]},
        }
    ],
}


class Sure:
    def classify(self, instructions, cost_of_asking=None):
        return [cq.Clarity(True, 0.1, 0.5) for _ in instructions]


class NoOrder:
    def rank(self, bank, instructions, *, top_k=None):
        return [[] for _ in instructions]


class Model:
    """Says one text after the other, the last one for ever."""

    def __init__(self, *texts):
        self.texts, self.heard = list(texts), []

    def __call__(self, messages):
        self.heard.append(messages)
        said = self.texts[min(len(self.heard), len(self.texts)) - 1]
        if isinstance(said, Exception):
            raise said
        if isinstance(said, float):
            time.sleep(said)
            return ""
        return said


def pipeline(reader=None, builder=None):
    return cq.Pipeline(None, Sure(), NoOrder(), builder or LanguageBuilder(), reader=reader)


BAD = [
    RuntimeError("down"),
    1.0,
    "I am sorry, I cannot help with that.",
    "Well {well} {" * 2000,
    '{"type": "Program", "commands": [{"type": "Explode"}]}',
    "{" * 50_000,
    '{"place": [[99, 63, 0, "red"]]}',
    '{"place": [[2, 63, 1, "red"]]}',
    '{"remove": [[0, 63, 0]]}',
    None,
]


def test_what_the_model_reads_leaves_open_what_we_ask():
    model = Model(f"Sure! ```json\n{json.dumps(REMOVE)}```")
    talk = cq.Dialogue(YELLOWS, pipeline=pipeline(ModelReader(model)))
    turn = talk.say(ODD)
    assert turn.question.text.startswith("Which yellow block do you mean")
    assert talk.answer(1).action == "build"
    assert len(model.heard) == 1


def test_what_is_wrong_is_named_once():
    model = Model('{"type": "Program", "commands": [{"type": "Explode"}]}', json.dumps(REMOVE))
    assert pipeline(ModelReader(model)).ask(ODD, YELLOWS).action == "ask"
    assert "Explode" in model.heard[1][-1]["content"]


def test_what_the_rules_read_needs_no_model():
    model = Model(json.dumps(REMOVE))
    assert pipeline(ModelReader(model)).ask("Put a red block on the blue block", YELLOWS).action == "build"
    assert model.heard == []


@pytest.mark.parametrize("said", BAD)
def test_bad_answers_of_a_reader_and_a_builder_build_nothing(said):
    model = Model(said)
    own = pipeline(ModelReader(model, seconds=0.2), ModelBuilder(model, seconds=0.2))
    turn = own.ask("Make something nice", YELLOWS)
    assert (turn.action, turn.build) == ("refuse", None)
    assert 1 <= len(model.heard) <= 3


def test_a_builder_builds_what_fits():
    model = Model('{"place": [[0, 63, 0, "red"]], "remove": [[2, 63, 1]]}')
    build = pipeline(None, ModelBuilder(model)).ask("Make something nice", YELLOWS).build
    assert [str(one) for one in build.actions] == [
        "break the block at x 2, z 1, level 1",
        "place red at x 0, z 0, level 1",
    ]


def test_an_architect_answers_in_one_line():
    assert (
        ModelArchitect([], YELLOWS, Model("The eastern one.\nBecause …")).answer("Which?")
        == "The eastern one."
    )
    assert ModelArchitect([], YELLOWS, Model(RuntimeError())).answer("Which?") == "I don't know"


@pytest.fixture(params=["called", "over HTTP"])
def served(request):
    """`served(script)` gives a `Model` as it is, or from a server that speaks the protocol of OpenAI."""
    if request.param == "called":
        yield lambda script: script
        return
    pytest.importorskip("litellm")
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    servers = []

    def serve(script):
        class Recorded(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                try:
                    status, content = 200, script(body["messages"])
                except RuntimeError:
                    status, content = 500, None
                message = {"role": "assistant", "content": content}
                choices = [{"index": 0, "finish_reason": "stop", "message": message}]
                head = {"id": "1", "object": "chat.completion", "created": 0, "model": "m"}
                sent = json.dumps({**head, "choices": choices}).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Recorded)
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/v1"
        return cq.llm.chat("openai/m", api_base=address, api_key="none")

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def test_a_server_that_speaks_the_protocol_of_openai(served):
    turn = pipeline(ModelReader(served(Model(json.dumps(REMOVE))))).ask(ODD, YELLOWS)
    assert turn.question.text.startswith("Which yellow block do you mean")


BANK = {"wall": "How long is the wall?", "which": "Which yellow block?", "colour": "Which colour?"}
UNCLEAR = "Break the yellow one"


def asked_by(model, seconds=20.0):
    """The ids of the bank in the order in which an asker puts them."""
    own = cq.Pipeline(None, Sure(), ModelAsker(model, seconds), LanguageBuilder())
    ranked = own.rank(BANK, UNCLEAR, YELLOWS)
    assert [one.rank for one in ranked] == [1, 2, 3]
    assert sum(one.score for one in ranked) == pytest.approx(1)
    return [one.qid for one in ranked]


def test_an_asker_puts_first_what_the_model_names(served):
    script = Model('Of course: {"best": ["which", "colour", "which"]}')
    assert asked_by(served(script)) == ["which", "colour", "wall"]
    (heard,) = script.heard
    assert f"architect: {UNCLEAR}" in heard[-1]["content"]
    assert BANK["colour"] in heard[-1]["content"]


def test_an_asker_is_told_what_is_wrong_once(served):
    script = Model('{"best": ["that one"]}', '{"best": ["colour"]}')
    assert asked_by(served(script)) == ["colour", "wall", "which"]
    assert "that one" in script.heard[1][-1]["content"]


@pytest.mark.parametrize(
    "said",
    [
        RuntimeError("down"),
        3.0,
        "I am sorry, I cannot help with that.",
        "Let me think. " * 20_000,
        "Well {well} {" * 2_000,
        '{"best": ["none of them"]}',
        '{"best": []}',
        '{"best": [["which"]]}',
        None,
    ],
    ids=["broken", "slow", "refusing", "rambling", "braces", "unknown", "empty", "nested", "silent"],
)
def test_bad_answers_of_an_asker_leave_the_order_of_the_bank(served, said):
    script = Model(said)
    asker = ModelAsker(served(script), 1.0 if said == 3.0 else 20.0)
    own = cq.Pipeline(None, Sure(), asker, LanguageBuilder())
    turn = own.ask(UNCLEAR, YELLOWS, BANK)
    assert turn.question.text == BANK["which"]
    assert [one.qid for one in turn.questions] == list(BANK)
    assert 1 <= len(script.heard) <= 3


def test_reader_asker_and_builder_share_three_calls(served):
    script = Model("Hm.")
    model = served(script)
    own = cq.Pipeline(None, Sure(), ModelAsker(model), ModelBuilder(model), reader=ModelReader(model))
    turn = own.ask("Build a gloop on the yellow one", YELLOWS, BANK)
    assert (turn.action, turn.build) == ("ask", None)
    assert [one.qid for one in turn.questions] == list(BANK)
    assert len(script.heard) == 3
