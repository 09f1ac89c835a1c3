"""Layout of the form next to a question: a list of fields, or a template for one game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from kibitz.app.catalogue import BY_PATH, request_type
from kibitz.app.forms import BoardForm, ClickBoardForm, DuelForm, MatrixForm, PodiumForm, RackForm, TournamentForm
from kibitz.app.page_fields import first_fields
from kibitz.app.request_parsing import request_fields as fields_of
from kibitz.web.forms import Control

BOARD_SETUP_FIELDS = ("categories", "records", "state")
"""Fields that describe a click board."""
MIN_TALL_FORM_FIELDS = 6
"""More fields than this make a form tall."""


@dataclass(frozen=True, slots=True)
class SquarePicker:
    """Squares to press instead of typing a list of numbers: rows by round, and the current round."""

    field: str
    columns: int
    rounds: Mapping[int, Sequence[int]]
    now: int


@dataclass(frozen=True, slots=True)
class FormLayout:
    """The template of a form (none: field by field), and its fields: first, next to the template, under "More"."""

    template: str = ""
    first: tuple[Control, ...] = ()
    beside: tuple[str, ...] = ()
    more: tuple[Control, ...] = ()
    script: str = ""
    square_picker: SquarePicker | None = None
    title: str = "Position"
    tournament: TournamentForm | None = None
    known: Mapping[str, str] = field(default_factory=dict)
    """Known players of a tournament, with one line about each."""
    way: str = ""
    """The checkbox of the chosen format."""
    board: BoardForm | None = None
    """The board on which a position is set up."""
    classics: tuple[tuple[str, str], ...] = ()
    """Games to pick for a grid of payoffs, name and text."""
    letters: tuple[str, ...] = ("1", "2", "3")
    """Labels of the podiums, as in the reasons: numbers of players, or letters of places."""
    places: tuple[str, ...] = ("", "", "")
    """The places in words, if the labels are places."""

    @property
    def is_tall(self) -> bool:
        """Whether it has more fields than fit on a screen."""
        return len(self.first) > MIN_TALL_FORM_FIELDS

    @property
    def has_click_board(self) -> bool:
        """Whether the state is entered on a click board."""
        return self.script == "state"


def layout_for(path: str, values: Mapping[str, object], fields: Sequence[Control]) -> FormLayout:
    """The form of a question with these values."""
    match BY_PATH[path].form:
        case TournamentForm() as entered:
            boxes = [box for _, box in entered.ways if box]
            return FormLayout(
                "forms/tournament.html",
                more=_without(fields, entered.fields),
                script="tournament",
                title="Tournament",
                tournament=entered,
                known=cast(Mapping[str, str], fields_of(request_type(path))[entered.names].extra.get("known", {})),
                way=next((each.name for each in fields if each.name in boxes and each.value), ""),
            )
        case RackForm(fields=beside):
            return FormLayout("forms/rack.html", more=_without(fields, beside), script="rack")
        case BoardForm() as board:
            return replace(field_list(path, fields), script="setup", board=board)
        case MatrixForm(classics=classics):
            return FormLayout(
                "forms/matrix.html", more=_without(fields, ("text",)), script="matrix", title="Game", classics=classics
            )
        case DuelForm(fields=beside):
            return FormLayout("forms/duel.html", (), beside, _without(fields, ("scores", "me", *beside)))
        case ClickBoardForm(slider_fields=sliders):
            return _click_board_layout(fields, sliders)
        case PodiumForm(slider_fields=sliders) if values.get("state"):  # a state contains the scores
            return _click_board_layout(fields, sliders)
        case PodiumForm() as podiums:
            return _podium_layout(path, podiums, values, fields)
    return field_list(path, fields)


def field_list(path: str, fields: Sequence[Control]) -> FormLayout:
    """A form field by field: the first ones, and the others under "More settings"."""
    by_name = {each.name: each for each in fields}
    names = first_fields(path, list(by_name), {each.name for each in fields if each.required})
    return FormLayout(first=tuple(by_name[name] for name in names), more=_without(fields, names))


def _click_board_layout(fields: Sequence[Control], sliders: Sequence[str]) -> FormLayout:
    elsewhere = ("scores", *BOARD_SETUP_FIELDS, *sliders)
    return FormLayout("forms/state.html", more=_without(fields, elsewhere), script="state")


def _podium_layout(
    path: str, podiums: PodiumForm, values: Mapping[str, object], fields: Sequence[Control]
) -> FormLayout:
    more = _without(fields, ("scores", "me", *podiums.fields))
    if not podiums.by_place:
        picker = square_picker_for(path, values)
        return FormLayout("forms/podiums.html", (), podiums.fields, more, "clues" if picker else "", picker)
    seats = standing_order(values.get("scores"), values.get("me"))
    letters = tuple("LMR"[seat] if place is None else "ABC"[place] for seat, place in enumerate(seats))
    words = tuple("" if place is None else ("first", "second", "third")[place] for place in seats)
    return FormLayout("forms/podiums.html", (), podiums.fields, more, "podiums", letters=letters, places=words)


def standing_order(scores: object, me: object) -> tuple[int | None, ...]:
    """The place of each of three seats, 0 for the first. In a tie the asking player comes first. None if scores are
    unknown. ``static/podiums.js`` does the same as they are typed."""
    if not isinstance(scores, list | tuple) or not all(isinstance(each, int) for each in scores):
        return (None,) * 3
    held = [*scores, 0, 0, 0][:3]
    order = sorted(range(3), key=lambda seat: (-held[seat], seat + 1 != me, seat))
    return tuple(order.index(seat) for seat in range(3))


def square_picker_for(path: str, values: Mapping[str, object]) -> SquarePicker | None:
    """The square picker of the question, if one of its fields has squares."""
    for each in fields_of(request_type(path)).values():
        if "squares" in each.extra:
            columns, rounds = cast(tuple[int, Mapping[int, Sequence[int]]], each.extra["squares"])
            now = values.get("round")
            return SquarePicker(
                each.option, columns, rounds, now if isinstance(now, int) and now in rounds else max(rounds)
            )
    return None


def _without(fields: Sequence[Control], names: Sequence[str]) -> tuple[Control, ...]:
    return tuple(each for each in fields if each.name not in names)
