"""Tournaments between bidders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Note
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost, File, Request
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.sevens.contest.exhibits import (
    head_to_head_matrix,
    is_level,
    letter_price_chart,
    match_matrix,
    price_matrix,
    standings_plot,
    tournament_summary,
    undecided_remark,
)
from kibitz.games.sevens.contest.tables import (
    HeadToHead,
    LetterFigures,
    MatchTable,
    PlayerStanding,
    TournamentTables,
    format_gain,
)
from kibitz.games.sevens.fields import HiddenRange, Names, Rounds, Seed, TilesName, WordList
from kibitz.games.sevens.roster import MAX_SEATS, parse_players

if TYPE_CHECKING:
    from kibitz.simulate.tournament import TournamentMatch, TournamentResults


class FaultCount(Struct, frozen=True):
    """Number of invalid bids and words of a player."""

    player: str
    faults: int


class TournamentAnswer(Answer, frozen=True, kw_only=True, tag="sevens.tournament/4"):
    """Standings, comparisons of all pairs that met, the same for each match where there were several, and bids and
    prices by letter."""

    files: ClassVar = {
        "charts": "Write the charts to this HTML file.",
        "records": "Replay all games and write every auction and round to this file, one game per line.",
    }

    description: str
    seed: int
    rounds: int
    standings: tuple[PlayerStanding, ...]
    comparisons: tuple[HeadToHead, ...]
    matches: tuple[MatchTable, ...]
    letters: tuple[LetterFigures, ...]
    faults: tuple[FaultCount, ...]
    asked: TournamentRequest
    """The request without its own word list, which the digest identifies."""
    digest: str

    def explain(self) -> Explanation:
        first = self.standings[0]
        if is_level(self.standings):
            return Explanation(f"Nothing decided: every player gains {first.gain:.1f} points per round.")
        remark = undecided_remark(self.standings, self.comparisons)
        return Explanation(f"{first.player} gains most: {format_gain(first)} points per round.{remark}")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Note(self.description)
        errors = "95 % intervals over blocks of rounds"
        if self.standings[0].gain_se is None:
            errors = "no errors, because there is only one round"
        limits = "Sampled", "seats rotated on every deal", errors, f"seed {self.seed}"
        yield tournament_summary(self.standings, self.comparisons, limits)
        yield standings_plot(self.standings)
        if self.comparisons:
            yield head_to_head_matrix(self.standings, self.comparisons)
        if self.matches and not (self.asked.pairs and len(self.asked.hidden) == 1):  # else the same as head to head
            yield match_matrix(self.standings, self.matches)
        if any(row.price for row in self.letters):
            yield letter_price_chart(self.letters)
            yield price_matrix(self.letters)
        for row in self.faults:
            yield Note(
                f"{row.player} made {row.faults} invalid {'bid or word' if row.faults == 1 else 'bids or words'}.",
                "warning",
            )

    def file(self, kind: str) -> File:
        if kind == "records":
            from kibitz.games.sevens.contest.records import records_text
            from kibitz.games.sevens.words.lexicon import lexicon_of
            from kibitz.games.sevens.words.tile_sets import TILE_SETS

            data = records_text(self.asked.matches(), self.seed, lexicon_of(self.digest, TILE_SETS[self.asked.tiles]))
            return File("records.jsonl", "application/jsonl", data)
        from kibitz.games.sevens.contest.html_charts import tournament_page

        page = tournament_page(
            TournamentTables(self.standings, self.comparisons, self.matches, self.letters), self.description
        )
        return File("tournament.html", "text/html", page.encode())


class TournamentRequest(Request, frozen=True, kw_only=True):
    """Play a tournament between bidders, with duplicate deals, rotated seats and confidence intervals."""

    uses: ClassVar = frozenset({"workers"})

    players: Annotated[
        Names,
        Meta(
            description="Names separated by commas, such as g1,loss,dp. Repeat a name to give it more seats.",
            examples=["g1,loss"],
        ),
    ]
    rounds: Annotated[Rounds, Meta(description="Rounds per game.")] = 50
    hidden: HiddenRange = "3"
    deals: Annotated[int, Meta(ge=1, le=10_000, description="Deals per match.")] = 1
    copies: Annotated[
        int, Meta(ge=1, le=MAX_SEATS, description="Seats per player.", extra={"label": "Seats per player"})
    ] = 1
    pairs: Annotated[
        bool,
        Meta(
            description="Play every pair of players head to head: 1 v 1, or 5 v 5 with --copies 5.",
            extra={"page_help": "Play every pair of players head to head: 1 v 1, or 5 v 5 with five seats per player."},
        ),
    ] = False
    self_play: Annotated[
        bool,
        Meta(
            description="Play each player only against itself, with --copies seats (six if not given).",
            extra={
                "formerly": "alike",
                "page_help": "Play each player only against itself, with six seats unless you give their number.",
            },
        ),
    ] = field(default=False, name="alike")  # its name in JSON, which stored results use
    seed: Seed = 1
    tiles: TilesName = "english"
    words: WordList | None = None

    def __post_init__(self) -> None:
        names = dict.fromkeys(parse_players(self.players))
        if self.pairs and self.self_play:
            raise InputError("pairs: cannot be combined with self-play")
        if self.pairs and len(names) < 2:
            raise InputError("players: give at least two for pairs")
        if self.hidden[0] > self.hidden[-1]:
            raise InputError(f"hidden: the range must rise, such as 0..6, not {self.hidden}")

    def cost(self) -> Cost:
        return Cost.SECONDS if self.rounds * self.deals <= 20 else Cost.JOB

    def matches(self) -> list[TournamentMatch]:
        """The matches in the order of play."""
        from itertools import combinations

        from kibitz.games.sevens.contest.match import match_label, sevens_match
        from kibitz.games.sevens.words.tile_sets import TILE_SETS
        from kibitz.simulate.tournament import head_to_head, one_of_each

        taken = parse_players(self.players)
        names = tuple(dict.fromkeys(taken))
        if self.pairs:
            line_ups = {f"{a} v {b}": head_to_head(a, b, self.copies) for a, b in combinations(names, 2)}
        elif self.self_play:
            copies = self.copies if self.copies > 1 else 6
            line_ups = {f"{name} alone": one_of_each([name], copies) for name in names}
        else:
            line_ups = {"": one_of_each(taken, self.copies)}
        return [
            sevens_match(line_up, n, self.rounds, self.deals, self.words, match_label(name, n), TILE_SETS[self.tiles])
            for name, line_up in line_ups.items()
            for n in range(int(self.hidden[0]), int(self.hidden[-1]) + 1)
        ]

    def answer(self, work: WorkContext) -> TournamentAnswer:
        from kibitz.simulate.executors import open_executor
        from kibitz.simulate.tournament import play_tournament, playing_order

        matches = self.matches()
        order, places = playing_order(matches), {match.label: place for place, match in enumerate(matches, 1)}

        def playing(done: int, total: int) -> None:
            match, deal = order[min(done, total - 1)]
            who = match.label if self.pairs or self.self_play else f"all players, {match.label}"
            place = f", match {places[match.label]} of {len(matches)}" if len(matches) > 1 else ""
            work.progress(done, total, f"Playing {who}{place}, deal {deal} of {self.deals}")

        def on_partial(deals: int, results: Callable[[], TournamentResults]) -> None:
            if deals * self.rounds >= 2:  # with fewer blocks a match has no error
                label = f"{format_count(deals, 'deal')} of {self.deals:,}"
                work.report_partial(label, lambda: self._answer_after(results(), deals))

        with open_executor(work) as crew:
            return self._answer_after(play_tournament(matches, self.seed, crew, playing, on_partial), self.deals)

    def _answer_after(self, results: TournamentResults, deals: int) -> TournamentAnswer:
        """The answer after ``deals`` deals per match, as if the request had asked for that number."""
        from kibitz.games.sevens.contest.standings import make_tables
        from kibitz.games.sevens.words.lexicon import load_lexicon
        from kibitz.games.sevens.words.tile_sets import TILE_SETS

        result, lexicon = make_tables(results), load_lexicon(self.words, TILE_SETS[self.tiles])
        names, seats = dict.fromkeys(parse_players(self.players)), len(self.matches()[0].line_up.seats)
        played = str(deals) if deals == self.deals else f"{deals} of {self.deals} (partial result)"
        return TournamentAnswer(
            description=f"{', '.join(names)}: {format_count(seats, 'seat')}, {format_count(self.rounds, 'round')} "
            f"per game, hidden letters {self.hidden}, deals per match {played}, "
            f"{' '.join((f'seats rotated on every deal, seed {self.seed}.', *lexicon.notes))}",
            seed=self.seed,
            rounds=self.rounds,
            standings=result.standings,
            comparisons=result.comparisons,
            matches=result.matches,
            letters=result.letters,
            asked=replace(self, words=None, deals=deals),
            digest=lexicon.digest,
            faults=tuple(FaultCount(row.player, row.faults) for row in result.standings if row.faults),
        )
