"""Screenshots of every page of the web app at two widths and in two themes, written to a folder.

It starts a server with its own library and runs some jobs, so that no page is empty. ``--only WORD`` takes the pages
whose names contain the word, ``--light`` only the light theme at the wide width. Needs Debian's chromium.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench_workbench import serving
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

Steps = Callable[[Page], None]
PATIENCE = 300_000
"""Milliseconds that one job may take."""

LINKS = {
    "home": "/",
    "final": "/jeopardy/final?scores=18400,14600,9000&me=2&wager=9000",
    "daily-double": "/jeopardy/daily-double?scores=13000,9800,6200&me=1&left=800,1200,1600,2000,2000&confidence=0.68",
    "board": "/jeopardy/board?state=13000_9800_6200.1.2.345-5-0-345-45-5.c3r4&confidence=0.68&wager=3000"
    "&categories=Rivers,Opera,Five+letters,Space,Crowned+heads,Bakery&records=%2B-,%2B%2B-%2B,%2B-%2B%2B,%2B-,%2B%2B-,-%2B%2B-",
    "board-start": "/jeopardy/board?state=0_0_0.1.1.12345-12345-12345-12345-12345-12345",
    "double-state": "/jeopardy/daily-double?state=13000_9800_6200.1.2.345-5-0-345-45-5.c3r4",
    "buzz": "/jeopardy/buzz?scores=21200,12400,7600&me=2&value=2000&confidence=0.55",
    "win": "/jeopardy/win?state=6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4&me=2",
    "square": "/jeopardy/select?state=6200_4800_3000.2.2.345-2345-45-12345-5-0.c6r4",
    "placement": "/jeopardy/placement?round=2",
    "review-empty": "/jeopardy/review",
    "card": "/jeopardy/final-card",
    "backgammon": "/backgammon/move?position=4HPwATDgc/ABMA&dice=31",
    "cube": "/backgammon/cube",
    "backgammon-review-empty": "/backgammon/review",
    "backgammon-play-start": "/backgammon/play",
    "chess-rate-empty": "/chess/rate",
    "chess-position": "/chess/position?fen=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R+b+KQkq+-+3+3",
    "sevens": "/sevens/bid?rack=EST&tile=R&players=6&left=30",
    "tournament-start": "/sevens/tournament",
    "parlour": "/parlour/final?scores=5,3&p=0.7,0.4",
    "parlour-seen": "/parlour/final?scores=5,3&p=0.7,0.4&observed=0:1,3:6",
    "kuhn": "/parlour/kuhn",
    "vote": "/parlour/vote",
    "matrix": "/theory/solve",
    "matrix-dilemma": "/theory/solve?text=3,3+0,5%0A5,0+1,1",
    "rules": "/theory/apply",
    "map": "/theory/map?game=final-5-3",
    "rules-card": "/theory/card?game=final-5-3",
    "rate-empty": "/rate/players",
    "drills": "/drill",
    "library": "/library",
    "find": "/find?q=18400+14600+9000",
    "api": "/api",
}
"""Pages with their own address."""


def open_sample(path: str) -> Steps:
    """The answer page of the sample files of a question."""

    def steps(page: Page) -> None:
        page.goto(page.url + path)
        page.get_by_role("button", name="Try the sample").click()
        wait_for_answer(page)

    return steps


def wait_for_answer(page: Page) -> None:
    """Wait until a job has ended with an answer."""
    page.wait_for_url("**/items/**")
    page.locator("#bar").wait_for(state="detached", timeout=PATIENCE)
    page.locator(".counsel h2").first.wait_for(timeout=PATIENCE)


def take_picture(browser: Browser, address: str, name: str, steps: str | Steps, folder: Path, light: bool) -> None:
    """Take screenshots of one page in all widths and themes."""
    sizes = (
        [(1280, "desktop", False)]
        if light
        else [(width, size, dark) for width, size in ((1280, "desktop"), (390, "phone")) for dark in (False, True)]
    )
    first = browser.new_context(viewport={"width": 1280, "height": 900})
    page = first.new_page()
    page.set_default_timeout(PATIENCE / 5)
    page.goto(address if callable(steps) else address + steps)
    if callable(steps):
        steps(page)
    at, drawn = page.url, page.content() if "/drill/" in page.url else ""
    for width, size, dark in sizes:
        scheme, scale = "dark" if dark else "light", 2 if width < 760 else 1
        view_of = {"width": width, "height": 900}
        context = browser.new_context(viewport=view_of, color_scheme=scheme, device_scale_factor=scale)
        view = context.new_page()
        view.set_default_timeout(PATIENCE / 5)
        view.goto(at)
        if drawn:  # the answer to a drill has no address
            view.set_content(drawn)
        if not view.locator("#bar").count():  # a running job always sends progress, so the network is never idle
            view.wait_for_load_state("networkidle")
        view.locator("[data-waits], [aria-busy=true]").first.wait_for(state="detached")
        over = view.evaluate("document.documentElement.scrollWidth") - width
        view.screenshot(path=folder / f"{name}-{size}-{'dark' if dark else 'light'}.png", full_page=True)
        if over > 0:
            print(f"{name}: {over} pixels too wide for {width}")
        context.close()
    first.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Pictures of every page of the workbench.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="pages whose names contain one of these words, separated by commas")
    parser.add_argument("--light", action="store_true", help="the light theme at the wide width alone")
    request = parser.parse_args()
    request.folder.mkdir(parents=True, exist_ok=True)
    words = [word for word in request.only.split(",") if word]
    with serving() as (address, _), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, steps in {**WORKS, **LINKS}.items():
            if words and not any(word in name for word in words):
                continue
            began = time.monotonic()
            take_picture(browser, address, name, steps, request.folder, request.light)
            print(f"{name}, {time.monotonic() - began:.0f} s", flush=True)
        browser.close()


def live(page: Page) -> None:
    """A live game after some clues."""
    page.goto(f"{page.url}jeopardy/live")
    page.get_by_role("button", name="Start", exact=True).click()
    for order in ("c1r1 1+", "c2r1 3+", "c3r1 2+", "c4r1 1+", "c1r2 2+", "c2r2 1- 3+", "c3r2", "c3r3 2+", "c1r3 1+"):
        page.locator("#order").fill(order)
        page.get_by_role("button", name="Go").click()


def drill(page: Page) -> None:
    """A drill, answered."""
    page.goto(f"{page.url}drill/final")
    page.locator("#order").fill("5000")
    page.get_by_role("button", name="Check answer").click()


def play(page: Page) -> None:
    """A new game of backgammon."""
    page.goto(f"{page.url}backgammon/play")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/play/**")


def taped_review(page: Page) -> None:
    """The review of a whole game."""
    from test_in_a_browser import taped

    page.goto(f"{page.url}jeopardy/review")
    file = {"name": "game.csv", "mimeType": "text/csv", "buffer": taped().encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_answer(page)


def rated_games(page: Page) -> None:
    """The ratings of the players of three chess games."""
    from kibitz.games.chess.fields import KNOWN_RATINGS_EXAMPLE

    page.goto(f"{page.url}chess/rate")
    file = {
        "name": KNOWN_RATINGS_EXAMPLE["name"],
        "mimeType": "application/x-chess-pgn",
        "buffer": KNOWN_RATINGS_EXAMPLE["text"].encode(),
    }
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_answer(page)


def reviewed_games(page: Page) -> None:
    """The review of three analysed chess games, without an engine."""
    from kibitz.games.chess.fields import EVALUATED_EXAMPLE

    page.goto(f"{page.url}chess/review")
    text = EVALUATED_EXAMPLE["text"].encode()
    file = {"name": EVALUATED_EXAMPLE["name"], "mimeType": "application/x-chess-pgn", "buffer": text}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_answer(page)


def tournament(page: Page) -> None:
    """A short tournament of five bidders."""
    page.goto(f"{page.url}sevens/tournament")
    page.goto(f"{page.url}?players=g1,loss,dp,g2,g3&rounds=10&deals=3")
    page.get_by_role("button", name="Start", exact=True).click()
    wait_for_answer(page)


def running(page: Page) -> None:
    """A long tournament in progress, with its partial result."""
    page.goto(f"{page.url}sevens/tournament?players=dp,exact,loss,g1,statistics,summed&rounds=20&deals=1200&pairs=true")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/items/**")
    page.get_by_text("3 deals of 1,200").first.wait_for(timeout=PATIENCE)


WORKS: dict[str, str | Steps] = {
    "review": taped_review,
    "live": live,
    "backgammon-review": open_sample("backgammon/review"),
    "backgammon-play": play,
    "chess-moves": open_sample("chess/moves"),
    "chess-rate": open_sample("chess/rate"),
    "chess-rate-games": rated_games,
    "chess-review": reviewed_games,
    "rate": open_sample("rate/players"),
    "tournament": tournament,
    "drill": drill,
    "drill-square": "/drill/square",
    "drill-cube": "/drill/cube",
    "drill-play": "/drill/checker-play",
    "tournament-running": running,
}
"""Pages that follow from some actions; the last job runs until the server ends."""


if __name__ == "__main__":
    main()
