"""The chat for programs."""

from games.chat.models import Mute, Report
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


def test_a_program_mutes_a_writer_lists_whom_it_mutes_and_hears_them_again(talk: Talk) -> None:
    number = talk.said(talk.ada, "hello")
    bob, path = Program.of(talk.bob), f"games/{talk.game.public_id}/chat/"
    muted = bob.post(f"{path}{number}/mute/", Idempotency_Key="m")
    (listed,) = muted.json()["muted"]
    assert muted.status_code == 200 and listed["name"] == "Ada" and listed["since"].endswith("Z")
    again = bob.post(f"{path}{number}/mute/", Idempotency_Key="m")
    assert again.json() == muted.json() and again["Idempotency-Replayed"] == "true"
    assert bob.get(path).json()["messages"] == [] and "hello" not in talk.page(talk.bob)
    reader = Program.of(talk.bob, READ)
    told = reader.get("account/muted/")
    assert told.json() == muted.json()
    assert reader.get("account/muted/", If_None_Match=told["ETag"]).status_code == 304
    assert Program.of(talk.ada).get("account/muted/").json() == {"muted": []}
    assert bob.delete("account/muted/ada/").json() == {"muted": []}
    assert [message["text"] for message in bob.get(path).json()["messages"]] == ["hello"]


def test_a_program_reports_a_message_once(talk: Talk) -> None:
    number = talk.said(talk.ada, "hello")
    eve, path = Program.of(talk.eve), f"games/{talk.game.public_id}/chat/"
    for _ in range(2):
        assert eve.post(f"{path}{number}/report/").json() == {"done": True}
    assert [(each.message.number, each.by) for each in Report.objects.all()] == [(number, talk.eve)]
    shown = [Program.of(user).get(path).json()["messages"][0]["reported"] for user in (talk.eve, talk.bob)]
    assert shown == [True, False]


def test_what_cannot_be_done_about_a_message_is_refused_with_its_reason(talk: Talk) -> None:
    number = talk.said(talk.ada, "hello")
    ada, bob, eve = (Program.of(user) for user in (talk.ada, talk.bob, talk.eve))
    path = f"games/{talk.game.public_id}/chat/"
    for act in ("mute", "report"):
        refused(Program().post(f"{path}{number}/{act}/"), 401, "not_authenticated")
        refused(Program.of(talk.bob, READ).post(f"{path}{number}/{act}/"), 403, "insufficient_scope")
        refused(ada.post(f"{path}{number}/{act}/"), 409, "wrong_time")
        for none in (number + 1, 10**17):
            refused(bob.post(f"{path}{none}/{act}/"), 404, "no_such_message")
        refused(bob.post(f"games/222222222222/chat/{number}/{act}/"), 404, "no_such_game")
        refused(bob.post(f"{path}0/{act}/"), 404, "not_found")
    refused(Program().get("account/muted/"), 401, "not_authenticated")
    refused(bob.delete("account/muted/Ada/"), 404, "not_muted")
    refused(bob.delete("account/muted/a%00b/"), 404, "not_found")
    for _ in range(10):
        assert eve.post(f"{path}{number}/report/").status_code == 200
        Report.objects.all().delete()
    refused(eve.post(f"{path}{number}/report/"), 429, "limit_reached")
    assert not Mute.objects.exists() and not Report.objects.exists()
