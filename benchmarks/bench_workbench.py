"""The web app under load on loopback, with ten visitors at once, and with generated requests.

    python benchmarks/bench_workbench.py [load sessions fuzz]

``load`` needs wrk (Debian: apt-get install wrk): 40 % Final answers with varying scores, 20 % pages, 20 % backgammon
plays at 0 plies, 10 % parlour, 10 % wrong input, compared with the rate at which one process computes the same answers
in Python. ``sessions`` needs Debian's Chromium and playwright. ``fuzz`` needs schemathesis.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from results import load_figures, save_result

from kibitz.app.ask import answer_question
from kibitz.app.request_parsing import to_json
from kibitz.core.errors import InputError

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

Figures = dict[str, Any]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
"""Draw without a graphics card and fetch nothing from other hosts."""
POSITIONS = ("4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "4HPwATCwZ/ABMA")


def draw_request(draw: random.Random) -> tuple[str, str, dict[str, object]]:
    """One request of the mix: its address and, if it asks a question, the question with its arguments."""
    kind = draw.choices(("final", "page", "play", "parlour", "wrong"), (40, 20, 20, 10, 10))[0]
    if kind == "final":
        scores = [draw.randrange(1_000, 30_000, 100) for _ in range(3)]
        me = draw.randint(1, 3)
        return (
            f"/api/jeopardy/final?scores={','.join(map(str, scores))}&me={me}",
            "jeopardy.final",
            {"scores": scores, "me": me},
        )
    if kind == "page":
        return draw.choice(("/", "/jeopardy/placement", "/library", "/drill", "/api")), "", {}
    if kind == "play":
        position, dice = draw.choice(POSITIONS), f"{draw.randint(1, 6)}{draw.randint(1, 6)}"
        return (
            f"/api/backgammon/move?position={quote(position)}&dice={dice}",
            "backgammon.move",
            {"position": position, "dice": dice},
        )
    if kind == "parlour":
        chances = [f"{draw.randrange(1, 100)}/100" for _ in range(4)]
        named = dict(zip(("p1", "p2", "y1", "y2"), chances, strict=True))
        query = "&".join(f"{name}={quote(chance, safe='')}" for name, chance in named.items())
        return f"/api/parlour/vote?{query}", "parlour.vote", dict(named)
    return draw.choice(("/api/jeopardy/final?scores=x&me=9", "/nothing", "/api/backgammon/move?dice=77")), "", {}


def rate_in_python(requests: list[tuple[str, str, dict[str, object]]], seconds: float) -> float:
    """Requests per second of one process that answers the questions and skips the other requests."""
    for _, path, arguments in requests[:50]:
        if path:
            answer_question(path, arguments)
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        _, path, arguments = requests[done % len(requests)]
        if path:
            with suppress(InputError):
                to_json(answer_question(path, arguments))
        done += 1
    return done / (time.perf_counter() - began)


def memory(pid: int) -> int:
    """Resident bytes of a process and its children."""
    total = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            text = status.read_text()
        except OSError:
            continue
        own, parent = (int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) for name in ("Pid", "PPid"))
        if pid in (own, parent):
            result = re.search(r"^VmRSS:\s+(\d+)", text, re.M)
            total += 1024 * int(result[1]) if result else 0
    return total


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, int]]:
    """Run a server with an empty library; gives its address and process, and prints the time of its first page."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        server = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "serve", "--port", "0", *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": folder},
        )
        try:
            assert server.stdout is not None
            address = re.search(r"http://[^\s/]+", server.stdout.readline())[0]
            while True:
                try:
                    urllib.request.urlopen(address, timeout=5).read()
                    break
                except OSError:
                    time.sleep(0.05)
            FIRST.append(time.perf_counter() - began)
            yield address, server.pid
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


FIRST: list[float] = []
"""Seconds from the start of each server to its first page."""


def load(seconds: int) -> Figures:
    """Send the mix for ``seconds`` seconds."""
    if shutil.which("wrk") is None:
        sys.exit("wrk is missing (Debian: apt-get install wrk)")
    draw = random.Random(1)
    requests = [draw_request(draw) for _ in range(2_000)]
    alone = rate_in_python(requests, 10)
    with tempfile.TemporaryDirectory() as folder, serving() as (address, pid):
        lua = Path(folder) / "mix.lua"
        paths = ",".join(f'"{path}"' for path, _, _ in requests)
        lua.write_text(
            f"local paths = {{{paths}}}\nlocal n = 0\n"
            "request = function() n = n + 1 return wrk.format('GET', paths[(n - 1) % #paths + 1]) end\n"
            "bad = 0\nresponse = function(status) if status >= 500 then bad = bad + 1 end end\n"
            "threads = {}\nsetup = function(thread) table.insert(threads, thread) end\n"
            "done = function() local sum = 0 for _, t in ipairs(threads) do sum = sum + t:get('bad') end "
            "print('Server errors: ' .. sum) end\n"
        )
        wrk = ["wrk", "-t1", "-c8", "--timeout", "20s", "-s", str(lua), address]
        subprocess.run([*wrk, "-d5s"], check=True, stdout=subprocess.DEVNULL)
        loading = subprocess.Popen([*wrk, f"-d{seconds}s"], stdout=subprocess.PIPE, text=True)
        held = []  # the memory of a worker varies by some megabytes from answer to answer
        while loading.poll() is None:
            held.append(memory(pid))
            time.sleep(0.5)
        told = loading.stdout.read() if loading.stdout else ""
        third = max(len(held) // 3, 1)
        before, after = (statistics.fmean(part) for part in (held[:third], held[-third:]))
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])
    errors = re.search(r"Socket errors: (.*)", told)
    return {
        "seconds": seconds,
        "alone in Python": round(alone),
        "served": round(rate),
        "ratio": round(rate / alone, 2),
        "memory grows by": round(after / before - 1, 3),
        "socket errors": errors[1] if errors else "none",
        "server errors": int(re.search(r"Server errors: (\d+)", told)[1]),
    }


CLOCK = """() => {
  let begun;
  document.addEventListener("input", () => { begun = performance.now(); }, true);
  document.addEventListener("answered", () => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();  // heard once the frame is drawn
    port1.onmessage = () => window.drawn(performance.now() - begun);
    port2.postMessage(0);
  }));
}"""
"""Script of the page: milliseconds from a move of a slider until the new answer is drawn."""
VISITORS, MOVES, ROUNDS = 10, 6, 5
LOOKS = 2.0
"""Seconds before visitors use their page: opening windows takes both cores."""


@dataclass
class Visitor:
    """A visitor with the page of Final open; the page measures the time of each new answer."""

    number: int
    page: Page
    drawn: asyncio.Queue[float]

    @classmethod
    async def come(cls, browser: Browser, address: str, number: int) -> Visitor:
        visitor = cls(number, await (await browser.new_context()).new_page(), asyncio.Queue())
        await visitor.page.expose_function("drawn", visitor.drawn.put_nowait)
        await visitor.page.goto(f"{address}/jeopardy/final?scores={18_400 + 100 * number},14600,9000&me=2")
        await visitor.page.evaluate(CLOCK)
        return visitor

    async def slide(self, moves: int) -> tuple[list[float], list[float]]:
        """Move the slider ``moves`` times without a pause: milliseconds until each new answer was drawn, by the page's
        clock and by this program's. The latter includes the time to drive the page; its first value is dropped, since
        the driver then loads scripts into the page."""
        drawn, known = [], []
        for move in range(moves):
            began = time.perf_counter()
            confidence = 0.3 + 0.05 * (move % 10) + 0.001 * self.number
            await self.page.locator("[data-for=f-confidence]").fill(str(confidence))
            drawn.append(await self.drawn.get())
            known.append(1000 * (time.perf_counter() - began))
        return drawn, known[1:]


async def _sessions(address: str, visitors: int, moves: int) -> tuple[list[float], list[float]]:
    """Times of several visitors at once, each in its own browser context."""
    from playwright.async_api import async_playwright

    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
        all_of_them = await asyncio.gather(*(Visitor.come(browser, address, i) for i in range(visitors)))
        await asyncio.sleep(LOOKS)
        result = await asyncio.gather(*(each.slide(moves) for each in all_of_them))
        await browser.close()
    return [each for drawn, _ in result for each in drawn], [each for _, known in result for each in known]


def sessions() -> Figures:
    """Time from a move of a slider to the new Final curve: for one visitor, and for ten at once during a heavy job,
    several times; and the time of the curve of a last Daily Double."""
    with serving() as (address, _):
        _, one = asyncio.run(_sessions(address, 1, 12))
        link = f"{address}/api/jeopardy/daily-double?scores=19800,13000,14300&me=1&left=400,400,800,800"
        urllib.request.urlopen(link, timeout=60).read()
        began = time.perf_counter()
        urllib.request.urlopen(link.replace("19800", "19900"), timeout=60).read()
        double = time.perf_counter() - began
        job = urllib.request.Request(f"{address}/jeopardy/simulate", b"games=30000000")
        running = urllib.request.urlopen(job, timeout=30).url
        rounds = [asyncio.run(_sessions(address, VISITORS, MOVES)) for _ in range(ROUNDS)]
        assert b"Cancel" in urllib.request.urlopen(running, timeout=30).read(), "the job ended before the visitors did"
    return {
        "final, one visitor, ms": round(statistics.median(one[2:])),
        "last daily double, s": round(double, 2),
        "ten visitors and a job": {
            "answers": ROUNDS * VISITORS * MOVES,
            "median, ms": round(statistics.median(each for drawn, _ in rounds for each in drawn)),
            "slowest of each round, ms": [round(max(drawn)) for drawn, _ in rounds],
            "slowest of each round with the program that drives them, ms": [round(max(known)) for _, known in rounds],
        },
    }


def fuzz(examples: int) -> Figures:
    """Requests that schemathesis generates from the description of all questions; its command must be on the path."""
    if shutil.which("schemathesis") is None:
        sys.exit("schemathesis is missing (pip install schemathesis)")
    with serving("--patience", "0.5") as (address, _):
        description = json.loads(urllib.request.urlopen(f"{address}/api/openapi.json").read())
        operations = sum(len(path) for path in description["paths"].values())
        told = subprocess.run(
            [
                "schemathesis",
                "run",
                f"{address}/api/openapi.json",
                "--checks",
                "not_a_server_error",
                "--phases",
                "fuzzing",
                "--max-examples",
                str(-(-examples // operations)),
                "--request-timeout",
                "120",
                "--seed",
                "1",
                "--no-color",
                "--exclude-checks",
                "positive_data_acceptance",
            ],
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    generated = re.search(r"(\d[\d,]*) generated", told)
    failures = re.findall(r"Server error[^\n]*", told)
    if generated is None or failures:
        print(told)
    return {
        "operations": operations,
        "examples": int(generated[1].replace(",", "")) if generated else 0,
        "server errors": len(failures),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="The web app under load.")
    parser.add_argument("parts", nargs="*", default=["load", "sessions", "fuzz"])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--examples", type=int, default=2_500)
    options = parser.parse_args()
    figures: Figures = load_figures("workbench")
    for part in options.parts:
        measures = {"load": lambda: load(options.seconds), "sessions": sessions, "fuzz": lambda: fuzz(options.examples)}
        figures[part] = measures[part]()
        figures["first page, s"] = round(min(FIRST), 2)
        print(part, figures[part], "first page", figures["first page, s"], flush=True)
        save_result("workbench", figures)


if __name__ == "__main__":
    main()
