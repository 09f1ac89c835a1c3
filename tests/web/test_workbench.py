"""The workbench without a browser: every page, every answer, what is refused, and long work from start to end."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from urllib.parse import quote

import httpx
import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.app.ask import answer_question
from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments, parse_request, request_fields, to_json, to_query
from kibitz.core.question import Cost
from kibitz.games.backgammon.questions.matches import SHORT_MATCH
from kibitz.web.openapi import openapi_document

DECISIONS = "\n".join(
    json.dumps({"utilities": [0.6, 0.55, 0.4], "chosen": [0, 0, 0, 1, 2][i % 5], "unit": "win", "event": f"e{i}"})
    for i in range(40)
)


@pytest.fixture(scope="module")
def page(workbench: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=workbench, timeout=300) as client:
        yield client


def instant() -> list[str]:
    result = []
    for entry in ENTRIES:
        kind = request_type(entry.path)
        if parse_request(kind, example_arguments(kind)).cost() is Cost.INSTANT:
            result.append(entry.path)
    return result


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.path)
def test_every_question_has_a_page_that_opens_at_once(page: httpx.Client, entry) -> None:  # type: ignore[no-untyped-def]
    reply = page.get(f"/{entry.group}/{entry.name}")
    assert reply.status_code == 200
    assert "<h1>" in reply.text
    assert entry.title.split("!")[0].split("'")[0] in reply.text
    assert 'class="wrong"' not in reply.text


def test_links_of_a_question_that_moved_lead_to_its_page_and_its_answer(page: httpx.Client) -> None:
    link = "text=" + quote("[[1, -1], [-1, 1]]")
    moved = page.get(f"/parlour/solve?{link}")
    assert moved.status_code == 301
    assert moved.headers["location"] == f"/theory/solve?{link}"
    assert page.get("/rules", follow_redirects=True).url.path == "/theory/solve"
    former, current = (page.get(f"/api/{path}/solve?{link}") for path in ("parlour", "theory"))
    assert former.status_code == 200
    assert former.text == current.text


@pytest.mark.parametrize("path", [path for path in instant() if path != "sevens.bid"])
def test_a_page_a_program_and_python_get_the_same_answer(page: httpx.Client, path: str) -> None:
    kind = request_type(path)
    request = parse_request(kind, example_arguments(kind))
    group, name = path.split(".")
    by_link = page.get(f"/api/{group}/{name}?{to_query(request)}")
    assert by_link.status_code == 200
    expected = json.loads(to_json(answer_question(path, example_arguments(kind))))
    assert by_link.json() == expected
    by_body = page.post(f"/api/{group}/{name}", content=json.dumps(example_arguments(kind)))
    assert by_body.json() == expected
    shown = page.get(f"/{group}/{name}?{to_query(request)}")
    counsel = expected.get("counsel")
    if counsel:
        assert f"{abs(100 * counsel['worth']):.1f}" in shown.text or counsel["unit"] != "win"


def test_no_field_has_the_name_of_something_that_a_form_is_asked_by_scripts() -> None:
    """A control called ``matches`` would stand in the way of the form's own method of that name.

    ``action`` and ``method`` are taken; scripts read a form's own as attributes.
    """
    own = {
        "matches",
        "closest",
        "contains",
        "submit",
        "reset",
        "elements",
        "length",
        "target",
        "id",
        "children",
        "parentNode",
        "remove",
        "append",
        "nodeName",
        "nodeType",
        "attributes",
    }
    used = {field.option for entry in ENTRIES for field in request_fields(request_type(entry.path)).values()}
    assert not used & own


def test_a_link_without_defaults_leads_back_to_the_same_answer(page: httpx.Client) -> None:
    first = page.get("/jeopardy/final?scores=18400&scores=14600&scores=9000&me=2&wager=$9,000&confidence=")
    link = first.headers["kibitz-link"]
    assert link == "/jeopardy/final?scores=18400,14600,9000&me=2&wager=9000&v=1"
    again = page.get(link)
    assert again.headers["kibitz-link"] == link
    answers = [reply.text.partition('id="answer"')[2].partition("As a command")[0] for reply in (first, again)]
    assert "Blunder" in answers[0]
    assert answers[0] == answers[1]


def test_only_the_answer_is_sent_where_only_the_answer_is_wanted(page: httpx.Client) -> None:
    part = page.get("/jeopardy/final?scores=18400,14600,9000&me=2", headers={"Kibitz-Part": "1"})
    assert '<section class="panel counsel"' in part.text
    assert "<html" not in part.text


@pytest.mark.parametrize(
    ("link", "label", "sentence"),
    [
        ("/jeopardy/final?scores=18400,14600,x&me=2", "Scores", "scores: must be "),
        ("/jeopardy/final?scores=18400,14600,9000&me=7", "Who you are", "me: must be a whole number from 1 to 3, not"),
        ("/jeopardy/final?scores=1,2,3&me=1&wagger=3", "wagger", "wagger: unknown argument; did you mean wager?"),
        ("/backgammon/move?position=4HPwATDgc/ABMB&dice=99", "Dice", "dice: must be a roll such as 31, not"),
    ],
)
def test_wrong_input_gets_its_sentence_on_page_and_for_programs(
    page: httpx.Client, link: str, label: str, sentence: str
) -> None:
    import html

    shown = page.get(link)
    assert shown.status_code == 422
    name, _, rest = sentence.partition(":")
    assert f"{label}:{rest}" in html.unescape(shown.text)  # in the words of the page
    assert (f'data-field="{name}"' in shown.text) == (label != name)
    told = page.get(f"/api{link}")
    assert told.status_code == 422
    assert sentence in told.json()["error"]


def test_other_hosts_other_origins_and_bodies_beyond_their_size_are_refused(page: httpx.Client) -> None:
    assert page.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert page.post("/library/delete", headers={"Origin": "http://evil.example"}).status_code == 403
    assert page.post("/library/delete", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    large = page.post("/library/delete", content=b"x" * 1_100_000, headers={"Content-Type": "text/plain"})
    assert large.status_code == 413

    def parts() -> Iterator[bytes]:  # no length is announced
        for _ in range(12):
            yield b"x" * 100_000

    form = "application/x-www-form-urlencoded"
    unannounced = page.post("/library/delete", content=parts(), headers={"Content-Type": form})
    assert unannounced.status_code == 413
    assert "at most 1 MB" in unannounced.text


def test_every_response_forbids_foreign_scripts_and_frames(page: httpx.Client) -> None:
    for path in ("/", "/jeopardy/final", "/nothing/here", "/api/openapi.json", "/static/page.js"):
        policy = page.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy


def test_pages_hold_no_inline_script_or_style_that_the_policy_would_block(page: httpx.Client) -> None:
    for path in ("/", "/jeopardy/final", "/backgammon/move", "/sevens/bid", "/library", "/drill"):
        text = page.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", text), path
        assert not re.search(r"<style|\sstyle=|\son\w+=", text), path


@pytest.mark.parametrize(
    "body", ["", "[]", "{", "NaN", '{"scores": NaN}', "[" * 100_000, '{"a":' * 50 + "1" + "}" * 50, "null", '"x"']
)
def test_bodies_that_are_no_arguments_get_four_hundred_and_something(page: httpx.Client, body: str) -> None:
    reply = page.post("/api/jeopardy/final", content=body)
    assert 400 <= reply.status_code < 500
    assert reply.json()["error"].endswith((".", "?", "!"))


@settings(max_examples=60)
@given(st.text(max_size=60), st.text(max_size=30))
def test_no_address_makes_the_server_fail(workbench: str, path: str, query: str) -> None:
    with httpx.Client(base_url=workbench, timeout=300) as client:
        url = f"/{quote(path)}?{quote(query)}"
        assert client.get(url, follow_redirects=False).status_code < 500


def test_the_description_holds_every_question_and_every_answer_fits_it(page: httpx.Client) -> None:
    told = page.get("/api/openapi.json").json()
    assert told == json.loads(openapi_document())
    assert len(told["paths"]) == len(ENTRIES)
    for path in ("jeopardy.final", "parlour.vote", "backgammon.move"):
        group, name = path.split(".")
        operation = told["paths"][f"/api/{group}/{name}"]["post"]
        sent = operation["requestBody"]["content"]["application/json"]["example"]
        answer = page.post(f"/api/{group}/{name}", json=sent).json()
        schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.Draft202012Validator({**schema, "components": told["components"]}).validate(answer)


def finished(page: httpx.Client, link: str) -> str:
    for _ in range(3_000):
        text = page.get(link).text
        if 'id="bar"' not in text:
            return text
        time.sleep(0.2)
    raise AssertionError("the job did not end")


def test_a_file_is_rated_in_the_background_and_kept_until_it_is_deleted(page: httpx.Client) -> None:
    sent = page.post("/rate/players", files={"file": ("mine.jsonl", DECISIONS.encode())})
    assert sent.status_code == 303
    link = sent.headers["location"]
    text = finished(page, link)
    assert "40 decisions" in text
    assert "mine.jsonl" in page.get("/library").text
    result = page.get(f"{link}/result").json()
    assert result["schema"].startswith("rate.players/")
    exported = page.get("/library/export").text
    page.post(f"{link}/delete")
    assert page.get(link).status_code == 404
    page.post("/library/import", files={"file": ("library.jsonl", exported.encode())})
    assert "40 decisions" in page.get(link).text
    id = link.rpartition("/")[2]
    page.post("/library/delete", data={"id": id})
    assert page.get(link).status_code == 404
    assert f'name="id" value="{id}"' in page.get("/library").text.partition("/library/undo")[2]
    page.post("/library/undo", data={"id": id})
    assert "40 decisions" in page.get(link).text
    assert id in page.get(f"/library/export?id={id}").text
    assert id not in page.get("/library/export?id=00112233445566aa").text
    page.post("/library/delete", data={"id": id})
    twice = [("file", ("a.jsonl", exported.encode())), ("file", ("b.jsonl", exported.encode()))]
    assert page.post("/library/import", files=twice).status_code == 200
    assert "40 decisions" in page.get(link).text
    page.post("/library/delete", data={"id": id})


def foreign(result: str, **changes: object) -> str:
    """A line of an exported library that another machine, or somebody unkind, may have made."""
    import base64

    request = json.dumps(example_arguments(request_type("parlour.vote")))
    item = {
        "id": "00112233445566ff",
        "kind": "job",
        "path": "parlour.vote",
        "title": "t",
        "request": request,
        "state": "done",
        "began": 1.0,
        "result": base64.b64encode(result.encode()).decode(),
    } | changes
    return json.dumps({"item": item})


def test_of_an_imported_library_figures_are_taken_and_no_markup(page: httpx.Client) -> None:
    import base64

    answer = to_json(answer_question("parlour.vote", example_arguments(request_type("parlour.vote"))), whole=True)
    parts = [{"type": "pictured", "svg": "<form>", "caption": ""}]
    made = {"path": "", "link": "", "command": "", "headline": "", "parts": parts, "files": []}
    unkind = base64.b64encode(json.dumps(made).encode()).decode()
    line = foreign(answer, shown=unkind)
    assert page.post("/library/import", files={"file": ("l.jsonl", line.encode())}).status_code == 200
    shown = page.get("/items/00112233445566ff")
    assert shown.status_code == 200
    assert "Vote P2" in shown.text
    assert "<form>" not in shown.text
    page.post("/items/00112233445566ff/delete")


@pytest.mark.parametrize("result", ["[1]", "{", '{"schema": "parlour.vote/2", "vote": 3}', "[" * 2000 + "]" * 2000])
def test_a_result_that_does_not_fit_its_schema_is_refused(page: httpx.Client, result: str) -> None:
    reply = page.post("/library/import", files={"file": ("l.jsonl", foreign(result).encode())})
    assert reply.status_code == 422
    assert "line 1" in reply.text


@pytest.mark.parametrize("result", ["{}", '{"schema": "parlour.vote/1", "vote": 3}'])
def test_an_imported_result_that_cannot_be_read_is_a_sentence(page: httpx.Client, result: str) -> None:
    line = foreign(result)
    assert page.post("/library/import", files={"file": ("l.jsonl", line.encode())}).status_code == 200
    shown = page.get("/items/00112233445566ff")
    assert shown.status_code == 422
    assert "cannot be read; press Resume to run it again." in shown.text
    page.post("/items/00112233445566ff/resume")
    assert "Vote P2" in finished(page, "/items/00112233445566ff")
    page.post("/items/00112233445566ff/delete")


@pytest.mark.parametrize(
    "changes", [{"path": "no.such"}, {"kind": "other"}, {"id": "../../x"}, {"request": "[]"}, {"kind": "play"}]
)
def test_pieces_of_a_library_that_kibitz_does_not_know_are_refused(
    page: httpx.Client, changes: dict[str, object]
) -> None:
    line = foreign("{}", **changes)
    reply = page.post("/library/import", files={"file": ("l.jsonl", line.encode())})
    assert reply.status_code == 422
    assert "line 1" in reply.text


def test_a_job_can_be_cancelled_and_resumed(page: httpx.Client) -> None:
    sent = page.post("/jeopardy/simulate", data={"games": "3000000"})
    link = sent.headers["location"]
    page.post(f"{link}/cancel")
    assert "Cancelled" in finished(page, link)
    page.post(f"{link}/resume")
    assert 'id="bar"' in page.get(link).text or "Cancelled" not in page.get(link).text
    page.post(f"{link}/cancel")
    finished(page, link)
    page.post(f"{link}/delete")


def test_a_job_with_wrong_input_is_refused_before_it_starts(page: httpx.Client) -> None:
    assert page.post("/rate/players").status_code == 422
    assert page.post("/jeopardy/simulate", data={"games": "many"}).status_code == 422


def test_a_drill_judges_keeps_and_brings_back(page: httpx.Client) -> None:
    import html

    def answered() -> int:
        """How many votes were answered so far, by this test and others."""
        (told,) = (part for part in page.get("/drill").text.split("<section") if 'href="/drill/vote"' in part)
        result = re.search(r"(\d+) answered", told)
        return int(result[1]) if result else 0

    text, before = page.get("/drill/vote").text, answered()
    held = html.unescape(re.search(r'name="held" value="([^"]*)"', text)[1])  # type: ignore[index]
    judged = page.post("/drill/vote", data={"held": held, "choice": "P1"}).text
    assert "This position returns" in judged
    assert re.search(rf"{before + 1} answered, \d+ best or fine", judged)
    assert answered() == before + 1
    wrong = page.post("/drill/vote", data={"held": held, "choice": "P9"})
    assert wrong.status_code == 422
    assert page.post("/drill/vote", data={"held": "{", "choice": "P1"}).status_code == 400
    assert answered() == before + 1


@pytest.mark.slow
@pytest.mark.needs("scowl")
def test_a_session_of_play_goes_on_where_it_was_left(page: httpx.Client) -> None:
    begun = page.post("/sevens/play", data={"rounds": "1", "against": "loss"})
    link = begun.headers["location"]
    assert "is on offer" in page.get(link).text
    wrong = page.post(link, data={"order": "a lot"})
    assert wrong.status_code == 422
    before = page.get(link).text
    assert page.post(link, data={"order": "1"}).status_code == 303
    after = page.get(link).text
    assert after != before
    page.post(link, data={"leave": "1"})
    assert "You left with" in page.get(link).text
    assert "You left with" in page.get("/library").text


def test_the_find_box_tells_what_it_reads(page: httpx.Client) -> None:
    part = page.get("/find?q=18400+14600+9000", headers={"Kibitz-Part": "1"}).text
    assert "Final Jeopardy" in part
    page_of_nothing = page.get("/find?q=zzzz+zzz").text
    assert "cannot read this" in page_of_nothing
    assert "opening 31" in page_of_nothing


def test_pages_are_light(page: httpx.Client) -> None:
    """A first page with all it loads stays under 200 kB."""
    first = page.get("/jeopardy/final")
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', first.text)
    assert loaded
    assert len(first.content) + sum(len(page.get(path).content) for path in loaded) < 200_000


def test_files_that_are_brought_wait_in_the_library_for_an_order(page: httpx.Client) -> None:
    files = [("file", ("friday.mat", SHORT_MATCH.encode())), ("file", ("notes.docx", b"PK\x03\x04"))]
    reply = page.post("/library/import", files=files)
    assert reply.status_code == 200
    assert "match to 3, 2 games" in reply.text
    assert "not a supported file" in reply.text
    (link,) = set(re.findall(r"/items/[0-9a-f]{16}(?=/start)", reply.text))
    assert "friday.mat" in page.get("/library").text
    assert "Match to 3, 2 games." in page.get(link).text
    again = page.post("/library/import", files=files[:1])
    assert set(re.findall(r"/items/[0-9a-f]{16}(?=/start)", again.text)) == {link}  # the same file is the same work
    assert page.post(f"{link}/start", data={"path": "jeopardy.review"}).status_code == 422
    assert page.post(f"{link}/start", data={"path": "backgammon.review"}).status_code == 303
    assert "played better" in finished(page, link)
    assert "Already in your library" in page.post("/library/import", files=files[:1]).text
    page.post("/library/delete", data={"id": link.rpartition("/")[2]})
    page.post("/library/import", files=files[:1])
    assert "played better" in page.get(link).text  # brought again, it is no longer put away
    page.post(f"{link}/delete")


def test_files_of_other_kinds_and_too_many_at_once_are_refused_with_what_is_read(page: httpx.Client) -> None:
    only = page.post("/library/import", files={"file": ("notes.docx", b"PK\x03\x04")})
    assert only.status_code == 422
    assert "chess games (.pgn" in only.text
    assert page.post("/library/import", files=[("file", (f"{n}.txt", b"x")) for n in range(51)]).status_code == 422
    assert page.post("/library/import", data={"file": "no file"}).status_code == 422
    assert page.get("/library?game=nothing").status_code == 200
    assert page.get("/library?every=true&words=%25").status_code == 200


def test_chosen_work_goes_to_the_drill_and_comes_up_there(page: httpx.Client) -> None:
    sent = page.post("/jeopardy/final", data={"scores": ["23,800", "17,400", "6200"], "me": "2", "wager": "100"})
    link = sent.headers["location"]
    finished(page, link)
    reply = page.post("/library/drill", data={"id": link.rpartition("/")[2]})
    assert reply.headers["location"] == "/drill/final"
    assert "$23,800" in page.get("/drill/final").text
    assert page.post("/library/drill", data={"id": "00112233445566aa"}).status_code == 422
    page.post(f"{link}/delete")


def test_links_from_before_the_renaming_lead_to_the_item(page: httpx.Client) -> None:
    reply = page.get("/work/0123456789abcdef?at=3", follow_redirects=False)
    assert (reply.status_code, reply.headers["location"]) == (301, "/items/0123456789abcdef?at=3")
