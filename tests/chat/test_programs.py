"""The chat for programs."""

from tests.api.conftest import READ, Program, refused
from tests.chat.conftest import Talk


def test_a_program_writes_and_reads_on_from_the_last_number_it_has(talk: Talk) -> None:
    ada, bob = Program.of(talk.ada), Program.of(talk.bob)
    path = f"games/{talk.game.public_id}/chat/"
    written = ada.post(path, {"text": " hello <b> "}, Idempotency_Key="k")
    assert written.status_code == 200
    told = written.json()
    assert (told["number"], told["text"], told["name"], told["yours"]) == (1, "hello <b>", "Ada", True)
    assert talk.game.seats.get(number=told["seat"]).user == talk.ada
    again = ada.post(path, {"text": " hello <b> "}, Idempotency_Key="k")
    assert again.json() == told and again["Idempotency-Replayed"] == "true"
    for number in (2, 3, 4):
        assert bob.post(path, {"text": f"number {number}"}).json()["number"] == number
    page = Program().get(path)
    assert [m["number"] for m in page.json()["messages"]] == [1, 2, 3, 4] and not page.json()["more"]
    assert Program().get(path, If_None_Match=page["ETag"]).status_code == 304
    after = bob.get(f"{path}?after=1&limit=2").json()
    assert [(m["number"], m["yours"]) for m in after["messages"]] == [(2, True), (3, True)] and after["more"]
    assert [m["number"] for m in bob.get(f"{path}?before=3&limit=1").json()["messages"]] == [2]


def test_refusals_are_problem_documents(talk: Talk) -> None:
    path = f"games/{talk.game.public_id}/chat/"
    ada = Program.of(talk.ada)
    refused(Program().post(path, {"text": "x"}), 401, "not_authenticated")
    refused(Program.of(talk.ada, READ).post(path, {"text": "x"}), 403, "insufficient_scope")
    refused(Program.of(talk.eve).post(path, {"text": "x"}), 403, "not_seated")
    refused(ada.post(path, {"text": "x" * 501}), 400, "malformed_request")
    refused(ada.post(path, {"text": "a\0b"}), 400, "bad_choice")
    refused(ada.post(path, {"text": "\u202e"}), 400, "bad_choice")
    refused(ada.get(f"{path}?after=-1"), 400, "malformed_request")
    for _ in range(5):
        assert ada.post(path, {"text": "x"}).status_code == 200
    refused(ada.post(path, {"text": "x"}), 429, "limit_reached")


def test_who_is_muted_is_muted_for_programs_too(talk: Talk) -> None:
    talk.about(talk.bob, mute=talk.said(talk.ada, "hello"))
    path = f"games/{talk.game.public_id}/chat/"
    assert Program.of(talk.bob).get(path).json() == {"messages": [], "more": False}
    assert len(Program.of(talk.eve).get(path).json()["messages"]) == 1
    talk.eve.table_chat = False
    talk.eve.save()
    assert Program.of(talk.eve).get(path).json()["messages"] == []
