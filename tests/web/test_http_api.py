"""The HTTP API gives what the library gives, and refuses bad requests in one sentence."""

from __future__ import annotations

import json
import socket
import urllib.request
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest
from conftest import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import cq
from cq.web import stored_worlds
from cq.web.limits import MAX_BYTES
from cq.world.palette import COLOURS

BLOCKS = [[-3, 63, 0, "red"], [2, 63, 1, "yellow"], [4, 63, 4, "yellow"]]
WORLD = cq.World.parse(BLOCKS)
UNCLEAR = "Break the yellow one"
CLEAR = "Put a blue block on top of the red one"


def test_classify_gives_the_verdict_with_words_and_blocks(send):
    status, verdict = send("classify", {"instruction": UNCLEAR, "world": BLOCKS})
    clarity = cq.classify(UNCLEAR, WORLD)
    assert status == 200
    assert (verdict["is_clear"], verdict["reasons"]) == (clarity.is_clear, list(clarity.reasons))
    assert verdict["p_unclear"] == pytest.approx(clarity.p_unclear, abs=1e-4)
    assert verdict["evidence"] == [
        {
            "text": "“the yellow one” could be any of 2 blocks",
            "words": "the yellow one",
            "blocks": [[2, 63, 1], [4, 63, 4]],
            "in_the_way": True,
        }
    ]


def test_the_cost_of_asking_is_the_threshold(send):
    body = {"instruction": UNCLEAR, "world": BLOCKS, "cost_of_asking": 0.9}
    assert send("classify", body)[1]["threshold"] == 0.9


def test_rank_orders_a_bank_of_the_visitor(send):
    questions = {"wall": "How long is the wall?", "tower": "Shall I remove the tower?"}
    status, ranked = send("rank", {"instruction": "Build a wall", "world": BLOCKS, "questions": questions})
    assert status == 200
    assert [one["qid"] for one in ranked] == ["wall", "tower"]
    assert [one["rank"] for one in ranked] == [1, 2]


TOPICS = ["How long is the wall?", "Which yellow block do you mean?", "Shall I remove the tower?"]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_rerank_ranks_as_the_library_in_the_form_of_cohere(send, version):
    body = {"model": "any", "query": UNCLEAR, "documents": [TOPICS[0], {"text": TOPICS[1]}, TOPICS[2]]}
    status, ranked = send(f"/{version}/rerank", body | {"world": BLOCKS})
    ours = cq.rank(dict(zip("012", TOPICS, strict=True)), UNCLEAR, WORLD)
    assert (status, set(ranked)) == (200, {"id", "results", "meta"})
    assert [one["index"] for one in ranked["results"]] == [int(one.qid) for one in ours]
    assert [one["relevance_score"] for one in ranked["results"]] == pytest.approx([one.score for one in ours])
    assert ranked["results"][0]["index"] == 1
    first = send(f"/{version}/rerank", body | {"world": BLOCKS, "top_n": 1})[1]
    assert first["results"] == ranked["results"][:1]
    assert first["id"] != ranked["id"]


def test_rerank_keeps_equal_documents_apart(send):
    results = send("/v1/rerank", {"query": UNCLEAR, "documents": [TOPICS[1]] * 12})[1]["results"]
    assert [one["index"] for one in results] == list(range(12))


EMPTY = ["", " ", "\n\t"]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_rerank_puts_empty_documents_last(send, version):
    documents = [EMPTY[0], TOPICS[0], {"text": EMPTY[1]}, TOPICS[1], EMPTY[2]]
    status, ranked = send(f"/{version}/rerank", {"query": UNCLEAR, "documents": documents, "world": BLOCKS})
    assert status == 200
    assert [one["index"] for one in ranked["results"]] == [3, 1, 0, 2, 4]
    assert [one["relevance_score"] for one in ranked["results"][2:]] == [0, 0, 0]
    whole = send(f"/{version}/rerank", {"query": UNCLEAR, "documents": TOPICS[:2], "world": BLOCKS})[1]
    assert ranked["results"][0]["relevance_score"] == pytest.approx(whole["results"][0]["relevance_score"])
    nothing = send(f"/{version}/rerank", {"query": UNCLEAR, "documents": EMPTY})[1]["results"]
    assert [(one["index"], one["relevance_score"]) for one in nothing] == [(0, 0), (1, 0), (2, 0)]
    few = {"query": UNCLEAR, "documents": documents, "top_n": 3}
    assert len(send(f"/{version}/rerank", few)[1]["results"]) == 3


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_rerank_takes_the_fields_of_cohere_s_clients(send, version):
    documents = [{"title": "Size", "body": TOPICS[0]}, {"title": "Which", "body": TOPICS[1]}, {"body": None}]
    body = {"query": UNCLEAR, "documents": documents, "rank_fields": ["body"], "world": BLOCKS}
    body |= {"return_documents": True, "max_chunks_per_doc": 10, "model": "rerank-english-v3.0"}
    status, ranked = send(f"/{version}/rerank", body)
    assert status == 200
    assert [(one["index"], one["document"]) for one in ranked["results"]] == [
        (1, {"text": TOPICS[1]}),
        (0, {"text": TOPICS[0]}),
        (2, {"text": ""}),
    ]
    both = body | {"rank_fields": ["title", "body"]}
    assert send(f"/{version}/rerank", both)[1]["results"][0]["document"]["text"] == f"Which\n{TOPICS[1]}"
    without = send(f"/{version}/rerank", body | {"return_documents": False})[1]["results"]
    assert {one.get("document") for one in without} == {None}
    assert send(f"/{version}/rerank", body | {"rank_fields": ["title"]})[0] == 422


def test_rerank_takes_a_thousand_documents(send):
    documents = [f"Which of the {i} blocks?" for i in range(1_000)]
    status, ranked = send("/v2/rerank", {"query": UNCLEAR, "documents": documents, "top_n": 5})
    assert (status, len(ranked["results"])) == (200, 5)


@pytest.mark.parametrize("kind", ["Client", "ClientV2"])
def test_clients_of_cohere_rerank_at_our_address(server, kind):
    cohere = pytest.importorskip("cohere")
    client = getattr(cohere, kind)("no key", base_url=server.rstrip("/"))
    found = client.rerank(model="cq", query=UNCLEAR, documents=TOPICS, top_n=2)
    assert found.results[0].index == 1
    assert len(found.results) == 2
    assert 0 < found.results[1].relevance_score < found.results[0].relevance_score < 1
    with pytest.raises(cohere.UnprocessableEntityError, match="top_n"):
        client.rerank(model="cq", query=UNCLEAR, documents=TOPICS, top_n=0)


def test_build_gives_the_world_the_actions_and_the_plan(send):
    status, built = send("build", {"instruction": CLEAR, "world": BLOCKS})
    assert status == 200
    assert cq.World.parse(built["world"]).grid.tolist() == cq.build(CLEAR, WORLD).grid.tolist()
    assert built["actions"] == [{"kind": "place", "x": -3, "y": 64, "z": 0, "level": 2, "colour": "blue"}]
    likeliest = max(built["plan"], key=lambda change: change["probability"])
    assert (likeliest["x"], likeliest["y"], likeliest["z"], likeliest["colour"]) == (-3, 64, 0, "blue")
    assert all(0 < change["probability"] <= 1 for change in built["plan"])


def test_ask_hears_what_was_said_before(send):
    said = [["architect", UNCLEAR], ["builder", "Which yellow block do you mean?"]]
    body = {"instruction": "the one by the east edge", "world": BLOCKS, "dialogue": said}
    status, turn = send("ask", body)
    assert status == 200
    assert (turn["action"], turn["is_answer"], turn["said_before"]) == ("build", True, 2)
    assert [(a["kind"], a["x"], a["z"]) for a in turn["build"]["actions"]] == [("break", 4, 4)]


def rounded(value):
    """A JSON value with its numbers to two digits."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return round(value, 2) if isinstance(value, float) else value


def test_a_dialogue_goes_as_in_the_library(send):
    ours = cq.Dialogue(WORLD, cost_of_asking=0.4)
    asked = ours.say(UNCLEAR)
    first = send("dialogue", {"world": BLOCKS, "cost_of_asking": 0.4, "say": UNCLEAR})[1]
    assert first["question_is_open"]
    assert first["turns"][0]["question"]["text"] == asked.question.text
    assert [o["text"] for o in first["turns"][0]["question"]["options"]] == [
        o.text for o in asked.question.options
    ]
    second = send("dialogue", {"dialogue": first["dialogue"], "answer": 2})[1]
    ours.answer(2)
    # Processes add in another order: the last digits of a probability may differ.
    assert rounded(second["dialogue"]) == rounded(ours.to_dict())
    assert cq.World.parse(second["world"]) == ours.world
    assert [len(first["turns"]), len(second["turns"])] == [1, 1]

    shown = send("dialogue", {"dialogue": second["dialogue"]})[1]
    assert [turn["said"] for turn in shown["turns"]] == [UNCLEAR, asked.question.options[1].text]
    assert [turn["said_before"] for turn in shown["turns"]] == [0, 2]
    undone = send("dialogue", {"dialogue": second["dialogue"], "undo": True})[1]
    assert undone["dialogue"] == first["dialogue"]


def test_a_turn_tells_the_best_guess_and_what_it_took_for_granted(send):
    status, asked = send("ask", {"instruction": UNCLEAR, "world": BLOCKS})
    ours = cq.ask(UNCLEAR, WORLD)
    assert status == 200
    assert asked["question"]["short"] == ours.question.asked
    assert asked["assumptions"] == asked["guess"]["assumptions"] == list(ours.assumptions)
    assert asked["guess"]["probability"] == pytest.approx(ours.guess.probability, abs=1e-4)
    assert [(one["kind"], one["x"], one["z"]) for one in asked["guess"]["actions"]] == [
        (one.kind, one.x, one.z) for one in ours.guess.build.actions
    ]
    never = {"instruction": UNCLEAR, "world": BLOCKS, "max_questions": 0}
    actions = [send("ask", never | {"on_unsure": one})[1]["action"] for one in ("build", "refuse")]
    assert actions == ["build", "refuse"]
    talk = send("dialogue", {"world": BLOCKS, "say": UNCLEAR, "max_questions": 0, "on_unsure": "refuse"})[1]
    assert talk["turns"][0]["action"] == "refuse"
    assert talk["dialogue"]["on_unsure"] == "refuse"


def test_a_dropped_question_counts_among_what_was_said_before(send):
    first = send("dialogue", {"world": BLOCKS, "say": UNCLEAR})[1]
    second = send("dialogue", {"dialogue": first["dialogue"], "say": CLEAR})[1]
    assert [turn["said_before"] for turn in second["turns"]] == [3]
    assert second["turns"][0]["action"] == "build"


def test_score_tells_what_differs(send):
    built = [[-3, 63, 0, "red"], [2, 63, 1, "blue"]]
    status, scores = send("score", {"built": built, "target": BLOCKS, "start": None})
    assert status == 200
    assert scores["maximal_intersection"] == 1
    assert scores["missing"] == [[2, 63, 1, "yellow"], [4, 63, 4, "yellow"]]
    assert scores["superfluous"] == [[2, 63, 1, "blue"]]
    assert scores["changed_f1"] is None


def test_examples_and_tasks_can_be_opened(send, towers):
    names = {one["id"]: one["names"] for one in send("worlds")[1]}
    for name in names["examples"]:
        assert send(f"worlds/examples/{name}")[0] == 200
    opened = send("worlds/examples/towers")[1]
    assert cq.World.parse(opened["world"]) == cq.World.parse(towers)
    assert list(names["tasks"]) == [f"C{i}" for i in range(1, 158)]


def test_a_row_of_a_data_set_can_be_opened(send, singleturn):
    status, row = send("worlds/singleturn/3")
    assert status == 200
    assert row["instruction"] == singleturn[3]["instruction"]
    assert cq.World.parse(row["target"]).grid.tolist() == singleturn[3]["target"]
    assert "pos" in row["world"]["avatarInfo"]
    assert send(f"worlds/singleturn/{len(singleturn)}")[0] == 404


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("classify", {"instruction": "  "}, 400, "holds no words"),
        ("classify", {"instruction": ""}, 422, "instruction"),
        ("classify", {"instruction": "x" * 10_001}, 422, "10000 characters"),
        ("classify", {"instrucion": "Build a wall"}, 422, "instruction: field required"),
        ("classify", {"instruction": UNCLEAR, "wrold": []}, 422, "wrold"),
        ("classify", {"instruction": UNCLEAR, "cost_of_asking": 2}, 422, "less than 1"),
        ("classify", {"instruction": UNCLEAR, "world": "/etc/hostname"}, 422, "world"),
        ("classify", {"instruction": UNCLEAR, "world": [[0, 63, 0, "pink"]]}, 400, "pink"),
        ("classify", {"instruction": UNCLEAR, "world": [[0, 99, 0, "red"]]}, 400, "zone"),
        ("classify", {"instruction": UNCLEAR, "dialogue": [["me", "Hm"]]}, 400, "me"),
        ("rank", {"instruction": UNCLEAR, "questions": "bank.csv"}, 422, "questions"),
        ("rank", {"instruction": UNCLEAR, "questions": []}, 400, "empty"),
        ("rank", {"instruction": UNCLEAR, "questions": ["Which one?"] * 501}, 422, "500"),
        ("/v1/rerank", {"documents": ["Which one?"]}, 422, "query: field required"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": []}, 400, "empty"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Which one?"] * 1001}, 422, "1000"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["x" * 10_001]}, 422, "document 0 has 10,001"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Hm?", {"title": "Which?"}]}, 422, "document 1 has"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Hm?", 7]}, 422, "documents[1]"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Hm?"], "rank_fields": []}, 422, "rank_fields"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Which?"], "top_k": 1}, 422, "top_k"),
        ("/v1/rerank", {"query": UNCLEAR, "documents": ["Hm?"], "world": [[0, 99, 0, "red"]]}, 400, "zone"),
        ("classify", {"instruction": UNCLEAR, "cost_of_asking": "0.3"}, 422, "cost_of_asking"),
        ("world", {"world": [], "zone": {"width": "9", "depth": 9, "height": 9}}, 422, "zone"),
        ("world", {"world": [], "palette": {"x" * 5_000: 1}}, 400, "40 characters"),
        ("world", {"world": [[0, 62, 0, "red"]]}, 400, "ground"),
        ("dialogue", {"say": UNCLEAR, "undo": True}, 400, "give one"),
        ("dialogue", {"answer": 1}, 400, "without a question"),
        ("dialogue", {"answer": True}, 422, "answer"),
        ("dialogue", {"undo": True}, 400, "nothing is left to undo"),
        ("dialogue", {"dialogue": {"version": 7}}, 400, "version"),
        ("dialogue", {"dialogue": {"version": 1}, "world": []}, 400, "already"),
        ("dialogue", {"dialogue": {"version": 1}, "on_unsure": "build"}, 400, "already"),
        ("dialogue", {"say": UNCLEAR, "on_unsure": "weep"}, 422, "'build' or 'refuse'"),
        ("dialogue", {"dialogue": {"version": 1, "steps": [0] * 501}}, 400, "501"),
        ("worlds/examples/none", None, 404, "towers, bridge, house"),
        ("worlds/none/1", None, 404, "examples"),
        ("worlds/tasks/C158", None, 404, "C157"),
        ("none", None, 404, "Not Found"),
    ],
)  # fmt: skip
def test_bad_requests_get_one_clear_sentence(send, path, body, status, words):
    got, answer = send(path, body)
    assert (got, list(answer)) == (status, ["error"])
    assert words in answer["error"]
    assert "\n" not in answer["error"]


def test_a_body_that_is_not_json_is_refused(send):
    for body, words in (
        (b"{bad", "is not valid JSON: Expecting property name"),
        (b"\xff", "is not valid JSON: 'utf-8' codec can't decode byte 0xff"),
        (b"[" * 100_000, "is nested too deeply to be read"),
        (b'{"world": ' + b"9" * 5_000 + b"}", "is not valid JSON: Exceeds the limit (4300 digits)"),
        (b'{"world": null, "world": []}', "the key 'world' is there twice; remove one"),
        (b"", "the request has no body; send a JSON object"),
    ):
        status, answer = send("world", body)
        assert (status, list(answer)) == (422, ["error"])
        assert words in answer["error"]
        assert "sys." not in answer["error"]


@pytest.mark.parametrize("opening", ["[", '{"a": '])
def test_json_nested_around_the_limit_of_the_interpreter_is_refused(send, opening):
    """Some depths can be read and then not be written; which ones depends on the calls before."""
    closing = "]" if opening == "[" else "}"
    for depth in (100, 480, *range(930, 1000), 5_000):
        nested = opening * depth + "1" + closing * depth
        status, answer = send("world", f'{{"world": {nested}}}'.encode())
        assert status in (400, 422), depth
        assert list(answer) == ["error"]
        assert "\n" not in answer["error"]


@pytest.mark.parametrize("label", ["text/plain", "application/x-www-form-urlencoded", "multipart/mixed", ""])
@pytest.mark.parametrize(
    "path", ["classify", "rank", "/v1/rerank", "build", "ask", "dialogue", "score", "world"]
)
def test_a_body_that_is_not_labelled_as_json_is_refused(send, path, label):
    for body in ({"instruction": UNCLEAR}, b"\xff\xfe"):
        status, answer = send(path, body, **{"Content-Type": label})
        assert (status, list(answer)) == (422, ["error"])
        assert "Content-Type: application/json" in answer["error"]


def test_large_requests_are_refused_however_they_are_sent(send):
    assert send("world", b" " * (MAX_BYTES + 1)) == (
        413,
        {"error": "the request has more than 1,000,000 bytes; send less"},
    )
    chunks = (b" " * 100_000 for _ in range(11))
    assert send("world", chunks)[0] == 413


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(COLOURS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
FIELDS = (
    "instruction",
    "query",
    "documents",
    "world",
    "dialogue",
    "questions",
    "say",
    "answer",
    "built",
    "target",
    "steps",
)


@examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(["classify", "rank", "/v1/rerank", "build", "ask", "dialogue", "score", "world"]),
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4),
)
def test_no_json_makes_the_server_fail(send, path, body):
    status, answer = send(path, body)
    assert status in (200, 400, 422)
    assert status == 200 or list(answer) == ["error"]


@pytest.mark.parametrize("text", ["\ud800", "Build \udfff a wall"])
def test_half_a_character_is_refused(send, text):
    assert send("classify", {"instruction": text})[0] == 422
    assert send("dialogue", {"dialogue": {"version": text}})[0] == 422
    assert send("world", {"world": {text: 1}})[0] == 422


def test_the_documentation_is_served_from_the_package(server, send):
    with urllib.request.urlopen(f"{server}api/docs") as response:
        html = response.read().decode()
    assert "http://" not in html
    assert "https://" not in html
    paths = send("openapi.json")[1]["paths"]
    assert {f"/api/{name}" for name in ("classify", "rank", "build", "ask", "dialogue")} <= set(paths)


def test_a_foreign_host_name_is_refused(server):
    request = urllib.request.Request(server, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="400") as refused:
        urllib.request.urlopen(request)
    assert "'evil.example' is not this machine" in json.load(refused.value)["error"]


def test_the_page_allows_nothing_from_elsewhere(server):
    with urllib.request.urlopen(server) as response:
        policy = response.headers["Content-Security-Policy"]
        html = response.read().decode()
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "//" not in html.replace("<!doctype html>", "")


def test_an_address_in_use_is_an_error_that_names_the_remedy(server):
    from cq.web.server import listen

    port = int(server.rstrip("/").rpartition(":")[2])
    with pytest.raises(cq.InputError, match="--port"):
        listen("127.0.0.1", port)
    with pytest.raises(cq.InputError, match="--host"):
        listen("no such host", 0)


def test_a_turn_tells_what_was_read_and_what_it_refers_to(send):
    start = [[2, 63, 1, "yellow"], [4, 63, 4, "red"]]
    talk = send("dialogue", {"world": start, "say": "Put a blue block on the red block"})[1]
    assert talk["turns"][0]["reading"] == {
        "is_read": True, "words": "put a blue block on the red block", "unread": [], "refers": []
    }  # fmt: skip
    refers = [{"words": "it", "blocks": [[4, 64, 4]]}]
    status, found = send("classify", {"after": talk["dialogue"], "instruction": "paint it green"})
    reading = {"is_read": True, "words": None, "unread": [], "refers": refers}
    assert (status, found["reading"]) == (200, reading)
    talk = send("dialogue", {"dialogue": talk["dialogue"], "say": "paint it green"})[1]
    assert talk["turns"][0]["reading"]["refers"] == refers
    found = send("classify", {"instruction": "put a blue block beside the frobnicator", "world": start})[1]
    assert "frobnicator" in found["reading"]["unread"]
    status, found = send("classify", {"after": talk["dialogue"], "instruction": "paint it", "world": start})
    assert (status, "without others" in found["error"]) == (400, True)


def test_the_goals_can_be_built(send):
    goals = next(one for one in send("worlds")[1] if one["id"] == "goals")
    assert len(goals["names"]) == 12
    for name in goals["names"]:
        found = send(f"worlds/goals/{name}")[1]
        start, target = cq.World.parse(found["world"]), cq.World.parse(found["target"])
        assert 1 <= (start.grid != target.grid).sum() <= 20


def test_a_request_of_two_lengths_is_refused(server):
    """A proxy in front may believe one and the server the other, and take a part for another's request."""
    body = b'{"world": null}'
    sent = b"POST /api/world HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent += b"Content-Length: 15\r\nTransfer-Encoding: chunked\r\n\r\nf\r\n" + body + b"\r\n0\r\n\r\n"
    address = urlsplit(server)
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        assert response.status == 400
        assert "send one of them" in json.load(response)["error"]
        assert connection.recv(100) == b""  # What comes behind it is not read.


START = b"POST /api/world HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        (START + b"X: " + b"x" * 40_000 + b"\r\nContent-Length: 15\r\n\r\n" + b'{"world": null}', 400, "16"),
        (b"GET /?" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "16"),
        (START + b"Content-Length: 15\r\nContent-Length: 16\r\n\r\n", 400, "one length"),
        (START + b"Content-Length: -1\r\n\r\n", 400, "one length"),
        (START + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", 400, "not valid HTTP"),
        (START + b"Transfer-Encoding: chunked\r\n\r\n100000\r\n" + b" " * 0x100000, 413, "1,000,000 bytes"),
    ],
    ids=["long head", "long address", "two lengths", "negative", "bad chunk", "no last chunk"],
)
def test_what_is_no_request_or_too_large_is_refused_in_json_soon(server, sent, status, words):
    address = urlsplit(server)
    with socket.create_connection((address.hostname, address.port), timeout=10) as connection:
        connection.sendall(sent)
        response = HTTPResponse(connection)
        response.begin()
        assert response.status == status
        assert words in json.load(response)["error"]
        assert connection.recv(100) == b""


def test_the_ground_of_a_world_can_be_given(send):
    status, given = send("world", {"world": [[0, 1, 0, "red"]], "ground": 0})
    assert (status, given["world"]["worldEndingState"]["blocks"]) == (200, [[0, 64, 0, 60]])


def test_a_bank_of_too_much_text_is_refused(send):
    status, told = send("rank", {"instruction": "Build it", "questions": ["a question? " * 150] * 100})
    assert status == 422
    assert "questions: they have 180,000 characters in all; give at most 100,000" in told["error"]
    documents = {"query": "Build it", "documents": [{"text": "a question? " * 150}] * 100}
    assert send("/v2/rerank", documents)[0] == 422


def test_no_error_names_a_folder_of_this_machine(send, monkeypatch, tmp_path):
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    for cached in (stored_worlds._singleturn, stored_worlds._multiturn):
        cached.cache_clear()
    for name in ("singleturn/0", "multiturn/0"):
        status, told = send(f"worlds/{name}")
        assert status == 404
        assert "cq data download" in told["error"]
        assert str(tmp_path) not in told["error"]
    (tmp_path / "iglu_singleturn.zip").write_bytes(b"no archive")
    status, told = send("worlds/singleturn/0")
    assert status in (400, 404)
    assert str(tmp_path) not in told["error"]
