"""``kibitz rate``: how good the players in a file of decisions are, in any game, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, answers, finite, seed_option
from kibitz.cli.rate_tables import (
    show_comparison,
    show_fits,
    show_players,
    show_scale,
    show_screening,
    show_trend,
)

if TYPE_CHECKING:
    from kibitz.core import Decision
    from kibitz.rate import Sample, Scale

DEFAULT = "players"


class RateGroup(click.Group):
    """A group that takes a file name for its first sub-command: ``kibitz rate FILE``."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in self.commands:
            args = [DEFAULT, *args]
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        # Options before the file name belong to the default sub-command, all but the request for help.
        if args and args[0].startswith("-") and args[0] not in {"-h", "--help", "-"}:
            args = [DEFAULT, *args]
        return super().parse_args(ctx, args)


@click.group("rate", cls=RateGroup)
def rate() -> None:
    """Rate decision-makers of any game from files of decisions (JSON lines, CSV, parquet).

    A decision needs `utilities` (a list, any order) and `chosen` (an index from 0); `player`, `event`, `rating`,
    `weight`, `unit`, `perceived` and `provenance` are optional. `kibitz rate FILE` rates each player in it.
    """


scaling_option = click.option(
    "--scaling", metavar="LAW[:UNIT[:CAP]]", help="Bend utilities: log, linear or win, as in log:1:10; by unit."
)
scale_option = click.option(
    "--scale", "scale_file", metavar="FILE", help="A calibrated scale; without it, expected loss per decision."
)
draws_option = click.option(
    "--draws", type=click.IntRange(20, 20_000), default=500, show_default=True, help="Resampled fits per interval."
)
best_option = click.option(
    "--best", type=click.Choice(["any", "first"]), default="any", show_default=True,
    help="Whether any option tied at the top is a best choice, or the first listed only.",
)  # fmt: skip


def _decisions(path: str) -> list[Decision]:
    from kibitz.rate import load_decisions

    return load_decisions(path)


def _sample(decisions: list[Decision], scaling: str | None, scale: Scale | None) -> Sample:
    """The decisions as arrays; a scale brings its own scaling."""
    from kibitz.core import InputError
    from kibitz.rate import Sample
    from kibitz.rate.model.law import parse_scaling

    if scaling is not None and scale is not None:
        raise InputError("scaling: a scale brings its own, so give one of --scale and --scaling")
    law = parse_scaling(scaling) if scaling is not None else scale.reference.scaling if scale is not None else None
    return Sample.from_decisions(decisions, law)


def _scale(path: str | None) -> Scale | None:
    if path is None:
        return None
    from kibitz.rate import load_scale

    return load_scale(path)


def _origin(sample: Sample, scale: Scale) -> Answer:
    from kibitz.rate.model.law import format_scaling
    from kibitz.rate.records.sample import engine_key, format_engine

    known = sample.provenance or scale.reference.provenance
    return {"scale": scale.name, "unit": sample.unit.value, "scaling": format_scaling(sample.scaling),
            "engine": None if known is None else format_engine(engine_key(known)),
            "reference_decisions": len(scale.reference)}  # fmt: skip


@rate.command(DEFAULT)
@click.argument("file")
@click.option("--player", metavar="NAME", help="Rate this player only; the others still form the reference set.")
@click.option("--together", is_flag=True, help="Rate all decisions as one player's.")
@scale_option
@scaling_option
@best_option
@click.option("--interval", type=click.Choice(["bootstrap", "robust", "formula"]), default="bootstrap",
              show_default=True, help="Resampled events, sandwich formula, or the paper's formula.")  # fmt: skip
@draws_option
@seed_option
@answers(show_players)
def players(
    file: str, player: str | None, together: bool, scale_file: str | None, scaling: str | None, best: Any,
    interval: Any, draws: int, seed: int,
) -> Answer:  # fmt: skip
    """Rate each player in FILE (- for JSON lines on standard input)."""
    import numpy as np

    from kibitz.cli.progress import progress_bar
    from kibitz.core import InputError
    from kibitz.rate import intrinsic_rating, loss_scale, simulated_population

    scale = _scale(scale_file)
    sample = _sample(_decisions(file), scaling, scale)
    groups = {"": sample} if together else sample.by_player()
    if player is not None:
        if player not in groups:
            raise InputError(f"player: {player!r} is not in {file}; it has {', '.join(list(groups)[:10]) or 'none'}")
        groups = {player: groups[player]}
    scale = loss_scale(sample, best) if scale is None else scale
    population = None if scale.marks else simulated_population(scale.reference, np.random.default_rng(seed))
    rows = []
    with progress_bar("rating players") as progress:
        for done, (name, own) in enumerate(groups.items()):
            progress(done, len(groups))
            rating = intrinsic_rating(own, scale, interval=interval, draws=draws, seed=seed)
            row = {"player": name} | rating.to_json()
            if population is not None and rating.expected_loss is not None:
                row["percentile"] = population.percentile(rating.expected_loss)
            rows.append(row)
    return _origin(sample, scale) | {"players": rows}


@rate.command("compare")
@click.argument("a")
@click.argument("b")
@scale_option
@scaling_option
@draws_option
@seed_option
@answers(show_comparison)
def compare_files(a: str, b: str, scale_file: str | None, scaling: str | None, draws: int, seed: int) -> Answer:
    """Compare the decisions in file A with those in file B, on one reference set."""
    from kibitz.rate import compare

    scale = _scale(scale_file)
    first, second = (_sample(_decisions(path), scaling, scale) for path in (a, b))
    result = compare(first, second, scale, draws=draws, seed=seed)
    return {"a_name": a, "b_name": b} | result.to_json()


@rate.command("over-time")
@click.argument("file")
@click.option("--parts", type=click.IntRange(2, 100), default=4, show_default=True, help="Number of periods.")
@click.option("--player", metavar="NAME", help="This player only.")
@scale_option
@scaling_option
@draws_option
@seed_option
@answers(show_trend)
def over_time(
    file: str, parts: int, player: str | None, scale_file: str | None, scaling: str | None, draws: int, seed: int
) -> Answer:
    """One player over time: FILE is cut into periods of whole events, in the order of the file."""
    from kibitz.core import InputError
    from kibitz.rate import in_parts, loss_scale, trend

    scale = _scale(scale_file)
    sample = _sample(_decisions(file), scaling, scale)
    if player is not None:
        if player not in set(sample.players):
            raise InputError(f"player: {player!r} is not in {file}")
        sample = sample.take(sample.players == player)
    scale = loss_scale(sample) if scale is None else scale
    return _origin(sample, scale) | trend(in_parts(sample, parts), scale, draws=draws, seed=seed).to_json()


@rate.command("screen")
@click.argument("file")
@click.option("--claimed", type=float, callback=finite, help="The rating claimed for the player, on --scale.")
@click.option("--s", "sensitivity", type=float, callback=finite, help="Expected sensitivity, instead of a rating.")
@click.option("--c", "consistency", type=float, callback=finite, help="Expected consistency, instead of a rating.")
@click.option("--looks", type=click.IntRange(1, 10_000_000), default=1, show_default=True,
              help="How many players or events were examined in all.")  # fmt: skip
@click.option("--player", metavar="NAME", help="This player only.")
@scale_option
@scaling_option
@answers(show_screening)
def screen_file(
    file: str, claimed: float | None, sensitivity: float | None, consistency: float | None, looks: int,
    player: str | None, scale_file: str | None, scaling: str | None,
) -> Answer:  # fmt: skip
    """Z-scores of the choices in FILE against a claimed rating. Never a verdict."""
    from kibitz.core import InputError
    from kibitz.rate import screen, screen_against

    scale = _scale(scale_file)
    sample = _sample(_decisions(file), scaling, scale)
    if player is not None:
        if player not in set(sample.players):
            raise InputError(f"player: {player!r} is not in {file}")
        sample = sample.take(sample.players == player)
    if claimed is not None and scale is not None:
        return screen(sample, scale, claimed, looks=looks).to_json()
    if sensitivity is not None and consistency is not None:
        return screen_against(sample, sensitivity, consistency, looks=looks).to_json()
    raise InputError("claimed: a claimed rating with its --scale is needed, or --s and --c")


@rate.command("fits")
@click.argument("file")
@click.option("--hold-out", is_flag=True, help="Also predict each fifth of the events from the others.")
@scaling_option
@best_option
@seed_option
@answers(show_fits)
def fits_of_file(file: str, hold_out: bool, scaling: str | None, best: Any, seed: int) -> Answer:
    """All fits of the decisions in FILE taken together, with their goodness."""
    from kibitz.cli.progress import progress_bar
    from kibitz.core import InputError
    from kibitz.rate import METHODS, fit, hold_out_nats
    from kibitz.rate.model.moments import chose_best

    sample = _sample(_decisions(file), scaling, None)
    share = sample.weights / sample.weights.sum()
    answer: Answer = {"n": len(sample), "events": sample.n_events, "fits": [],
                      "best_rate": float(share @ chose_best(sample, best)),
                      "average_error": float(share @ sample.losses)}  # fmt: skip
    with progress_bar("fitting") as progress:
        for done, method in enumerate(METHODS):
            progress(done, len(METHODS))
            try:
                row = fit(sample, method, best=best).to_json()
                if hold_out:
                    row["hold_out"] = hold_out_nats(sample, method, seed=seed).nats
            except InputError as error:
                row = {"method": method, "error": str(error)}
            answer["fits"].append(row)
    if hold_out:
        for method in ("logit", "uniform"):
            answer[f"{method}_hold_out"] = hold_out_nats(sample, method, seed=seed).nats
    return answer


@rate.command("calibrate")
@click.argument("files", nargs=-1, required=True)
@click.option("--output", required=True, metavar="FILE.json", help="Where to write the scale.")
@click.option("--step", type=float, default=100.0, show_default=True, callback=finite,
              help="Players are grouped by rating, rounded to this.")  # fmt: skip
@click.option("--name", default="Elo", show_default=True, help="What the ratings are called.")
@scaling_option
@best_option
@answers(show_scale)
def calibrate_files(
    files: tuple[str, ...], output: str, step: float, name: str, scaling: str | None, best: Any
) -> Answer:
    """Fit a scale to decisions of players whose `rating` is known, and write it with its reference set."""
    import numpy as np

    from kibitz.core import InputError
    from kibitz.rate import calibrate, save_scale

    if step <= 0:
        raise InputError(f"step: a positive number is accepted, not {step}")
    sample = _sample([d for path in files for d in _decisions(path) if d.rating is not None], scaling, None)
    marks = np.round(sample.ratings / step) * step
    scale = calibrate({float(mark): sample.take(marks == mark) for mark in np.unique(marks)}, name=name, best=best)
    save_scale(scale, output)
    return {"scale": scale.name, "intercept": scale.intercept, "slope": scale.slope, "r_squared": scale.r_squared,
            "marks": [mark.to_json() for mark in scale.marks], "residuals": scale.residuals.tolist(),
            "file": output}  # fmt: skip
