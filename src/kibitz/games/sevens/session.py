"""Session in which people play sevens against the bidders and each other, action by action.

People at one screen bid one after the other; nobody's bid is shown before all are in.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta

from kibitz.core.controls import ActionButton, ActionPanel, ActionRow
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit
from kibitz.core.exhibits.grids import LetterSeat, LetterTable, Tile
from kibitz.core.question import Cost
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.units import format_count
from kibitz.core.work import WorkContext
from kibitz.games.sevens.answers.play import YOU, PlayAnswer, SeatSummary, auctions_table
from kibitz.games.sevens.auction.record import RACK_SIZE, RoundRecord
from kibitz.games.sevens.auction.sale import Sale
from kibitz.games.sevens.fields import Hidden, Names, Rounds, Seed, TilesName, WordList
from kibitz.games.sevens.roster import MAX_SEATS, parse_players

if TYPE_CHECKING:
    from kibitz.core.equities import Equities
    from kibitz.games.sevens.auction.player import SeatView
    from kibitz.games.sevens.auction.referee import Prompt, Referee
    from kibitz.games.sevens.auction.rules import Rules
    from kibitz.games.sevens.players.marginal import MarginalPlayer
    from kibitz.games.sevens.words.lexicon import Lexicon

QUIT_WORDS = ("q", "quit")
ASIDES = ("help", "?", "hint", "rules")
"""Words that show something at any prompt and change nothing."""
HELP_LINES = (
    "A whole number is your bid; at the end of a round, a word, or nothing for the best one.",
    "hint shows the best bid and what others lose. rules shows the rules. undo takes a bid back while bids are closed.",
    "q leaves the table.",
)
MAX_PEOPLE = 6
"""People who can share one screen."""
MAX_REVIEWED_BIDS = 300
"""Most bids of a person that are judged at the end; a bid takes some milliseconds."""
BID_BUTTONS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30)
TUTOR_TOLERANCE_POINTS = 0.05
"""Points below which the tutor calls a bid the best."""


class PlaySession(SessionRequest, frozen=True, kw_only=True):
    """Play against the bidders."""

    page_help: ClassVar = (
        "Buy letters in sealed auctions and spell a word of seven letters. The highest bid wins and pays the "
        "second-highest. Points are money. Several people can share the screen; bids stay hidden until all are in."
    )

    against: Annotated[
        Names,
        Meta(
            description="Other players by name, with commas. dp is strong, g1 and loss are weaker, fallible errs like "
            "a person; `kibitz sevens players` lists all.",
            extra={
                "label": "Opponents",
                "page_help": "Names with commas. dp is strong, g1 and loss are weaker, fallible errs like a person. "
                "More, Players lists all.",
            },
        ),
    ] = "dp,g1,loss"
    people: Annotated[
        int, Meta(ge=1, le=MAX_PEOPLE, description="People who play at this screen, one after the other.")
    ] = 1
    rounds: Annotated[Rounds, Meta(description="Rounds to play.")] = 1
    hidden: Hidden = 0
    tutor: Annotated[bool, Meta(description="After each bid, show a better one if there was one.")] = False
    seed: Seed = 1
    tiles: TilesName = "english"
    words: WordList | None = None

    def __post_init__(self) -> None:
        parse_players(self.against, MAX_SEATS - self.people, "against")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats, those of people first."""
        people = (YOU,) if self.people == 1 else tuple(f"player {n}" for n in range(1, self.people + 1))
        return (*people, *parse_players(self.against))

    def cost(self) -> Cost:
        return Cost.SECONDS

    def begin(self, work: WorkContext) -> SessionState:
        hello = "Type a bid, or help, hint, rules, undo or q. Then type a word, or nothing for the best one."
        with _game_after(self, ()) as game:
            return game.state(hello, *game.lexicon.notes, *game.prompt_lines())

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        word = order.strip()
        if state.over:
            raise InputError("the game is over; start a new one")
        if word.lower() in QUIT_WORDS:
            return SessionState(orders=state.orders, memory="left", said=("You left the table.",), over=True)
        with _game_after(self, state.orders) as game:
            if word.lower() in ASIDES:
                return game.state(*game.answer_aside(word.lower()), *game.prompt_lines())
            if word.lower() != "undo":
                return game.state(*game.apply_action(word))
            if not game.n_pending:
                raise InputError("undo: the last bids are open; a bid can be taken back until all bids are in")
        with _game_after(self, state.orders[:-1]) as game:
            return game.state("Taken back.", *game.prompt_lines())

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        with _game_after(self, state.orders) as game:
            return iter(tuple(game.exhibits()))

    def finish(self, state: SessionState, work: WorkContext) -> PlayAnswer:
        from kibitz.games.sevens.auction.replay import log_of, review_bids

        with _game_after(self, state.orders) as game:
            record, lexicon = game.referee.record(), game.lexicon
        rows = zip(self.names, record.scores, record.rounds[-1].words, strict=True)
        return PlayAnswer(
            seats=tuple(SeatSummary(name, score, score - record.rules.start, word) for name, score, word in rows),
            over=game.over,
            notes=lexicon.notes,
            log=log_of(record, self.names, self.seed, lexicon),
            decisions=tuple(
                row
                for seat in range(self.people)
                for row in review_bids(record, seat, lexicon, self.names[seat], MAX_REVIEWED_BIDS)
            ),
        )


MAX_CACHED_GAMES = 16
_GAMES: OrderedDict[tuple[PlaySession, tuple[str, ...]], _Game] = OrderedDict()
"""Cache of running games, so that an action need not replay everything before it; any game can be replayed from its
actions."""


@contextmanager
def _game_after(request: PlaySession, orders: tuple[str, ...]) -> Iterator[_Game]:
    """The game after these actions. It goes back to the cache after use, also if an action was not accepted."""
    game = _GAMES.pop((request, orders), None)
    if game is None:
        game = _Game(request)
        for order in orders:
            game.apply_action(order)
    refused = None
    try:
        yield game
    except InputError as error:
        refused = error
    _GAMES[request, game.orders] = game
    while len(_GAMES) > MAX_CACHED_GAMES:
        _GAMES.popitem(last=False)
    if refused:
        raise refused


class _Game:
    """A game in progress, determined by the request and the actions."""

    def __init__(self, request: PlaySession) -> None:
        from kibitz.games.sevens.auction.referee import Referee
        from kibitz.games.sevens.auction.rules import Rules, deal_game
        from kibitz.games.sevens.players import make_player
        from kibitz.games.sevens.words.lexicon import load_lexicon
        from kibitz.games.sevens.words.tile_sets import TILE_SETS

        tiles = TILE_SETS[request.tiles]
        self.names, self.n_people = request.names, request.people
        self.seats = range(len(self.names))
        self.lexicon: Lexicon = load_lexicon(request.words, tiles)
        self.rules = Rules(players=len(self.names), hidden=request.hidden, rounds=request.rounds, tiles=tiles)
        bots = [make_player(name, self.lexicon) for name in parse_players(request.against)]
        self.referee: Referee = Referee(self.rules, [*[None] * request.people, *bots], self.lexicon)
        self._steps: Generator[Prompt, object, None] = self.referee.play_steps(
            deal_game(self.rules, request.seed), request.seed
        )
        self._judges = request.tutor
        self._teachers: dict[int, MarginalPlayer] = {}
        self._comments: list[str] = []
        self.orders: tuple[str, ...] = ()
        self.n_pending = 0
        self._reported = (0, 0)
        self.asked: Prompt | None = next(self._steps, None)

    @property
    def over(self) -> bool:
        return self.asked is None

    @property
    def prompt(self) -> str:
        """Label of the next input."""
        if self.asked is None:
            return ""
        what = "your bid" if self._view is not None else "your word"
        return what if self.n_people == 1 else f"{self.names[self.asked.seat]}, {what}"

    @property
    def _view(self) -> SeatView | None:
        return self.asked if hasattr(self.asked, "letter") else None  # type: ignore[return-value]

    def state(self, *said: str) -> SessionState:
        """The state of the session after these lines."""
        return SessionState(orders=self.orders, said=said, prompt=self.prompt, over=self.over)

    def apply_action(self, order: str) -> list[str]:
        """Apply an action; returns what happened, line by line."""
        view = self._view
        answer: int | str
        if self.asked is None:
            raise InputError("the game is over; start a new one")
        if view is not None:
            answer = _bid(order, view.score)
            if self._judges:
                self._comments.append(self._address() + _tutor_comment(self._equities(view), answer))
        else:
            answer = self._word(order, self.asked.rack)
        try:
            self.asked = self._steps.send(answer)
        except StopIteration:
            self.asked = None
        self.orders += (order,)
        news = list(self._news())
        # A bid is open with its sale, a word with its round; until then it can be taken back.
        self.n_pending = 0 if news or self.asked is None or self.asked.seat == 0 else self.n_pending + 1
        comments = [] if self.n_pending else self._comments
        self._comments = self._comments if self.n_pending else []
        return [*comments, *news, *self.prompt_lines()]

    def answer_aside(self, word: str) -> list[str]:
        """The lines of help, hint or rules; nothing changes."""
        if word in ("help", "?"):
            return list(HELP_LINES)
        if word == "rules":
            return _rules_lines(self.rules)
        view = self._view
        if view is None:
            assert self.asked is not None
            points, word = self.lexicon.best_word(self.asked.rack)
            return [f"Your best word is {word} for {format_count(points, 'point')}." if word else "You have no word."]
        if view.left <= view.open_places:
            return ["Bid 0: nobody else has room, so the letter is yours for nothing."]
        equities = self._equities(view)
        best = int(equities.best)
        near = sorted({0, max(0, best - 3), best + 3, best + 8} - {best})
        costs = ", ".join(f"{bid} loses {equities.losses[bid]:.1f}" for bid in near if bid < len(equities))
        return [f"Hint: bid {best}. Of other bids, {costs} points." if costs else f"Hint: bid {best}."]

    def _equities(self, view: SeatView) -> Equities:
        """The equities of all bids, by the tutor of the seat, who learns prices as a bidder does."""
        import numpy as np

        from kibitz.games.sevens.players.marginal import MarginalPlayer

        if view.seat not in self._teachers:
            self._teachers[view.seat] = MarginalPlayer(self.lexicon)
            self._teachers[view.seat].start(self.rules, view.seat, np.random.default_rng(0))
        return self._teachers[view.seat].equities(view)

    def exhibits(self) -> Iterator[Exhibit]:
        """The table of a game in play: racks, scores, the letter on offer, all auctions, and what can be done."""
        asked, view = self.asked, self._view
        if asked is None:
            return
        record = self.referee.record()
        played = record.rounds[-1]
        seats = []
        for seat in self.seats:
            places = RACK_SIZE - len(played.racks[seat])
            has_bid = self.n_pending and seat < asked.seat and (places or view is None)
            facts = (
                format_count(record.scores[seat], "point"),
                f"{format_count(places, 'place')} left" if places else "rack full",
                f"paid {played.paid[seat]}",
                *([f"{self.rules.hidden} hidden"] if self.rules.hidden and seat != asked.seat else []),
                *(["bid is in" if view is not None else "word is in"] if has_bid else []),
            )
            seats.append(LetterSeat(self.names[seat], self._tiles(_bought(played, seat)), facts, seat == asked.seat))
        name = self.names[asked.seat]
        covered = self.n_people > 1 and self.rules.hidden > 0
        yield LetterTable(
            f"Round {len(record.rounds)} of {self.rules.rounds}",
            self._tiles(played.racks[asked.seat]),
            RACK_SIZE,
            None if view is None else self._tiles(view.letter, "offer")[0],
            "Spell a word." if view is None else f"{view.letter} is on offer",
            f"Show the rack of {name}" if covered else "",
            tuple(seats),
            auctions_table(record.rounds, self.names),
            tuple(_rules_lines(self.rules)),
            remark="" if view is None else f"{format_count(view.left, 'auction')} left",
        )
        yield self._action_panel(asked, view)

    def _action_panel(self, asked: Prompt, view: SeatView | None) -> ActionPanel:
        undo = [ActionButton("Undo", "undo")] if self.n_pending else []
        asides = ActionRow((ActionButton("Hint", "hint"), *undo))
        title = self.prompt[:1].upper() + self.prompt[1:]
        if view is None:
            typed = ActionRow((ActionButton("Play word", "{}", True),), asks="Word")
            return ActionPanel(title, (typed, ActionRow((ActionButton("Play the best word", ""),)), asides), True)
        typed = ActionRow((ActionButton("Bid", "{}", True),), asks=f"0 to {view.score}")
        bids = tuple(ActionButton(str(bid), str(bid)) for bid in BID_BUTTONS if bid <= view.score)
        return ActionPanel(title, (typed, ActionRow(bids), asides), True, remark="secret until all bids are in")

    def _tiles(self, letters: str, kind: Literal["held", "offer"] = "held") -> tuple[Tile, ...]:
        return tuple(Tile(letter, kind, str(self.rules.tiles.worth(letter))) for letter in letters)

    def prompt_lines(self) -> list[str]:
        """The next question to the player."""
        if self.asked is None:
            return []
        view = self._view
        if view is None:
            return [f"{self._address()}Your letters are {self.asked.rack}.\nWhich word do you play?"]
        rivals = sum(view.room) - view.open_places
        return [
            f"{self._address()}Round {view.round_number + 1}: {view.letter} is on offer.\nYour rack: "
            f"{view.rack or 'empty'}. Your score: "
            f"{format_count(view.score, 'point')}. {format_count(view.left, 'auction')} left; the others have "
            f"{format_count(rivals, 'open place')}."
        ]

    def _address(self) -> str:
        """The name of the person who is asked, where there are several."""
        return "" if self.n_people == 1 or self.asked is None else f"{self.names[self.asked.seat]}: "

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
        who = "you win it" if self.names[sale.winner] == YOU else f"{self.names[sale.winner]} wins it"
        return f"{sale.letter}: {bids}; {who} {price}."

    def _round_lines(self, number: int, played: RoundRecord) -> Iterator[str]:
        yield f"Round {number + 1} is over."
        for seat, name in enumerate(self.names):
            word = played.words[seat] or "no word"
            yield (
                f"{name}: {played.racks[seat]} -> {word}, {format_count(played.earned[seat], 'point')}, paid "
                f"{played.paid[seat]}, gain {played.gains[seat]:+d}."
            )
        for seat in range(self.n_people):
            best, word = self.lexicon.best_word(played.racks[seat])
            if best > played.earned[seat]:
                whose = "" if self.n_people == 1 else f" of {self.names[seat]}"
                yield f"The best word{whose} was {word} for {format_count(best, 'point')}."


def _bought(played: RoundRecord, seat: int) -> str:
    """The letters that a seat bought this round, which everybody knows."""
    return "".join(sorted(sale.letter for sale in played.sales if sale.winner == seat))


def _rules_lines(rules: Rules) -> list[str]:
    return [
        f"Every round has {format_count(rules.auctions, 'auction')}. All see the letter on offer and bid in secret.",
        "The highest bid wins the letter and pays the second-highest bid. Chance settles ties, which pay their bid.",
        "If all bid 0, a random player with room gets the letter for nothing. A full rack has seven letters.",
        f"At the end everybody spells one word: letter points, and {rules.bonus} more for seven letters.",
        f"Points are money: you start with {rules.start}, and no bid may exceed your score. Most points win.",
    ]


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
        raise InputError(f"bid: must be a whole number from 0 to {score}, or help, hint or q, not {order[:20]!r}")
    return int(order)
