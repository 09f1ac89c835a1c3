"""How the questions about chess are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.work import Work
from kibitz.games.chess.answers import (
    AnalyseAnswer,
    CalibrateAnswer,
    MovesAnswer,
    left_out,
    noted,
    source_of,
    years,
)

if TYPE_CHECKING:
    from kibitz.games.chess import questions


def answer_analyse(asked: questions.Analyse, work: Work) -> AnalyseAnswer:
    """The answer to `questions.Analyse`."""
    from kibitz.core.decision import format_decision
    from kibitz.games.chess.pgn import load_collection

    collection = load_collection(asked.games)
    found = asked.analysed(collection.games, work)
    lines = "".join(format_decision(decision) + "\n" for decision in found.decisions())
    return AnalyseAnswer(source=source_of(collection, found), decisions=Document(name="decisions.jsonl", text=lines))


def answer_calibrate(asked: questions.Calibrate, work: Work) -> CalibrateAnswer:
    """The answer to `questions.Calibrate`."""
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.calibration import CalibrationPlan, collect_samples
    from kibitz.games.chess.elo import calibrated_scale, calibration_report, sample_of
    from kibitz.games.chess.pgn import load_collection
    from kibitz.games.chess.survey import engine_spec
    from kibitz.simulate.executors import workers_of

    plan = CalibrationPlan(asked.marks, asked.within, asked.positions, asked.per_game, asked.seed, years(asked.years))
    spec = engine_spec(work.engine, work.patience, asked.settings())
    collection = load_collection(asked.games)
    cache, progress = work.cache or default_cache(), work.noting("analysing")
    with workers_of(work) as executor:
        samples = collect_samples(collection.games, plan, spec, cache, executor, progress)
    reference = None
    if asked.reference is not None:
        known = asked.analysed(load_collection(asked.reference).games, work).decisions()
        if not known:
            raise InputError("reference: no turn of these games counts, so they cannot be the reference set")
        reference = sample_of(known)
    return calibration_report(calibrated_scale(samples, plan, asked.source, reference), samples, collection.skipped)


def answer_moves(asked: questions.Moves, work: Work) -> MovesAnswer:
    """The answer to `questions.Moves`."""
    from kibitz.games.chess.decisions import provenance
    from kibitz.games.chess.elo import scale_for
    from kibitz.games.chess.pgn import SkippedGame, load_collection
    from kibitz.games.chess.review import game_review

    collection = load_collection(asked.games)
    if asked.game > len(collection.entries):
        raise InputError(f"game: a number from 1 to {len(collection.entries)} is accepted, not {asked.game}")
    game = collection.entries[asked.game - 1]
    if isinstance(game, SkippedGame):
        raise InputError(f"game: {game.id} was left out, {game.reason}")
    found = asked.analysed([game], work, everything=True)
    measure = scale_for(provenance(found.engine, found.settings), asked.scale)
    return replace(
        game_review(game, found, measure, asked.elo), games_skipped=left_out(collection), games_noted=noted([game])
    )
