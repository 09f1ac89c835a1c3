"""Functions that answer the questions about chess."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.work import WorkContext
from kibitz.games.chess.answers import (
    AnalyseAnswer,
    CalibrateAnswer,
    MovesAnswer,
    describe_source,
    game_notes,
    parse_years,
    skipped_game_notes,
)

if TYPE_CHECKING:
    from kibitz.games.chess import questions


def answer_analyse(request: questions.AnalyseRequest, work: WorkContext) -> AnalyseAnswer:
    """The answer to `questions.AnalyseRequest`."""
    from kibitz.core.decision import format_decision
    from kibitz.games.chess.pgn import load_collection

    collection = load_collection(request.games)
    result = request.analyse_games(collection.games, work)
    lines = "".join(format_decision(decision) + "\n" for decision in result.decisions())
    return AnalyseAnswer(
        source=describe_source(collection, result), decisions=Document(name="decisions.jsonl", text=lines)
    )


def answer_calibrate(request: questions.CalibrateRequest, work: WorkContext) -> CalibrateAnswer:
    """The answer to `questions.CalibrateRequest`."""
    from kibitz.games.chess.batch_analysis import engine_spec
    from kibitz.games.chess.cache import default_cache
    from kibitz.games.chess.calibration import CalibrationPlan, collect_samples
    from kibitz.games.chess.elo_scales import calibrated_scale, calibration_report, sample_of
    from kibitz.games.chess.pgn import load_collection
    from kibitz.simulate.executors import open_executor

    plan = CalibrationPlan(
        request.marks, request.within, request.positions, request.per_game, request.seed, parse_years(request.years)
    )
    spec = engine_spec(work.engine, work.patience, request.engine_settings())
    collection = load_collection(request.games)
    cache, progress = work.cache or default_cache(), work.progress_with_note("analysing")
    with open_executor(work) as executor:
        samples = collect_samples(collection.games, plan, spec, cache, executor, progress)
    reference = None
    if request.reference is not None:
        known = request.analyse_games(load_collection(request.reference).games, work).decisions()
        if not known:
            raise InputError("reference: no turn of these games counts; give other games")
        reference = sample_of(known)
    return calibration_report(calibrated_scale(samples, plan, request.source, reference), samples, collection.skipped)


def answer_moves(request: questions.MovesRequest, work: WorkContext) -> MovesAnswer:
    """The answer to `questions.MovesRequest`."""
    from kibitz.games.chess.decisions import provenance
    from kibitz.games.chess.elo_scales import scale_for
    from kibitz.games.chess.pgn import SkippedGame, load_collection
    from kibitz.games.chess.review import review_game

    collection = load_collection(request.games)
    if request.game > len(collection.entries):
        raise InputError(f"game: must be from 1 to {len(collection.entries)}, not {request.game}")
    game = collection.entries[request.game - 1]
    if isinstance(game, SkippedGame):
        raise InputError(f"game: {game.id} cannot be used: {game.reason}")
    result = request.analyse_games([game], work, everything=True)
    measure = scale_for(provenance(result.engine, result.settings), request.scale)
    return replace(
        review_game(game, result, measure, request.elo),
        games_skipped=skipped_game_notes(collection),
        games_noted=game_notes([game]),
    )
