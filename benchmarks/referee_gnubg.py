"""GNU Backgammon as a referee on a pipe: run it with a Python that has `gnubg` (GPL, development only).

Each line of standard input is a JSON list of Position IDs and a number of plies, ``[["4HPwATDgc/ABMA"], 0]``; each
line of output a list of cubeless money equities for the side on roll. Finished games are not sent.
"""

from __future__ import annotations

import json
import sys


def serve() -> None:
    """Answer until the input ends."""
    import gnubg  # type: ignore[import-not-found]

    cube = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0, 0)
    contexts = {plies: gnubg.evalcontext(0, plies, 1, 0 if plies == 0 else 1, 0.0) for plies in range(3)}
    for line in sys.stdin:
        ids, plies = json.loads(line)
        result = [gnubg.evaluate(gnubg.positionfromid(i), cube, contexts[plies])[5] for i in ids]
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    serve()
