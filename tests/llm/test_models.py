"""Language models as parts: their good answers are used, their bad ones change nothing."""

from __future__ import annotations

import json
import time

import pytest

import cq
import cq.llm
from cq.building import LanguageBuilder
from cq.llm import ModelArchitect, ModelBuilder, ModelReader

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


def test_a_server_that_speaks_the_protocol_of_openai():
    pytest.importorskip("litellm")
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    class Recorded(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            message = {"role": "assistant", "content": json.dumps(REMOVE)}
            choices = [{"index": 0, "finish_reason": "stop", "message": message}]
            body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": choices}
            sent = json.dumps(body).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(sent)))
            self.end_headers()
            self.wfile.write(sent)

        def log_message(self, *_):
            pass

    serving = HTTPServer(("127.0.0.1", 0), Recorded)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    model = cq.llm.chat("openai/m", api_base=f"http://127.0.0.1:{serving.server_port}/v1", api_key="none")
    turn = pipeline(ModelReader(model)).ask(ODD, YELLOWS)
    serving.shutdown()
    assert turn.question.text.startswith("Which yellow block do you mean")
