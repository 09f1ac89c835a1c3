"""The workbench under load on loopback, against the rate at which one process computes the same answers in Python.

    python benchmarks/bench_workbench.py [--seconds 30]

The mix: 40 % Final answers with varying scores, 20 % pages, 20 % backgammon plays at 0 plies, 10 % parlour, 10 % wrong
input. Needs wrk (Debian: apt-get install wrk). Bars: no server error, memory flat, at least 0.7 of the rate in Python.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from kibitz.app.asking import answer_to
from kibitz.app.reading import to_json
from kibitz.core.errors import InputError

POSITIONS = ("4HPwATDgc/ABMA", "sGfwATDgc/ABMA", "4HPwATCwZ/ABMA")


def asked(draw: random.Random) -> tuple[str, str, dict[str, object]]:
    """One request of the mix: its address, and the question it asks with its arguments, if it asks one."""
    kind = draw.choices(("final", "page", "play", "parlour", "wrong"), (40, 20, 20, 10, 10))[0]
    if kind == "final":
        scores = [draw.randrange(1_000, 30_000, 100) for _ in range(3)]
        me = draw.randint(1, 3)
        return f"/api/jeopardy/final?scores={','.join(map(str, scores))}&me={me}", "jeopardy.final", {
            "scores": scores, "me": me}  # fmt: skip
    if kind == "page":
        return draw.choice(("/", "/jeopardy/placement", "/library", "/drill", "/api")), "", {}
    if kind == "play":
        position, dice = draw.choice(POSITIONS), f"{draw.randint(1, 6)}{draw.randint(1, 6)}"
        return f"/api/backgammon/move?position={quote(position)}&dice={dice}", "backgammon.move", {
            "position": position, "dice": dice}  # fmt: skip
    if kind == "parlour":
        chances = [f"{draw.randrange(1, 100)}/100" for _ in range(4)]
        named = dict(zip(("p1", "p2", "y1", "y2"), chances, strict=True))
        query = "&".join(f"{name}={quote(chance, safe='')}" for name, chance in named.items())
        return f"/api/parlour/vote?{query}", "parlour.vote", dict(named)
    return draw.choice(("/api/jeopardy/final?scores=x&me=9", "/nothing", "/api/backgammon/move?dice=77")), "", {}


def rate_in_python(requests: list[tuple[str, str, dict[str, object]]], seconds: float) -> float:
    """Requests a second when one process answers the questions among them and does nothing for the rest."""
    for _, path, arguments in requests[:50]:
        if path:
            answer_to(path, arguments)
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        _, path, arguments = requests[done % len(requests)]
        if path:
            with suppress(InputError):
                to_json(answer_to(path, arguments))
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
            found = re.search(r"^VmRSS:\s+(\d+)", text, re.M)
            total += 1024 * int(found[1]) if found else 0
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="The workbench under load.")
    parser.add_argument("--seconds", type=int, default=30)
    seconds = parser.parse_args().seconds
    if shutil.which("wrk") is None:
        sys.exit("wrk is missing (Debian: apt-get install wrk)")
    draw = random.Random(1)
    requests = [asked(draw) for _ in range(2_000)]
    alone = rate_in_python(requests, 10)
    with tempfile.TemporaryDirectory() as folder:
        lua = Path(folder) / "mix.lua"
        paths = ",".join(f'"{path}"' for path, _, _ in requests)
        lua.write_text(f"local paths = {{{paths}}}\nlocal n = 0\n"
                       "request = function() n = n + 1 return wrk.format('GET', paths[(n - 1) % #paths + 1]) end\n"
                       "bad = 0\nresponse = function(status) if status >= 500 then bad = bad + 1 end end\n"
                       "threads = {}\nsetup = function(thread) table.insert(threads, thread) end\n"
                       "done = function() local sum = 0 for _, t in ipairs(threads) do sum = sum + t:get('bad') end "
                       "print('Server errors: ' .. sum) end\n")  # fmt: skip
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        server = subprocess.Popen([sys.executable, "-m", "kibitz", "serve", "--port", "8643"], env=environment,
                                  stdout=subprocess.PIPE, text=True)  # fmt: skip
        try:
            began = time.perf_counter()
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            while True:
                try:
                    urllib.request.urlopen(address, timeout=5).read()
                    break
                except OSError:
                    time.sleep(0.05)
            print(f"first page after {time.perf_counter() - began:.2f} s (bar 2)")
            load = ["wrk", "-t1", "-c8", "--timeout", "20s", "-s", str(lua), address]
            subprocess.run([*load, "-d5s"], check=True, stdout=subprocess.DEVNULL)
            before = memory(server.pid)
            told = subprocess.run([*load, f"-d{seconds}s"], check=True, capture_output=True, text=True).stdout
            after = memory(server.pid)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", told)[1])
    errors = re.search(r"Socket errors: (.*)", told)
    print(f"alone in Python {alone:.0f} a second, served {rate:.0f}: ratio {rate / alone:.2f} (bar 0.7)")
    print(f"memory {before / 1e6:.0f} -> {after / 1e6:.0f} MB; socket errors: {errors[1] if errors else 'none'}")
    failed = int(re.search(r"Server errors: (\d+)", told)[1])
    print(f"server errors: {failed} (bar 0)")
    sys.exit(failed > 0 or rate < 0.7 * alone or after > 1.2 * before)


if __name__ == "__main__":
    main()
