"""Fifty clients at once, with and without heavy questions: how long quick answers take, and what goes wrong.

``python benchmarks/bench_load.py`` runs the server twice for a minute and saves ``results/load.json``. First all
clients ask quick questions only. Then ten of them ask for simulations of up to a million games instead, one after the
other, and forty go on. The bar: the 99th percentile of quick answers is below five times that of the first run, heavy
questions may be told 429, and nothing else goes wrong.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from random import Random

from bench_workbench import serving
from results import save_result

CLIENTS = 50
SECONDS = 60.0
HEAVY_CLIENTS = 10
MAX_RATIO = 5.0
QUICK = (
    "/api/jeopardy/final?scores=18400,14600,9000&me={me}",
    "/api/parlour/vote?p1=.6&p2=.4&y1=.{y}&y2=.5",
    "/parlour/final?scores=5,3&p=0.7,0.{y}&me=1&prior=4.0",
)
HEAVY = "/api/jeopardy/simulate?games={games}&seed={seed}"


async def ask(address: str, path: str) -> int:
    """The status of a GET on a connection of its own."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        data = await reader.read(-1)
        return int(data.split(b" ", 2)[1]) if data else 0
    finally:
        writer.close()


async def run_client(
    address: str, number: int, heavy: bool, end: float, times: list[float], statuses: Counter[str]
) -> None:
    """Ask one question after the other until the end."""
    draw = Random(number)
    while time.monotonic() < end:
        if heavy:
            path = HEAVY.format(games=draw.choice((100_000, 300_000, 1_000_000)), seed=draw.randrange(10**6))
        else:
            path = draw.choice(QUICK).format(me=draw.randint(1, 3), y=draw.randint(1, 9))
        before = time.monotonic()
        status = await ask(address, path)
        statuses[f"{'heavy' if heavy else 'quick'} {status}"] += 1
        if not heavy:
            times.append(time.monotonic() - before)


async def measure_load(address: str, heavy_clients: int, seconds: float) -> dict[str, object]:
    """Percentiles of quick answers in milliseconds, and how many answers had which status."""
    times: list[float] = []
    statuses: Counter[str] = Counter()
    end = time.monotonic() + seconds
    async with asyncio.TaskGroup() as group:
        for number in range(CLIENTS):
            group.create_task(run_client(address, number, number < heavy_clients, end, times, statuses))
    times.sort()
    percentiles = {f"p{share}_ms": round(1000 * times[len(times) * share // 100], 1) for share in (50, 95, 99)}
    return {**percentiles, "statuses": dict(sorted(statuses.items()))}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    figures: dict[str, object] = {"clients": CLIENTS, "seconds": seconds, "heavy_clients": HEAVY_CLIENTS}
    with serving() as (address, _):
        for name, heavy_clients in (("quick_only", 0), ("mixed", HEAVY_CLIENTS)):
            figures[name] = asyncio.run(measure_load(address, heavy_clients, seconds))
            print(name, figures[name])
    ratio = figures["mixed"]["p99_ms"] / figures["quick_only"]["p99_ms"]  # type: ignore[index]
    figures["p99_ratio"] = round(ratio, 2)
    print(f"p99 of quick answers: {ratio:.2f} times that without heavy questions; the bar is {MAX_RATIO}")
    if len(sys.argv) == 1:
        save_result("load", figures)


if __name__ == "__main__":
    main()
