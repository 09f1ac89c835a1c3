"""Predict the choices of a player of given strength (all chances, expected error, best rate), or simulate them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from kibitz.core.csv_text import format_csv
from kibitz.core.document import Document
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Note, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, File
from kibitz.core.units import format_chance, format_count
from kibitz.core.work import WorkContext

if TYPE_CHECKING:
    from kibitz.rate import questions
    from kibitz.rate.agents import Agent
    from kibitz.rate.ratings.scale import Scale
    from kibitz.rate.records.sample import Sample

MAX_SHOWN_DECISIONS = 30
"""Decisions shown to people; JSON and the file have all."""


class DecisionPrediction(Struct, frozen=True, kw_only=True):
    """One decision: the chance of each option in the order of the file, of a best choice, the expected scaled loss, and
    the option that was chosen (from 0)."""

    decision: int
    player: str
    event: str
    chances: tuple[float, ...]
    best_rate: float
    expected_loss: float
    chosen: int


class PredictAnswer(Answer, frozen=True, kw_only=True, tag="rate.predict/1"):
    """Chances of every option for one agent. ``best_rate`` and ``expected_loss`` are means over the decisions, with the
    standard deviation that chance alone gives them; ``nats`` is the mean log loss of the choices in the file."""

    files: ClassVar = {"out": "Write all chances to this CSV file."}

    agent: str
    skill: float | None
    s: float | None
    c: float | None
    lapse: float
    n: int
    best_rate: float
    best_rate_se: float
    expected_loss: float
    expected_loss_se: float
    nats: float
    decisions: tuple[DecisionPrediction, ...]

    def explain(self) -> Explanation:
        return Explanation(
            f"{self.agent}: best choices {format_chance(self.best_rate)} ± {100 * self.best_rate_se:.1f}, expected "
            f"error {self.expected_loss:.4f} ± {self.expected_loss_se:.4f} over {format_count(self.n, 'decision')}.",
            (f"the mean log loss of the choices in the file is {self.nats:.3f} nats per decision",),
        )

    def exhibits(self) -> Iterator[Exhibit]:
        explanation = self.explain()
        yield Headline(explanation.headline)
        yield from (Note(f"{reason[:1].upper()}{reason[1:]}.") for reason in explanation.reasons)
        rows = []
        for row in self.decisions[:MAX_SHOWN_DECISIONS]:
            likely = sorted(range(len(row.chances)), key=lambda k: -row.chances[k])[:3]
            listed = ", ".join(f"{k}: {format_chance(row.chances[k])}" for k in likely)
            made = format_chance(row.chances[row.chosen])
            rows.append((str(row.decision), row.player, listed, f"{row.chosen}: {made}", f"{row.expected_loss:.4f}"))
        yield Table(("decision", "player", "most likely options", "chosen", "expected error"), tuple(rows), left=(1, 2))
        if len(self.decisions) > MAX_SHOWN_DECISIONS:
            yield Note(
                f"{len(self.decisions) - MAX_SHOWN_DECISIONS:,} more decisions; the CSV file has them all", "quiet"
            )

    def file(self, kind: str) -> File:
        names = ("decision", "player", "event", "chosen", "best_rate", "expected_loss", "chances")
        rows = (
            (
                row.decision,
                row.player,
                row.event,
                row.chosen,
                f"{row.best_rate:.6g}",
                f"{row.expected_loss:.6g}",
                " ".join(f"{p:.6g}" for p in row.chances),
            )
            for row in self.decisions
        )
        return File("chances.csv", "text/csv", format_csv(names, rows))


class SimulateAnswer(Answer, frozen=True, kw_only=True, tag="rate.simulate/1"):
    """Choices drawn for one agent: how often they are best, and the mean scaled loss; the decisions are a document."""

    files: ClassVar = {"out": "Write the decisions with the simulated choices to this JSON lines file."}

    agent: str
    skill: float | None
    s: float | None
    c: float | None
    lapse: float
    n: int
    best_rate: float
    average_error: float
    seed: int
    decisions: Document | None = None

    def explain(self) -> Explanation:
        best = f"{format_chance(self.best_rate)} best choices, mean error {self.average_error:.4f}."
        return Explanation(f"{self.agent} made {format_count(self.n, 'decision')}: {best}")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)

    def file(self, kind: str) -> File:
        if self.decisions is None:
            raise InputError(f"{kind}: this answer was saved without its decisions")
        return File(self.decisions.name, "application/jsonl", self.decisions.content)


def _agent(request: questions.PredictRequest, sample: Sample, scale: Scale | None) -> Agent:
    """The agent that the request describes: by rating, like a player of the file, or by (s, c)."""
    from kibitz.rate.agents import Agent, agent_like, agent_of_rating
    from kibitz.rate.report.answers import unknown_player_message

    given = [request.rating is not None, request.like is not None, request.s is not None or request.c is not None]
    if sum(given) != 1:
        raise InputError("rating: give one of --rating with --scale, --like, or --s with --c")
    if request.rating is not None:
        if scale is None:
            raise InputError("rating: also give its --scale")
        return agent_of_rating(sample, scale, request.rating, request.errs)
    if request.like is not None:
        names = sorted(set(sample.players))
        if request.like not in names:
            raise InputError(unknown_player_message(request.like, names))
        return agent_like(sample, request.like, scale, request.errs)
    if request.s is None or request.c is None:
        raise InputError("s: give both --s and --c")
    return Agent(f"s {request.s:g}, c {request.c:g}", request.s, request.c)


def answer_predict(request: questions.PredictRequest, work: WorkContext) -> PredictAnswer:
    """The answer to `questions.Predict`."""
    import numpy as np

    from kibitz.rate.report.answers import sample_and_scale

    sample, scale = sample_and_scale(request.file, request.scale, request.scaling)
    agent = _agent(request, sample, scale)
    work.progress(0, 0, "predicting")
    p = agent.chances(sample)
    losses = np.where(sample.mask, sample.deltas, 0.0)
    expected, square = (p * losses).sum(axis=1), (p * losses**2).sum(axis=1)
    best = (p * (sample.deltas == 0)).sum(axis=1)
    n, rows = len(sample), np.arange(len(sample))
    in_file = np.zeros_like(p)
    np.put_along_axis(in_file, sample.order, p, axis=1)
    widths = (sample.order * sample.mask).max(axis=1) + 1
    chosen = sample.order[rows, sample.chosen]
    listed = tuple(
        DecisionPrediction(
            decision=i + 1,
            player=str(sample.players[i]),
            event=_event(sample, i),
            chances=tuple(in_file[i, : widths[i]].tolist()),
            best_rate=float(best[i]),
            expected_loss=float(expected[i]),
            chosen=int(chosen[i]),
        )
        for i in range(n)
    )
    return PredictAnswer(
        agent=agent.name,
        skill=agent.skill,
        s=agent.s,
        c=agent.c,
        lapse=agent.lapse,
        n=n,
        best_rate=float(best.mean()),
        best_rate_se=float(np.sqrt((best * (1 - best)).sum()) / n),
        expected_loss=float(expected.mean()),
        expected_loss_se=float(np.sqrt(np.maximum(square - expected**2, 0).sum()) / n),
        nats=float(-np.log(np.maximum(p[rows, sample.chosen], 1e-300)).mean()),
        decisions=listed,
    )


def _event(sample: Sample, row: int) -> str:
    name = sample.event_names[sample.events[row]]
    return "" if name.startswith("\0") else name


def answer_simulate(request: questions.SimulateRequest, work: WorkContext) -> SimulateAnswer:
    """The answer to `questions.Simulate`."""
    from dataclasses import replace as changed

    import numpy as np

    from kibitz.core.decision import format_decision
    from kibitz.core.ids import ChoiceIndex, PlayerId
    from kibitz.rate.agents import draw_choices
    from kibitz.rate.records.decision_files import load_decisions
    from kibitz.rate.report.answers import sample_and_scale

    sample, scale = sample_and_scale(request.file, request.scale, request.scaling)
    agent = _agent(request, sample, scale)
    work.progress(0, 0, "choosing")
    columns = draw_choices(agent.chances(sample), sample, np.random.default_rng(request.seed))
    chosen, played = sample.order[np.arange(len(sample)), columns], sample.with_choices(columns)
    lines = "".join(
        format_decision(
            changed(decision, chosen=ChoiceIndex(int(pick)), player=PlayerId(agent.name), rating=request.rating)
        )
        + "\n"
        for decision, pick in zip(load_decisions(request.file), chosen, strict=True)
    )
    return SimulateAnswer(
        agent=agent.name,
        skill=agent.skill,
        s=agent.s,
        c=agent.c,
        lapse=agent.lapse,
        n=len(sample),
        best_rate=float((played.losses == 0).mean()),
        average_error=float(played.losses.mean()),
        seed=request.seed,
        decisions=Document(name="simulated.jsonl", text=lines),
    )
