"""Backgammon against a level, action by action, in a terminal or on a page. The state holds the whole game, so any
process can continue it."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from kibitz.core.controls import ActionButton, ActionPanel, ActionRow
from kibitz.core.errors import InputError
from kibitz.core.exhibits import Exhibit
from kibitz.core.exhibits.replay import BoardDiagram
from kibitz.core.question import Cost
from kibitz.core.session import SessionRequest, SessionState
from kibitz.core.work import WorkContext
from kibitz.games.backgammon.answers.matches import PlayAnswer, answer_play, describe_level
from kibitz.games.backgammon.fields import MATCH_LENGTH, Beavers, Jacoby, Seed

if TYPE_CHECKING:
    from kibitz.games.backgammon.play.interactive_game import InteractiveGame
    from kibitz.games.backgammon.play.players import Player
    from kibitz.games.backgammon.search.searcher import Searcher

ACTION_HELP = {
    "roll": "roll the dice (r, or an empty line)",
    "double": "double instead of rolling",
    "take, pass": "answer a double (or beaver, where allowed)",
    "8/5 6/5": "play a move, in the usual notation",
    "undo": "take back your last play or answer",
    "resign": "give up the game; also resign gammon, resign backgammon",
    "plays": "list the legal plays",
    "hint": "show what the tutor would do",
    "board": "show the board",
    "quit": "leave the game",
    "help": "show this list",
}
MAX_ACTION_CHARACTERS, MAX_SESSION_GAMES = 100, 100
LevelName = Literal[
    "world class",
    "expert",
    "advanced",
    "intermediate",
    "casual",
    "beginner",
    "novice",
    "neurogammon",
    "hand-written",
]


class TurnMark(Struct, frozen=True, forbid_unknown_fields=True):
    """The game before a play or an answer of the user, for undo: events and draws so far, and the notations."""

    events: int
    drawn: int
    asked: Literal["roll", "play", "answer", "over"]
    position: str
    match: str


class SessionMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in notations: the position of the side on roll, and a Match ID with the user's cube, score and dice.

    ``record`` is the match up to now as a .mat file; ``drawn`` counts the random draws; ``warned`` is the action that
    the tutor warned about last. ``marks`` are the turns of this game that can be taken back.
    """

    position: str
    match: str
    asked: Literal["roll", "play", "answer", "over"]
    drawn: int = 0
    warned: str = ""
    record: str = ""
    left: bool = False
    marks: tuple[TurnMark, ...] = ()


class PlaySession(SessionRequest, frozen=True, kw_only=True):
    """Play against an opponent of a chosen level, with a tutor who warns before a costly decision.

    Type roll, double, take, pass, or a play such as 8/5 6/5. Type help for all commands. At the end your decisions
    are reviewed.
    """

    level: Annotated[LevelName, Meta(description="Strength of the opponent, or a program of 1989.")] = "intermediate"
    match: Annotated[int, Meta(ge=0, le=MATCH_LENGTH, description="Match length in points. 0 plays money games.")] = 0
    games: Annotated[
        int,
        Meta(ge=1, le=MAX_SESSION_GAMES, description="Money games to play, one after the other."),
    ] = 1
    tutor: Annotated[
        float,
        Meta(ge=0, le=10, description="Warn before decisions that cost at least this much equity. 0 never warns."),
    ] = 0.08
    jacoby: Jacoby = False
    beavers: Beavers = False
    seed: Seed = 1

    def cost(self) -> Cost:
        return Cost.SECONDS

    def begin(self, work: WorkContext) -> SessionState:
        from kibitz.games.backgammon.cube.state import CubeState
        from kibitz.games.backgammon.play.interactive_game import InteractiveGame

        if self.match and (self.jacoby or self.beavers):
            raise InputError(
                "match: the Jacoby rule and beavers apply to money play only; set match to 0 or turn them off"
            )
        state = CubeState(self.match, jacoby=self.jacoby, beavers=self.beavers)
        opponent, tutor = _opponent(self.level), self.tutor or None
        game = InteractiveGame(opponent, _searcher(), self.seed, tutor, state, session_length=self.games)
        lines = [f"You are White (X) against {describe_level(self.level)}. Type help for the commands.", *game.start()]
        return self._state(game, (), [*lines, _draw_board(game)])

    def step(self, state: SessionState, order: str, work: WorkContext) -> SessionState:
        memory = _memory(state)
        if memory.left:
            raise InputError("you left this game; start a new one")
        game = self._session(memory)
        word = " ".join(order.lower().split())[:MAX_ACTION_CHARACTERS]
        orders = (*state.orders, word)
        match word:
            case "help" | "?":
                help_lines = [f"{name:11} {meaning}" for name, meaning in ACTION_HELP.items()]
                return self._state(game, state.orders, help_lines, marks=memory.marks)
            case "board":
                return self._state(game, state.orders, [_draw_board(game)], marks=memory.marks)
            case "hint":
                hint = f"The tutor would {_describe_hint(game)}."
                return self._state(game, state.orders, [hint], marks=memory.marks)
            case "plays":
                return self._state(game, state.orders, _plays(game), marks=memory.marks)
            case "quit" | "q":
                return self._state(game, orders, ["You left the game unfinished."], left=True)
            case "undo" | "u":
                return self._undo(memory, orders)
        games, asked = len(game.games), game.asked
        lines = game.step(word or ("roll" if game.asked == "roll" else ""))
        if not game.warned and not game.over:
            lines.append(_draw_board(game))
        marks = memory.marks if len(game.games) == games else ()
        if not game.warned and asked in ("play", "answer") and len(game.games) == games:
            marks = (*marks, _mark(memory))
        return self._state(game, orders, lines, marks=marks)

    def _undo(self, memory: SessionMemory, orders: tuple[str, ...]) -> SessionState:
        """The state before the user's last play or answer in this game; the dice stay those that were rolled."""
        if not memory.marks:
            raise InputError("undo: there is nothing to take back in this game")
        *marks, last = memory.marks
        game = self._session(
            msgspec.structs.replace(memory, position=last.position, match=last.match, asked=last.asked)
        )
        game.events, game.drawn, game.warned = game.events[: last.events], last.drawn, ""
        return self._state(game, orders, ["You take back your last turn.", _draw_board(game)], marks=tuple(marks))

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        from kibitz.games.backgammon.match.record import MatchAction
        from kibitz.games.backgammon.notation.match_id import format_match_id, match_id_of
        from kibitz.games.backgammon.notation.position_id import format_position_id
        from kibitz.games.backgammon.play.interactive_game import OPPONENT

        game = self._session(_memory(state))
        last = game.games[-1].events[-1].player if game.over else -1
        theirs = game.asked == "answer" or last == 0
        position = game.position.swap_sides() if theirs else game.position
        match = format_match_id(match_id_of(game.state, game.dice))
        answered = [event for event in game.events if event.act is MatchAction.PLAY][-1:]
        before = answered[0].play if answered and answered[0].player == OPPONENT and not game.over else ""
        yield BoardDiagram("backgammon", f"{format_position_id(position)}:{match}", reply=before)
        if game.over or _memory(state).left:
            return
        doubling = (ActionButton("Double", "double"),) if game.state.may_double else ()
        hint = ActionButton("Hint", "hint")
        undo = (ActionButton("Undo", "undo"),) if _memory(state).marks else ()
        resign = (ActionButton("Resign", "resign"),)
        rows: tuple[ActionRow, ...] = (
            ActionRow((ActionButton("Roll", "roll", True), *doubling, hint, *undo, *resign)),
        )
        if game.asked == "answer":
            rows = (ActionRow((ActionButton("Take", "take", True), ActionButton("Pass", "pass"), hint, *undo)),)
        elif game.asked == "play":
            plays = tuple(ActionButton(each, each) for each in _plays(game))
            rows = (ActionRow((hint, *undo, *resign)), ActionRow(plays))
        title = {"roll": "Your turn", "answer": "Your opponent doubles", "play": "Your play"}.get(game.asked, "")
        remark = "choose from and to on the board, or a play" if game.asked == "play" else ""
        yield ActionPanel(title, rows, remark=remark)

    def finish(self, state: SessionState, work: WorkContext) -> PlayAnswer:
        game = self._session(_memory(state))
        return answer_play(self, game.match, game.searcher, game.over)

    def _session(self, memory: SessionMemory) -> InteractiveGame:
        from dataclasses import replace

        from kibitz.games.backgammon.notation.mat import parse_mat
        from kibitz.games.backgammon.notation.match_id import parse_match_id
        from kibitz.games.backgammon.notation.position_id import parse_position_id
        from kibitz.games.backgammon.play.interactive_game import InteractiveGame

        match_id = parse_match_id(memory.match)
        state = replace(match_id.cube_state(), beavers=self.beavers)
        games = parse_mat(memory.record).games if memory.record else ()
        under_way = games[-1:] if games and games[-1].winner < 0 else ()
        return InteractiveGame(
            _opponent(self.level),
            _searcher(),
            self.seed,
            self.tutor or None,
            state,
            parse_position_id(memory.position),
            match_id.dice,
            memory.asked,
            memory.drawn,
            memory.warned,
            under_way[0].events if under_way else (),
            games[: len(games) - len(under_way)],
            self.games,
        )

    def _state(
        self,
        game: InteractiveGame,
        orders: tuple[str, ...],
        lines: list[str],
        left: bool = False,
        marks: tuple[TurnMark, ...] = (),
    ) -> SessionState:
        from kibitz.games.backgammon.notation.mat import format_mat
        from kibitz.games.backgammon.notation.match_id import format_match_id, match_id_of
        from kibitz.games.backgammon.notation.position_id import format_position_id

        memory = SessionMemory(
            format_position_id(game.position),
            format_match_id(match_id_of(game.state, game.dice)),
            game.asked,
            game.drawn,
            game.warned,
            format_mat(game.match) if game.match.games else "",
            left,
            marks,
        )
        prompt = {
            "roll": "roll or double" if game.state.may_double else "roll",
            "play": "your play",
            "answer": "take or pass",
            "over": "",
        }[game.asked]
        text = msgspec.json.encode(memory).decode()
        return SessionState(orders=orders, memory=text, said=tuple(lines), prompt=prompt, over=left or game.over)


def _memory(state: SessionState) -> SessionMemory:
    try:
        return msgspec.json.decode(state.memory, type=SessionMemory)
    except msgspec.DecodeError:
        raise InputError("state: must come from this session") from None


def _mark(memory: SessionMemory) -> TurnMark:
    """The turn that begins in this state."""
    from kibitz.games.backgammon.notation.mat import parse_mat

    games = parse_mat(memory.record).games if memory.record else ()
    events = len(games[-1].events) if games and games[-1].winner < 0 else 0
    return TurnMark(events, memory.drawn, memory.asked, memory.position, memory.match)


@functools.cache
def _searcher() -> Searcher:
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    return shipped_searcher(compiled=False)


def _opponent(level: LevelName) -> Player:
    if level in ("neurogammon", "hand-written"):
        from kibitz.games.backgammon.play.entrants import Entrant

        return Entrant(level).player()
    from kibitz.games.backgammon.play.levels import find_level, level_player

    return level_player(_searcher(), find_level(level))


def _draw_board(game: InteractiveGame) -> str:
    """The board as text from the user's side, with cube, score and roll."""
    from kibitz.games.backgammon.board.text_board import text_board
    from kibitz.games.backgammon.moves.dice import format_dice

    last = game.games[-1].events[-1].player if game.over else -1
    theirs = game.asked == "answer" or last == 0  # then the position is the opponent's view
    position = game.position.swap_sides() if theirs else game.position
    state = game.state
    score = f"; score {state.own_score}-{state.opponent_score} to {state.length}" if state.length else ""
    roll = f"; to play: {format_dice(game.dice)}" if game.dice else ""
    return f"{text_board(position)}; cube {state.cube} {state.owner.value}{score}{roll}"


def _plays(game: InteractiveGame) -> list[str]:
    from kibitz.games.backgammon.moves.legal import legal_plays
    from kibitz.games.backgammon.notation.play import format_play

    if game.dice is None:
        raise InputError("plays: there is no roll to play now; roll first")
    return sorted({format_play(play.steps) for play in legal_plays(game.position, game.dice)})


def _describe_hint(game: InteractiveGame) -> str:
    return f"play {game.hint()}" if game.dice is not None else game.hint()
