"""Results of a tournament as bytes, so that a long one can stop between its tables and continue later."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np

from kibitz.simulate.tournament import TournamentResults


def pack_results(results: TournamentResults) -> bytes:
    """The results in a file of arrays."""
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        allow_pickle=False,
        entrants=np.array(results.entrants),
        measures=np.array(results.measures),
        labels=np.array(results.labels),
        totals=results.totals,
        seats=results.seats,
        seed=np.array(results.seed),
    )
    return stream.getvalue()


def unpack_results(data: bytes) -> TournamentResults:
    """The results from the bytes of `pack_results`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as held:
        entrants, measures, labels = (tuple(held[name].tolist()) for name in ("entrants", "measures", "labels"))
        return TournamentResults(entrants, measures, labels, held["totals"], held["seats"], int(held["seed"]))


def merge_results(results: Sequence[TournamentResults]) -> TournamentResults:
    """Several tournaments with the same measures as one; a player who is missing in one has no seats there."""
    entrants = tuple(dict.fromkeys(name for part in results for name in part.entrants))
    totals, seats = [], []
    for part in results:
        places = [entrants.index(name) for name in part.entrants]
        total = np.zeros((len(part.labels), len(entrants), len(part.measures)))
        sat = np.zeros((len(part.labels), len(entrants)))
        total[:, places], sat[:, places] = part.totals, part.seats
        totals.append(total)
        seats.append(sat)
    labels = tuple(label for part in results for label in part.labels)
    return TournamentResults(
        entrants, results[0].measures, labels, np.concatenate(totals), np.concatenate(seats), results[0].seed
    )
