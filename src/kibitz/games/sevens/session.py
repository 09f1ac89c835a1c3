"""Session in which you play sevens against the bidders, action by action."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta, Struct

from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit, Headline, Table
from kibitz.core.explanation import Explanation
from kibitz.core.question import Answer, Cost, File
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.sevens.auction.record import LOG_FILE_KINDS, GameLog, RoundRecord, log_file
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.fields import Hidden, Names, Rounds, Seed, WordList
from kibitz.games.sevens.roster import MAX_SEATS, parse_players

if TYPE_CHECKING:
    from kibitz.core.equities import Equities
    from kibitz.games.sevens.auction.player import SeatView
    from kibitz.games.sevens.auction.referee import Prompt, Referee
    from kibitz.games.sevens.players.marginal import MarginalPlayer
    from kibitz.games.sevens.words.lexicon import Lexicon

YOU = "you"
QUIT_WORDS = ("q", "quit")
TUTOR_TOLERANCE_POINTS = 0.05
"""Points below which the tutor calls a bid the best."""


class SeatSummary(Struct, frozen=True):
    """Result of a seat: score, points gained over the starting money, and its last word."""

    player: str
    score: int
    gain: int
    last_word: str


class PlayAnswer(Answer, frozen=True, kw_only=True, tag="sevens.play/1"):
    """A game by seats, yours first; ``over`` says whether it was played to the end."""

    files: ClassVar = {
        "log": LOG_FILE_KINDS["log"],
        "decisions": "Write your bids as decisions for rating to this file.",
        "history": LOG_FILE_KINDS["history"],
    }

    seats: tuple[SeatSummary, ...]
    over: bool
    log: GameLog

    def explain(self) -> Explanation:
        you, *others = self.seats
        best = max(row.score for row in others)
        won = "won" if you.score > best else "drew" if you.score == best else "lost"
        end = f"You {won} with {format_count(you.score, 'point')}" if self.over else f"You left with {you.score} points"
        return Explanation(f"{end}. The best of the other players has {best}.")

    def exhibits(self) -> Iterator[Exhibit]:
        yield Headline(self.explain().headline)
        rows = tuple(
            (row.player, format_count(row.score, "point"), f"{row.gain:+d}", row.last_word or "-") for row in self.seats
        )
        yield Table(("player", "score", "gain", "last word"), rows, left=(0, 3))

    def file(self, kind: str) -> File:
        return log_file(self.log, kind)


class PlaySession(SessionRequest, frozen=True, kw_only=True):
    """Play against the bidders."""

    against: Annotated[Names, Meta(description="Names of the other players.", extra={"label": "Opponents"})] = (
        "dp,g1,loss"
    )
    rounds: Annotated[Rounds, Meta(description="Rounds to play.")] = 1
    hidden: Hidden = 0
    tutor: Annotated[bool, Meta(description="After each bid, show a better one if there was one.")] = False
    seed: Seed = 1
    words: WordList | None = None

    def __post_init__(self) -> None:
        parse_players(self.against, MAX_SEATS - 1, "against")

    def cost(self) -> Cost:
        return Cost.SECONDS

    def begin(self, work: WorkContext) -> SessionState:
        game = _Game(self)
        _keep(self, (), game)
        hello = "Type a bid, or q to leave. At the end of a round, type a word, or nothing for the best one."
        return SessionState(said=(hello, *game.prompt_lines()), prompt=game.prompt, over=game.over)

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        word = order.strip()
        if state.over:
            raise InputError("the game is over; start a new one")
        if word.lower() in QUIT_WORDS:
            return SessionState(orders=state.orders, memory="left", said=("You left the table.",), over=True)
        game = _game_after(self, state.orders)
        try:
            lines = game.apply_action(word)
        except InputError:
            _keep(self, state.orders, game)  # nothing has changed
            raise
        orders = (*state.orders, word)
        _keep(self, orders, game)
        return SessionState(orders=orders, said=tuple(lines), prompt=game.prompt, over=game.over)

    def finish(self, state: SessionState, work: WorkContext) -> PlayAnswer:
        from kibitz.games.sevens.auction.replay import log_of

        game = _game_after(self, state.orders)
        _keep(self, state.orders, game)
        record = game.referee.record()
        names = (YOU, *parse_players(self.against))
        words = record.rounds[-1].words
        rows = zip(names, record.scores, words, strict=True)
        return PlayAnswer(
            seats=tuple(SeatSummary(name, score, score - record.rules.start, word) for name, score, word in rows),
            over=game.over,
            log=log_of(record, names, self.seed, game.lexicon),
        )


MAX_CACHED_GAMES = 16
_GAMES: OrderedDict[tuple[PlaySession, tuple[str, ...]], _Game] = OrderedDict()
"""Cache of running games, so that an action need not replay everything before it; any game can be replayed from its
actions."""


def _keep(request: PlaySession, orders: tuple[str, ...], game: _Game) -> None:
    _GAMES[request, orders] = game
    while len(_GAMES) > MAX_CACHED_GAMES:
        _GAMES.popitem(last=False)


def _game_after(request: PlaySession, orders: tuple[str, ...]) -> _Game:
    """The game after these actions, taken out of the cache."""
    game = _GAMES.pop((request, orders), None)
    if game is None:
        game = _Game(request)
        for order in orders:
            game.apply_action(order)
    return game


class _Game:
    """A game in progress, determined by the request and the actions."""

    def __init__(self, request: PlaySession) -> None:
        from kibitz.games.sevens.auction.referee import Referee
        from kibitz.games.sevens.auction.rules import Rules, deal_game
        from kibitz.games.sevens.players import make_player
        from kibitz.games.sevens.words.lexicon import load_lexicon

        names = parse_players(request.against)
        self.names = (YOU, *names)
        self.lexicon: Lexicon = load_lexicon(request.words)
        rules = Rules(players=len(self.names), hidden=request.hidden, rounds=request.rounds)
        self.referee: Referee = Referee(rules, [None, *(make_player(n, self.lexicon) for n in names)], self.lexicon)
        self._steps: Generator[Prompt, object, None] = self.referee.play_steps(
            deal_game(rules, request.seed), request.seed
        )
        self._tutor = _tutor(self.lexicon, rules) if request.tutor else None
        self._reported = (0, 0)
        self.asked: Prompt | None = next(self._steps, None)

    @property
    def over(self) -> bool:
        return self.asked is None

    @property
    def prompt(self) -> str:
        """Label of the next input."""
        return "" if self.asked is None else "your bid" if self._view is not None else "your word"

    @property
    def _view(self) -> SeatView | None:
        return self.asked if hasattr(self.asked, "letter") else None  # type: ignore[return-value]

    def apply_action(self, order: str) -> list[str]:
        """Apply an action; returns what happened, line by line."""
        lines, view = [], self._view
        answer: int | str
        if self.asked is None:
            raise InputError("the game is over; start a new one")
        if view is not None:
            answer = _bid(order, view.score)
            if self._tutor is not None:
                lines.append(_tutor_comment(self._tutor.equities(view), answer))
        else:
            answer = self._word(order, self.asked.rack)
        try:
            self.asked = self._steps.send(answer)
        except StopIteration:
            self.asked = None
        return [*lines, *self._news(), *self.prompt_lines()]

    def prompt_lines(self) -> list[str]:
        """The next question to the player."""
        if self.asked is None:
            return []
        view = self._view
        if view is None:
            return [f"Your letters are {self.asked.rack}. Which word do you play?"]
        rivals = sum(view.room) - view.open_places
        return [
            f"Round {view.round_number + 1}: {view.letter} is on offer. Your rack: {view.rack or 'empty'}. Your score: "
            f"{format_count(view.score, 'point')}. {format_count(view.left, 'auction')} left; the others have "
            f"{format_count(rivals, 'open place')}."
        ]

    def _word(self, order: str, rack: str) -> str:
        if not order:
            return self.lexicon.best_word(rack)[1]
        word = order.upper()
        if any(word.count(letter) > rack.count(letter) for letter in word):
            raise InputError(f"word: use only letters of {rack}, not {order[:20]!r}")
        if not self.lexicon.score(word):
            raise InputError(f"word: {word} is not in the list ({self.lexicon.source})")
        return word

    def _news(self) -> Iterator[str]:
        """Sales and rounds that were not reported yet."""
        rounds, sales = self._reported
        played = self.referee.record().rounds
        for number, each in enumerate(played[rounds:], start=rounds):
            yield from (self._sale_line(sale) for sale in each.sales[sales:])
            sales = 0
            if each.finished:
                yield from self._round_lines(number, each)
        running = bool(played) and not played[-1].finished
        self._reported = (len(played) - running, len(played[-1].sales) if running else 0)

    def _sale_line(self, sale: Sale) -> str:
        bids = ", ".join(f"{n} {b}" for n, b in zip(self.names, sale.bids, strict=True) if b is not None)
        price = f"for {format_count(sale.price, 'point')}" if sale.price else "for nothing"
        who = "you win it" if sale.winner == 0 else f"{self.names[sale.winner]} wins it"
        return f"{sale.letter}: {bids}; {who} {price}."

    def _round_lines(self, number: int, played: RoundRecord) -> Iterator[str]:
        yield f"Round {number + 1} is over."
        for seat, name in enumerate(self.names):
            word = played.words[seat] or "no word"
            yield (
                f"{name}: {played.racks[seat]} -> {word}, {format_count(played.earned[seat], 'point')}, paid "
                f"{played.paid[seat]}, gain {played.gains[seat]:+d}."
            )
        best, word = self.lexicon.best_word(played.racks[0])
        if best > played.earned[0]:
            yield f"The best word was {word} for {format_count(best, 'point')}."


def _tutor(lexicon: Lexicon, rules: object) -> MarginalPlayer:
    import numpy as np

    from kibitz.games.sevens.auction.rules import Rules
    from kibitz.games.sevens.players.marginal import MarginalPlayer

    assert isinstance(rules, Rules)
    teacher = MarginalPlayer(lexicon)
    teacher.start(rules, 0, np.random.default_rng(0))
    return teacher


def _tutor_comment(equities: Equities, bid: int) -> str:
    best = int(equities.best)
    loss = float(equities.losses[min(bid, len(equities) - 1)])
    return (
        "That was the best bid."
        if loss < TUTOR_TOLERANCE_POINTS
        else f"{best} was better; your bid costs {loss:.1f} points."
    )


def _bid(order: str, score: int) -> int:
    if not (order.isascii() and order.isdigit() and len(order) <= 7 and int(order) <= score):
        raise InputError(f"bid: must be a whole number from 0 to {score}, or q to leave, not {order[:20]!r}")
    return int(order)
