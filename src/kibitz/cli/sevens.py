"""``kibitz sevens``: advice at the auction table, tournaments of bidders, replays and a game against them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.answers import Answer, Question, answers, seed_option
from kibitz.core.errors import InputError
from kibitz.files import read_text, write_text

if TYPE_CHECKING:
    from rich.console import Console

    from kibitz.games.sevens.auction.table import View

words_option = click.option("--words", type=click.Path(dir_okay=False), help="Your own list, one word a line.")
hidden_option = click.option(
    "--hidden", type=click.IntRange(0, 7), default=0, show_default=True, help="Hidden letters a player."
)


@click.group()
def sevens() -> None:
    """Seven-letter words: buy letters in sealed second-price auctions, spell one word a round."""


def _show_words(answer: Answer, console: Console) -> None:
    console.print(f"{answer['source']}: {answer['words']:,} words, {answer['classes']:,} anagram classes, "
                  f"{answer['seven_letter_classes']:,} of them with seven letters.")  # fmt: skip
    console.print(f"{answer['racks']:,} racks can still become a seven-letter word ({answer['edges']:,} steps).")
    console.print("  ".join(f"{length} letters: {count:,}" for length, count in answer["lengths"].items()))


@sevens.command("words")
@words_option
@answers(_show_words)
def words_command(words: str | None) -> Answer:
    """The word list in use, counted."""
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.games.sevens.words.wordlist import load_words

    lexicon = load_lexicon(words)
    return {
        "source": lexicon.source, "words": lexicon.n_words, "classes": lexicon.n_classes,
        "seven_letter_classes": lexicon.n_classes - lexicon.sevens, "racks": len(lexicon.lattice),
        "edges": len(lexicon.lattice.child), "lengths": {str(n): c for n, c in load_words(words).lengths().items()},
    }  # fmt: skip


def _show_players(answer: Answer, console: Console) -> None:
    for row in answer["players"]:
        console.print(f"[bold]{row['player']:<11}[/bold] {row['line']}")


@sevens.command("players")
@answers(_show_players)
def players_command() -> Answer:
    """The players that can take a seat."""
    from kibitz.games.sevens.players import STRATEGIES

    return {"players": [{"player": name, "line": strategy.line} for name, strategy in STRATEGIES.items()]}


def _show_bid(answer: Answer, console: Console) -> None:
    from rich.table import Table

    console.print(f"[bold]{answer['reason']['headline']}[/bold]")
    for reason in answer["reason"]["reasons"]:
        console.print(f"· {reason}", markup=False)
    outcomes = Table(box=None, pad_edge=False)
    outcomes.add_column("outcome")
    outcomes.add_column("chance", justify="right")
    for row in answer["outcomes"]:
        outcomes.add_row(row["outcome"], f"{100 * row['chance']:.1f} %")
    console.print(outcomes)
    if answer["words"]:
        words = Table(box=None, pad_edge=False)
        for name, justify in (("word in reach", "left"), ("missing", "left"), ("chance", "right"), ("points", "right")):
            words.add_column(name, justify=justify)  # type: ignore[arg-type]
        for row in answer["words"]:
            words.add_row(row["word"], row["missing"] or "-", f"{100 * row['chance']:.1f} %", str(row["points"]))
        console.print(words)
    console.print(f"[dim]{answer['reason']['rule']}[/dim]")


@sevens.command("bid", cls=Question)
@click.option("--rack", default="", help="Your letters so far, hidden ones included, such as EST.")
@click.option("--tile", required=True, help="The letter on offer.")
@click.option("--players", type=click.IntRange(1, 14), required=True, help="Players at the table.")
@click.option("--left", type=int, help="Auctions left this round, this one included (all of them if not given).")
@hidden_option
@click.option("--score", type=int, default=100, show_default=True, help="Your score, which limits the bid.")
@click.option("--seen", default="", help="Letters that others took this round, where known.")
@click.option("--history", help="File of earlier auctions, one JSON object a line; prices are learnt from it.")
@click.option("--seat", type=click.IntRange(0, 13), default=0, show_default=True, help="Your seat in the history.")
@words_option
@answers(_show_bid)
def bid_command(
    rack: str,
    tile: str,
    players: int,
    left: int | None,
    hidden: int,
    score: int,
    seen: str,
    history: str | None,
    seat: int,
    words: str | None,
) -> Answer:
    """What to bid for the letter on offer, what winning it is worth, and why."""
    from kibitz.games.sevens.auction.history import parse_history
    from kibitz.games.sevens.auction.position import BidPosition
    from kibitz.games.sevens.bidding.advice import advise
    from kibitz.games.sevens.words.lexicon import load_lexicon
    from kibitz.games.sevens.words.tiles import RACK_SIZE, parse_rack

    auctions = players * (RACK_SIZE - hidden)
    position = BidPosition(
        parse_rack(rack), parse_rack(tile, "tile", 1), players, auctions if left is None else left, hidden, score,
        parse_rack(seen, "seen", 98),
    )  # fmt: skip
    if seat >= players:
        raise InputError(f"seat: 0 to {players - 1} are accepted, not {seat}")
    past = parse_history(read_text(history), players) if history is not None else ()
    if any(len(sales) > auctions for sales in past):
        raise InputError(f"history: a round of {players} players has at most {auctions} auctions")
    return advise(load_lexicon(words), position, past, seat).to_json()


def _names(text: str) -> list[str]:
    from kibitz.games.sevens.players import find_strategy

    names = [name.strip() for name in text.split(",") if name.strip()]
    if not 1 <= len(names) <= 14:
        raise InputError(f"players: 1 to 14 names with commas between them are accepted, not {len(names)}")
    for name in names:
        find_strategy(name)
    return names


def _hidden_range(text: str) -> list[int]:
    first, dots, last = text.partition("..")
    try:
        low, high = int(first), int(last) if dots else int(first)
    except ValueError:
        raise InputError(f"hidden: a number such as 3 or a range such as 0..6 is accepted, not {text[:20]!r}") from None
    if not 0 <= low <= high <= 7:
        raise InputError(f"hidden: numbers from 0 to 7 are accepted, not {text}")
    return list(range(low, high + 1))


def _show_tournament(answer: Answer, console: Console) -> None:
    from rich.table import Table

    console.print(answer["description"])
    table = Table(box=None, pad_edge=False)
    for name in ("player", "gain a round", "sevens", "paid a letter", "gain with", "without", "won"):
        table.add_column(name, justify="left" if name == "player" else "right", no_wrap=True)
    for row in answer["standings"]:
        table.add_row(
            row["player"], f"{row['gain']:.1f} ± {row['gain_se']:.1f}", f"{100 * row['sevens']:.1f} %",
            f"{row['paid']:.2f}", f"{row['seven_gain']:.1f}", f"{row['other_gain']:.1f}", f"{100 * row['wins']:.0f} %",
        )  # fmt: skip
    console.print(table)
    if answer["comparisons"]:
        from kibitz.games.sevens.contest.charts import head_to_head_rows

        console.print("\nHead to head, points a round (* holds at 5 % after Holm's correction):")
        pairs = Table(box=None, pad_edge=False)
        pairs.add_column("ahead of")
        for row in answer["standings"]:
            pairs.add_column(row["player"], justify="right")
        for row in head_to_head_rows(answer):
            pairs.add_row(*row)
        console.print(pairs)
    for fault in answer["faults"]:
        console.print(f"[bold]{fault['player']}[/bold] made {fault['faults']} faulty bids or words.")
    if answer.get("charts"):
        console.print(f"Charts: {answer['charts']}")


@sevens.command("tournament")
@click.option(
    "--players",
    required=True,
    help="Names with commas between them, such as g1,loss,dp; repeat one to give it more seats.",
)
@click.option("--rounds", type=click.IntRange(1, 500), default=50, show_default=True, help="Rounds a game.")
@click.option("--hidden", default="3", show_default=True, help="Hidden letters: a number or a range such as 0..6.")
@click.option("--deals", type=click.IntRange(1, 10_000), default=1, show_default=True, help="Games dealt a match.")
@click.option("--copies", type=click.IntRange(1, 14), default=1, show_default=True, help="Seats of each player.")
@click.option("--pairs", is_flag=True, help="Every two players meet alone: 1 v 1, or 5 v 5 with --copies 5.")
@click.option("--alike", is_flag=True, help="Every player meets only itself, --copies of it (six if not given).")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to use.")
@click.option("--charts", type=click.Path(dir_okay=False), help="Write the charts to this HTML file.")
@seed_option
@words_option
@answers(_show_tournament)
def tournament_command(
    players: str,
    rounds: int,
    hidden: str,
    deals: int,
    copies: int,
    pairs: bool,
    alike: bool,
    workers: int,
    charts: str | None,
    seed: int,
    words: str | None,
) -> Answer:
    """Play bidders against each other: duplicate deals, rotated seats, intervals and corrected comparisons."""
    from contextlib import nullcontext
    from itertools import combinations

    from kibitz.cli.progress import progress_bar
    from kibitz.games.sevens.contest.charts import tournament_page
    from kibitz.games.sevens.contest.match import sevens_match
    from kibitz.games.sevens.contest.standings import results_json
    from kibitz.simulate.executors import process_pool
    from kibitz.simulate.tournament import head_to_head, one_of_each, play_tournament

    seated = _names(players)
    names = list(dict.fromkeys(seated))
    if pairs and alike:
        raise InputError("pairs, alike: only one of them is accepted")
    if pairs and len(names) < 2:
        raise InputError("players: at least two are needed for pairs")
    if pairs:
        line_ups = {f"{a} v {b}": head_to_head(a, b, copies) for a, b in combinations(names, 2)}
    elif alike:
        line_ups = {f"{name} alone": one_of_each([name], copies if copies > 1 else 6) for name in names}
    else:
        line_ups = {"": one_of_each(seated, copies)}
    matches = [
        sevens_match(line_up, n, rounds, deals, words, ", ".join(filter(None, [name, f"{n} hidden"])))
        for name, line_up in line_ups.items()
        for n in _hidden_range(hidden)
    ]
    if rounds * deals * len(matches) < 2:
        raise InputError("rounds: at least two rounds or two deals are needed for an error")
    with process_pool(workers) if workers > 1 else nullcontext() as pool, progress_bar("Playing") as progress:
        results = play_tournament(matches, seed, pool, progress)
    seats = len(matches[0].line_up.seats)
    answer: Answer = {
        "description": f"{', '.join(names)}: {seats} seats, {rounds} rounds a game, hidden letters {hidden}, "
        f"deals a match {deals}, seats rotated on every deal, seed {seed}.",
        "seed": seed,
        "rounds": rounds,
        **results_json(results),
    }
    answer["faults"] = [
        {"player": row["player"], "faults": row["faults"]} for row in answer["standings"] if row["faults"]
    ]
    if charts is not None:
        write_text(charts, tournament_page(answer))
        answer["charts"] = charts
    return answer


def _show_replay(answer: Answer, console: Console) -> None:
    from rich.table import Table

    names = answer["players"]
    table = Table(box=None, pad_edge=False)
    for name in ("tile", *names):
        table.add_column(name, justify="right" if name != "tile" else "left")
    table.add_row("hidden", *answer["hidden"], style="dim")
    for sale in answer["sales"]:
        cells = ["" if bid is None else str(bid) for bid in sale["bids"]]
        cells[sale["winner"]] = f"[bold]{cells[sale['winner']]}[/bold] ({sale['price']})"
        table.add_row(sale["letter"], *cells)
    console.print(table)
    for seat, name in enumerate(names):
        rack, word, gain = (answer[key][seat] for key in ("racks", "words", "gains"))
        money = f"earned {answer['earned'][seat]}, paid {answer['paid'][seat]}, gain {gain:+d}"
        console.print(f"{name}: {rack} -> {word or 'no word'}, {money}")
    for fault in answer["faults"]:
        console.print(f"fault of {fault['player']}: {fault['fault']} ({fault['detail']})", markup=False)


@sevens.command("replay")
@click.option("--players", required=True, help="Names with commas between them, one a seat.")
@click.option("--round", "number", type=click.IntRange(1, 500), default=1, show_default=True, help="Round to show.")
@hidden_option
@click.option("--history", type=click.Path(dir_okay=False), help="Also write the auctions up to here to this file.")
@click.option("--decisions", type=click.Path(dir_okay=False), help="Also write the bids of --seat as rated decisions.")
@click.option("--seat", type=click.IntRange(0, 13), default=0, show_default=True, help="The seat whose bids to write.")
@seed_option
@words_option
@answers(_show_replay)
def replay_command(
    players: str,
    number: int,
    hidden: int,
    history: str | None,
    decisions: str | None,
    seat: int,
    seed: int,
    words: str | None,
) -> Answer:
    """One round in full: every tile, every bid, who won at what price, and the words."""
    from kibitz.core import format_decision
    from kibitz.games.sevens.auction import replay
    from kibitz.games.sevens.auction.history import history_of
    from kibitz.games.sevens.auction.referee import play_game
    from kibitz.games.sevens.auction.rules import Rules
    from kibitz.games.sevens.players import make_player
    from kibitz.games.sevens.words.lexicon import load_lexicon

    names = _names(players)
    if seat >= len(names):
        raise InputError(f"seat: 0 to {len(names) - 1} are accepted, not {seat}")
    lexicon = load_lexicon(words)
    rules = Rules(players=len(names), hidden=hidden, rounds=number)
    record = play_game(rules, [make_player(name, lexicon) for name in names], lexicon, seed)
    if history is not None:
        write_text(history, history_of(record))
    if decisions is not None:
        lines = (format_decision(d) for d in replay.decisions(record, seat, lexicon, names[seat], f"seed {seed}"))
        write_text(decisions, "".join(line + "\n" for line in lines))
    played = record.rounds[-1]
    return {
        "players": names, "round": number, "hidden": list(played.hidden),
        "sales": [{"letter": sale.letter, "bids": list(sale.bids), "winner": sale.winner, "price": sale.price}
                  for sale in played.sales],
        "racks": list(played.racks), "words": list(played.words), "earned": list(played.earned),
        "paid": list(played.paid), "gains": list(played.gains), "scores": list(record.scores),
        "faults": [{"player": names[f.seat], "seat": f.seat, "round": f.round_number + 1, "auction": f.auction,
                    "fault": f.fault.value, "detail": f.detail} for f in record.faults],
    }  # fmt: skip


def _show_play(answer: Answer, console: Console) -> None:
    for row in answer["seats"]:
        console.print(f"{row['player']}: {row['score']} points")


def _ask(view: View, equities: Any) -> int:
    """One bid from the person at the keyboard, on standard error so that answers stay clean."""
    rivals = sum(view.room) - view.open_places
    offer = f"Round {view.round_number + 1}: {view.letter} is on offer. You hold {view.rack or 'nothing'}, "
    click.echo(f"{offer}have {view.score} points; {view.left} auctions left, others have {rivals} places.", err=True)
    try:
        bid: int = click.prompt("Your bid", type=click.IntRange(0, view.score), err=True)
    except click.Abort:
        raise KeyboardInterrupt from None  # the referee catches errors of players, but this one ends the game
    if equities is not None:
        best = int(equities.best)
        loss = float(equities.losses[min(bid, len(equities) - 1)])
        click.echo("The best bid." if loss < 0.05 else f"{best} was better, by {loss:.1f} points.", err=True)
    return bid


@sevens.command("play")
@click.option("--against", default="dp,g1,loss", show_default=True, help="Names of the other players.")
@click.option("--rounds", type=click.IntRange(1, 500), default=1, show_default=True, help="Rounds to play.")
@hidden_option
@click.option("--tutor", is_flag=True, help="Say after each bid what a better one would have been.")
@seed_option
@words_option
@answers(_show_play)
def play_command(against: str, rounds: int, hidden: int, tutor: bool, seed: int, words: str | None) -> Answer:
    """Take a seat yourself."""
    from kibitz.games.sevens.auction.referee import Referee
    from kibitz.games.sevens.auction.rules import Rules, deal_game
    from kibitz.games.sevens.players import make_player
    from kibitz.games.sevens.players.fallible import AskingPlayer
    from kibitz.games.sevens.words.lexicon import load_lexicon

    names = _names(against)
    lexicon = load_lexicon(words)
    rules = Rules(players=len(names) + 1, hidden=hidden, rounds=rounds)
    seats = [AskingPlayer(lexicon, _ask, tutor), *(make_player(name, lexicon) for name in names)]
    record = Referee(rules, seats, lexicon).play(deal_game(rules, seed), seed)
    rows = zip(("you", *names), record.scores, record.rounds[-1].words, strict=True)
    return {"seats": [{"player": name, "score": score, "last_word": word} for name, score, word in rows]}
