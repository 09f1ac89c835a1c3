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
from kibitz.games.backgammon.answers.matches import PlayAnswer, answer_play
from kibitz.games.backgammon.fields import MATCH_LENGTH, Beavers, Jacoby, Seed

if TYPE_CHECKING:
    from kibitz.games.backgammon.play.interactive_game import InteractiveGame
    from kibitz.games.backgammon.play.levels import FalliblePlayer
    from kibitz.games.backgammon.search.searcher import Searcher

ACTION_HELP = {
    "roll": "roll the dice (r, or an empty line)",
    "double": "double instead of rolling",
    "take, pass": "answer a double (or beaver, where allowed)",
    "8/5 6/5": "play a move, in the usual notation",
    "plays": "list the legal plays",
    "hint": "show what the tutor would do",
    "board": "show the board",
    "quit": "leave the game",
    "help": "show this list",
}
MAX_ACTION_CHARACTERS = 100
LevelName = Literal["world class", "expert", "advanced", "intermediate", "casual", "beginner", "novice"]


class SessionMemory(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in notations: the position of the side on roll, and a Match ID with the user's cube, score and dice.

    ``record`` is the match up to now as a .mat file; ``drawn`` counts the random draws; ``warned`` is the action that
    the tutor warned about last.
    """

    position: str
    match: str
    asked: Literal["roll", "play", "answer", "over"]
    drawn: int = 0
    warned: str = ""
    record: str = ""
    left: bool = False


class PlaySession(SessionRequest, frozen=True, kw_only=True):
    """Play against an opponent of a chosen level, with a tutor who warns before a costly decision.

    Type roll, double, take, pass, or a play such as 8/5 6/5. Type help for all commands.
    """

    level: Annotated[LevelName, Meta(description="Strength of the opponent.")] = "intermediate"
    match: Annotated[
        int, Meta(ge=0, le=MATCH_LENGTH, description="Match length in points. 0 plays one money game.")
    ] = 0
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
        game = InteractiveGame(_opponent(self.level), self.seed, self.tutor or None, state)
        lines = [f"You are White (X) against {self.level} level. Type help for the commands.", *game.start()]
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
                return self._state(
                    game, state.orders, [f"{name:11} {meaning}" for name, meaning in ACTION_HELP.items()]
                )
            case "board":
                return self._state(game, state.orders, [_draw_board(game)])
            case "hint":
                return self._state(game, state.orders, [f"The tutor would {_describe_hint(game)}."])
            case "plays":
                return self._state(game, state.orders, _plays(game))
            case "quit" | "q":
                return self._state(game, orders, ["You left the game unfinished."], left=True)
        lines = game.step(word or ("roll" if game.asked == "roll" else ""))
        if not game.warned:
            lines.append(_draw_board(game))
        return self._state(game, orders, lines)

    def exhibits(self, state: SessionState) -> Iterator[Exhibit]:
        from kibitz.games.backgammon.notation.match_id import format_match_id, match_id_of
        from kibitz.games.backgammon.notation.position_id import format_position_id

        game = self._session(_memory(state))
        last = game.games[-1].events[-1].player if game.over else -1
        theirs = game.asked == "answer" or last == 0
        position = game.position.swap_sides() if theirs else game.position
        match = format_match_id(match_id_of(game.state, game.dice))
        yield BoardDiagram("backgammon", f"{format_position_id(position)}:{match}")
        if game.over or _memory(state).left:
            return
        doubling = (ActionButton("Double", "double"),) if game.state.may_double else ()
        hint = ActionButton("Hint", "hint")
        rows: tuple[ActionRow, ...] = (ActionRow((ActionButton("Roll", "roll", True), *doubling, hint)),)
        if game.asked == "answer":
            rows = (ActionRow((ActionButton("Take", "take", True), ActionButton("Pass", "pass"), hint)),)
        elif game.asked == "play":
            plays = tuple(ActionButton(each, each) for each in _plays(game))
            rows = (ActionRow((hint,)), ActionRow(plays))
        title = {"roll": "Your turn", "answer": "Your opponent doubles", "play": "Your play"}.get(game.asked, "")
        remark = "choose from and to on the board, or a play" if game.asked == "play" else ""
        yield ActionPanel(title, rows, remark=remark)

    def finish(self, state: SessionState, work: WorkContext) -> PlayAnswer:
        return answer_play(self, self._session(_memory(state)).match)

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
        )

    def _state(
        self, game: InteractiveGame, orders: tuple[str, ...], lines: list[str], left: bool = False
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


@functools.cache
def _searcher() -> Searcher:
    from kibitz.games.backgammon.search.searcher import shipped_searcher

    return shipped_searcher(compiled=False)


def _opponent(level: LevelName) -> FalliblePlayer:
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
