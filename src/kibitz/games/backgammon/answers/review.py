"""Match review: the loss of each decision, the match win chance over time, luck and skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar, Literal, Self
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from kibitz.core.exhibits import MAX_SHOWN_CHOICES, Exhibit, Headline, Table, format_option_loss
from kibitz.core.exhibits.replay import BoardDiagram, GameReplay, ReplayStep
from kibitz.core.explanation import Explanation
from kibitz.core.grades import ERROR_GRADES
from kibitz.core.question import Answer, File
from kibitz.core.units import Unit, format_amount, format_count
from kibitz.core.work import WorkContext
from kibitz.draw.curve import Series
from kibitz.draw.forest_plot import ForestPlot, ForestRow
from kibitz.draw.waterfall import Waterfall, WaterfallStep
from kibitz.draw.win_chart import ErrorFlag, WinChart
from kibitz.games.backgammon.answers.cubes import grade_of

if TYPE_CHECKING:
    from kibitz.games.backgammon.match.record import MatchRecord
    from kibitz.games.backgammon.match.review import MatchReview
    from kibitz.games.backgammon.questions import matches as questions
    from kibitz.games.backgammon.search.searcher import Searcher

PR_FACTOR = 500
"""PR is this many times the mean error."""
KINDS = {"checker play": ("play",), "doubling": ("double", "no double"), "taking": ("take", "drop", "beaver")}
PHASES = ("opening", "contact", "race", "bearoff")
OPENING_ACTIONS = 6
"""Actions of a game that count as its opening."""
ROUNDING_LOSS = 0.0005
"""Losses below this print as 0 with three decimals."""
MAX_OPTIONS = 5
"""Choices shown for one decision of a match."""


class ReviewedDecision(Struct, frozen=True):
    """One decision of a match with its loss, in points or normalised match equity, and the equity of the best choice.

    ``chance`` is the first player's chance to win the match before it, in money play their points; ``cost`` is the loss
    in that unit. After an error ``why`` is the reason for the best choice, and ``rule`` the rule of thumb that applies.
    """

    game: int
    number: int
    player: str
    kind: str
    position: str
    chosen: str
    best: str
    loss: float
    grade: Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
    equity: float
    chance: float
    cost: float
    why: str
    rule: str = ""

    @property
    def turn(self) -> str:
        """Game and event, counted from 1."""
        return f"{self.game + 1}.{self.number + 1}"


class PlayerSummary(Struct, frozen=True):
    """One player: decisions that count, errors in plays and cube actions, PR (500 times the mean error), and luck."""

    name: str
    decisions: int
    play_error: float
    cube_error: float
    pr: float
    luck: float
    blunders: int


class ReviewAnswer(Answer, frozen=True, kw_only=True, tag="backgammon.review/4"):
    """A match review; ``records`` are decisions for ``kibitz rate``, in JSON only on request.

    ``length`` is 0 in money play, ``scores`` are those before each game; ``start`` and ``end`` are the first player's
    chances to win the match before and after it, in money play points. ``unread`` says why later games of the file are
    left out; empty if none is.
    """

    files: ClassVar = {"decisions": "Write the decisions here, as JSON lines for kibitz rate."}

    plies: int
    players: tuple[PlayerSummary, ...]
    decisions: tuple[ReviewedDecision, ...]
    length: int
    scores: tuple[tuple[int, int], ...]
    start: float
    end: float
    unread: str = ""
    records: tuple[str, ...] = ()

    def brief(self) -> Self:
        """Without the records."""
        return replace(self, records=())

    def explain(self) -> Explanation:
        best, other = sorted(self.players, key=lambda player: player.pr)
        reasons = [f"{p.name}: PR {p.pr:.2f}, luck {format_amount(p.luck, Unit.EQUITY)}" for p in self.players]
        if self.unread:
            reasons.append(f"Only the games before an unreadable one are reviewed: {self.unread}")
        if not (best.decisions and other.decisions):
            return Explanation("There are too few decisions to compare the players.", tuple(reasons))
        if best.pr == other.pr:
            return Explanation(f"Both played equally well: PR {best.pr:.2f}.", tuple(reasons))
        if self._by_chances() == other.name:
            reasons.append(f"{other.name} lost less of the match chances: {best.name} erred where more was at stake.")
        both = f"PR {best.pr:.2f} against {other.pr:.2f}"
        if self._is_close(best.name, other.name):
            return Explanation(f"{best.name} played better per decision: {both}, within chance.", tuple(reasons))
        return Explanation(f"{best.name} played better: {both}.", tuple(reasons))

    def _by_chances(self) -> str:
        """The player who lost less in match chances, or points in money play; empty if both lost the same."""
        lost = [sum(d.cost for d in self.decisions if d.player == p.name) for p in self.players]
        return _ahead([p.name for p in self.players], lost[1] - lost[0])

    def _is_close(self, first: str, second: str) -> bool:
        """Whether the 95 % interval of the difference of the mean errors holds 0."""
        from kibitz.simulate.intervals import mean_estimate

        losses = [[d.loss for d in self.decisions if d.player == name] for name in (first, second)]
        if min(map(len, losses)) < 2:
            return True
        mine, theirs = (mean_estimate(each) for each in losses)
        return bool(abs(mine.value - theirs.value) < 1.96 * (mine.se**2 + theirs.se**2) ** 0.5)

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        if self.length and self.decisions:
            yield self._win_chart()
        if self.decisions:
            yield GameReplay(
                "Decisions", tuple(map(self._step, range(len(self.decisions)))), "All choices here", "equity"
            )
        yield from self._errors()
        yield self._pr_plot()
        yield self._kinds()
        if self.decisions:
            yield self._phases()
        if len(self.scores) > 1:
            yield self._games()
        yield self._waterfall()

    def file(self, kind: str) -> File:
        return File("decisions.jsonl", "application/jsonl", "".join(f"{line}\n" for line in self.records).encode())

    def _errors(self) -> Iterator[Table]:
        """The costliest errors of each player, largest loss first."""
        errors = [place for place, d in enumerate(self.decisions) if d.grade in ERROR_GRADES]
        errors.sort(key=lambda place: -self.decisions[place].loss)
        own = [
            [place for place in errors if self.decisions[place].player == p.name][:MAX_SHOWN_CHOICES]
            for p in self.players
        ]
        places = [place for place in errors if any(place in each for each in own)]
        if not places:
            return
        shown = [self.decisions[place] for place in places]
        seats = tuple(next(seat for seat, each in enumerate(own, start=1) if place in each) for place in places)
        lines = tuple((d.turn, d.player, d.chosen, d.best, format_option_loss(d.loss, Unit.EQUITY)) for d in shown)
        yield Table(
            ("turn", "player", "played", "best was", "loss"),
            lines,
            "Costliest errors",
            left=(0, 1, 2, 3),
            grades=tuple(d.grade for d in shown),
            few=(0, 1, 2, 4),
            links=tuple(f"?at={place + 1}#steps" for place in places),
            seats=seats,
            remark=f"{len(places)} of {format_count(len(errors), 'error')}",
        )

    def _win_chart(self) -> WinChart:
        """The first player's chance to win the match from decision to decision; errors of both are flagged."""
        first = self.players[0].name
        begins: dict[int, int] = {}
        for place, decision in enumerate(self.decisions):
            begins.setdefault(decision.game, place)
        parts = tuple(
            (place, f"game {game + 1}, {self.scores[game][0]}–{self.scores[game][1]}") for game, place in begins.items()
        )
        flags = tuple(
            ErrorFlag(
                place,
                0,
                d.grade,
                f"{d.turn} {d.player}: {d.chosen}, {format_option_loss(d.loss, Unit.EQUITY)}; best was {d.best}",
                1 if d.player == first else 2,
            )
            for place, d in enumerate(self.decisions)
            if d.grade in ERROR_GRADES
        )
        end = f"{first} wins" if self.end == 1 else f"{self.players[1].name} wins" if self.end == 0 else first
        line = Series(end, (*(d.chance for d in self.decisions), self.end))
        signs = f"circles above the line: errors of {first}; squares below it: errors of {self.players[1].name}"
        return WinChart("Chance to win the match", (line,), parts, flags, "move", note=signs)

    def _step(self, number: int) -> ReplayStep:
        """One decision on its board, with the best play and the one made, and a link to all plays."""
        d = self.decisions[number]
        plays = d.kind == "play"
        drawn = d.best if plays and "/" in d.best else ""
        other = f"{d.chosen} {d.grade}" if plays and d.chosen != d.best and "/" in d.chosen else ""
        unit = "points of match win chance" if self.length else "points"
        cost = f"{100 * d.cost if self.length else d.cost:.{1 if self.length else 3}f} {unit}"
        link = f"/backgammon/{'move' if plays else 'cube'}?{urlencode({'position': d.position}, safe=':/')}"
        rival = next((p.name for p in self.players if p.name != d.player), "")
        doubled = d.kind in KINDS["taking"]  # the board is the doubler's, who has not rolled
        names = (rival, d.player) if doubled else (d.player, rival)
        return ReplayStep(
            BoardDiagram("backgammon", d.position, play=drawn, other=other, names=names),
            f"{d.turn} {d.chosen}",
            f"This cost {d.player} {cost}." if d.loss > 0 else "This was the best choice.",
            d.grade,
            link,
            f"{d.player}, game {d.game + 1}, turn {d.number + 1}",
            d.best,
            format_amount(d.equity, Unit.EQUITY),
            d.why,
            format_option_loss(d.loss, Unit.EQUITY) if d.loss >= ROUNDING_LOSS else "",
            self._options(number) if d.grade in ERROR_GRADES and self.records else None,
            rule=d.rule,
        )

    def _options(self, number: int) -> Table:
        """The best choices and the one made, with equity and loss."""
        from kibitz.core.decision import parse_decision

        record = parse_decision(self.records[number])
        names = list(record.choices or ())
        order = sorted(range(len(names)), key=lambda i: -record.utilities[i])
        top = max(record.utilities)
        stored = (
            order[:MAX_OPTIONS]
            if record.chosen in order[:MAX_OPTIONS]
            else [*order[: MAX_OPTIONS - 1], int(record.chosen)]
        )
        rows = tuple(
            (
                f"{names[i]} (played)" if i == record.chosen else str(names[i]),
                format_amount(record.utilities[i], Unit.EQUITY),
                format_option_loss(top - record.utilities[i], Unit.EQUITY),
            )
            for i in stored
        )
        grades = tuple(grade_of(top - record.utilities[i]) for i in stored)
        return Table(
            ("choice", "equity", "loss"),
            rows,
            "Ranked choices",
            strong=(0,),
            grades=grades,
            few=(0, 1, 2),
            remark=f"{len(stored)} of {len(names)}",
        )

    def _pr_plot(self) -> ForestPlot:
        """Both players' PR with intervals, Student's over the decisions."""
        rows = tuple(
            (
                p.name,
                f"{p.decisions:,}",
                f"{p.play_error:.3f}",
                f"{p.cube_error:.3f}",
                f"{p.pr:.2f}",
                format_amount(p.luck, Unit.EQUITY),
                str(p.blunders),
            )
            for p in self.players
        )
        table = Table(("player", "decisions", "play errors", "cube errors", "PR", "luck", "blunders"), rows)
        whiskers = []
        for p in self.players:
            losses = [d.loss for d in self.decisions if d.player == p.name]
            low, high = _interval(losses)
            whiskers.append(ForestRow(p.name, p.pr, low, high, format_count(p.decisions, "decision")))
        best = min(range(len(self.players)), key=lambda i: self.players[i].pr)
        remark = "PR is 500 times the mean equity loss per decision; lower is better. Intervals are 95 %."
        return ForestPlot(
            "Performance rating (PR) by player", tuple(whiskers), listing=table, best=best, digits=1, remark=remark
        )

    def _kinds(self) -> Table:
        """PR by kind of decision, both players side by side."""
        rows = tuple(
            (name, *(_format_pr(d.loss for d in self._own(p.name) if d.kind in kinds) for p in self.players))
            for name, kinds in KINDS.items()
        )
        return Table(("kind", *(p.name for p in self.players)), rows, "PR by kind of decision")

    def _phases(self) -> Table:
        """PR of plays and of cube actions by the phase of the game."""
        phases = {id(d): _phase(d) for d in self.decisions}
        rows = []
        for phase in PHASES:
            cells = []
            for p in self.players:
                here = [d for d in self._own(p.name) if phases[id(d)] == phase]
                cells += [_format_pr(d.loss for d in here if (d.kind == "play") == plays) for plays in (True, False)]
            if phase in phases.values():
                rows.append((phase, *cells))
        names = tuple(f"{p.name}, {what}" for p in self.players for what in ("plays", "cube"))
        return Table(("phase", *names), tuple(rows), "PR by phase of the game")

    def _games(self) -> Table:
        """PR of both players in each game."""
        rows = tuple(
            (
                str(game + 1),
                f"{score[0]}–{score[1]}",
                *(_format_pr(d.loss for d in self._own(p.name) if d.game == game) for p in self.players),
                str(sum(d.grade in ERROR_GRADES for d in self.decisions if d.game == game)),
            )
            for game, score in enumerate(self.scores)
        )
        return Table(("game", "score", *(p.name for p in self.players), "errors"), rows, "PR by game")

    def _own(self, name: str) -> list[ReviewedDecision]:
        return [d for d in self.decisions if d.player == name]

    def _waterfall(self) -> Waterfall:
        """From start to end: what both lost by errors, and the remainder, luck."""
        lost = [sum(d.cost for d in self.decisions if d.player == p.name) for p in self.players]
        luck = self.end - self.start + lost[0] - lost[1]
        names = [p.name for p in self.players]
        steps = (
            WaterfallStep(f"{names[0]} errors", -lost[0], "own"),
            WaterfallStep(f"{names[1]} errors", lost[1], "other"),
            WaterfallStep("luck", luck, "luck"),
        )
        better, luckier = _ahead(names, lost[1] - lost[0]), _ahead(names, luck)
        unit = "match chances" if self.length else "points"
        skill = f"{better} lost fewer {unit} by errors" if better else f"Both lost the same {unit} by errors"
        dice = f"{luckier} had the better dice" if luckier else "the dice favoured nobody"
        both = (
            f"{better} lost fewer {unit} by errors and had the better dice"
            if better and better == luckier
            else f"{skill}, {dice}"
        )
        note = f"{both}. Luck is the rest: rolls better or worse than average, and any misjudgement by kibitz."
        remark = f"{'win chance' if self.length else 'points'} of {names[0]}"
        return Waterfall("Luck and skill", self.start, steps, bool(self.length), remark=remark, note=note)


def _format_pr(losses: Iterable[float]) -> str:
    """The PR of decisions with these losses; a dash if there are none."""
    values = list(losses)
    return f"{PR_FACTOR * sum(values) / len(values):.1f}" if values else "-"


def _phase(decision: ReviewedDecision) -> str:
    """The phase of the game at a decision; the first six actions are the opening."""
    from kibitz.games.backgammon.notation.situation import parse_situation

    position = parse_situation(decision.position).position
    if position.is_bearoff:
        return "bearoff"
    if not position.has_contact:
        return "race"
    return "opening" if decision.number < OPENING_ACTIONS else "contact"


def _ahead(names: list[str], lead: float) -> str:
    """The name of the player who is ahead, given the lead of the first; empty if nobody is."""
    return "" if lead == 0 else names[0] if lead > 0 else names[1]


def _interval(losses: list[float]) -> tuple[float | None, float | None]:
    """The ends of the 95 % interval of a PR; open where there are too few decisions."""
    from kibitz.simulate.intervals import mean_estimate

    if len(losses) < 2:
        return None, None
    result = mean_estimate(losses)
    return max(PR_FACTOR * result.low, 0.0), PR_FACTOR * result.high


def _summarise_player(name: str, seat: int, review: MatchReview) -> PlayerSummary:
    """One player's errors by plays and cube actions, PR, luck and blunders."""
    own = [decision for decision in review.decisions if decision.player == seat]
    plays = float(sum(decision.judgement.loss for decision in own if decision.kind == "play"))
    cube = float(sum(decision.judgement.loss for decision in own if decision.kind != "play"))
    pr = PR_FACTOR * (plays + cube) / len(own) if own else 0.0
    blunders = sum(decision.judgement.grade.word == "blunder" for decision in own)
    return PlayerSummary(name, len(own), plays, cube, pr, review.luck[seat], blunders)


def _with_distinct_names(match: MatchRecord) -> MatchRecord:
    """The match with different names for both players, so that their decisions are not mixed up."""
    from dataclasses import replace as changed

    first, second = match.players
    return match if first != second else changed(match, players=(f"{first} (1)", f"{second} (2)"))


def answer_review(request: questions.ReviewRequest, work: WorkContext) -> ReviewAnswer:
    """The answer to `questions.ReviewRequest`."""
    from kibitz.games.backgammon.notation.match_file import load_match
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    match, unread = load_match(request.match)
    searcher = shipped_searcher(progress=work.progress_with_note("tables"))
    return review_record(match, searcher, request.plies, request.luck, unread, work.progress_with_note("decisions"))


def review_record(
    record: MatchRecord,
    searcher: Searcher,
    plies: int,
    luck: bool = True,
    unread: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> ReviewAnswer:
    """The review of a recorded match."""
    from kibitz.core import format_decision
    from kibitz.games.backgammon.match.review import review_match

    match = _with_distinct_names(record)
    result = review_match(match, searcher, plies, luck, progress)
    return ReviewAnswer(
        plies=plies,
        players=tuple(_summarise_player(name, seat, result) for seat, name in enumerate(match.players)),
        decisions=tuple(
            ReviewedDecision(
                d.game,
                d.number,
                match.players[d.player],
                d.kind,
                d.position,
                d.chosen,
                d.best,
                d.judgement.loss,
                d.judgement.grade.word,
                max(d.record.utilities),
                d.chance,
                d.cost,
                d.why,
                d.rule,
            )
            for d in result.decisions
        ),
        length=match.length,
        scores=tuple(game.scores for game in match.games),
        start=result.start,
        end=result.end,
        unread=unread,
        records=tuple(format_decision(d.record) for d in result.decisions),
    )
