"""How ``kibitz rules`` shows its answers to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kibitz.cli.answers import Answer

if TYPE_CHECKING:
    from rich.console import Console


def loss_words(value: float | None) -> str:
    """A loss with three figures, rounding errors as 0; nothing known is a dash."""
    if value is None:
        return "–"
    return "0" if value <= 1e-12 else f"{value:.3g}" if value >= 1e-4 else f"{value:.1e}"


def point_words(point: dict[str, Any]) -> str:
    """``p1 = 0.73, p2 = 0.22``."""
    return ", ".join(f"{name} = {value:.4g}" for name, value in point.items())


def show_check(answer: Answer, console: Console) -> None:
    """A row for each role of each edition, then where the worst losses are."""
    from rich.box import SIMPLE
    from rich.table import Table

    console.print(answer["title"], style="bold", markup=False)
    console.print(answer["domain"], markup=False)
    table = Table("list", "for", "depth", "width", "worst", "mean", "proved", box=SIMPLE)
    for column in table.columns[2:]:
        column.justify = "right"
    for column in table.columns:
        column.no_wrap = True
    notes = []
    for check in answer["checks"]:
        sizes = {role: each for each in check["lists"] for role in each["roles"]}
        for loss in check["losses"]:
            size, who = sizes[loss["role"]], f"{check['edition']}, {loss['role']}"
            mean = loss_words(loss["mean"]) + (f" ± {loss_words(loss['mean_se'])}" if loss["mean_se"] else "")
            proved = "–" if loss["certified"] is None else f"≤ {loss_words(loss['certified'])}"
            sizes_shown = f"{size['depth']:,}", f"{size['width']:,}"
            table.add_row(check["edition"], loss["role"], *sizes_shown, loss_words(loss["worst"]), mean, proved)
            if loss["worst_point"]:
                notes.append(f"{who}: worst at {point_words(loss['worst_point'])}")
            if loss["undefined"]:
                at = point_words(loss["undefined_point"])
                notes.append(f"{who}: no answer at {loss['undefined']:,} points, such as {at}")
    console.print(table)
    for note in notes:
        console.print(note, markup=False)
    first = answer["checks"][0]
    count = f"{first['n']:,}"
    points = f"all {count} points" if first["complete"] else f"{count} points of a grid"
    if first["how"] == "sample":
        points = f"{count} random points (seed {first['seed']})"
    console.print(f"{answer['objective']} lost at {points}", style="dim", markup=False)


def show_card(answer: Answer, console: Console) -> None:
    """The card itself, so that it can be piped; or where it was written."""
    import click

    click.echo(f"written to {answer['file']}" if answer["file"] else answer["card"], nl=bool(answer["file"]))


def show_apply(answer: Answer, console: Console) -> None:
    """What to play, then why."""
    for played in answer["lists"]:
        console.print(played["headline"], style="bold", markup=False)
        for reason in played["reasons"]:
            console.print(f"  · {reason}", markup=False)
        console.print(f"  {played['rule']}", style="dim", markup=False)
    if answer["losses"] is not None:
        words = ", ".join(f"{role} {loss_words(loss)}" for role, loss in answer["losses"].items())
        console.print(f"loses here: {words}", markup=False)


def show_learned(answer: Answer, console: Console) -> None:
    """The lists as text, and what they are proved to cost."""
    for each in answer["roles"]:
        console.print(each["list"].rstrip(), markup=False, soft_wrap=True)
        proved = "not proved" if each["epsilon"] is None else f"proved to lose at most {loss_words(each['epsilon'])}"
        if each["exact"]:
            proved = "proved exact"
        parts = [f"depth {each['depth']}, width {each['width']}", proved]
        if each["cells"]:
            parts.append(f"{each['cells']:,} cells")
        if "mean" in each:
            mean = f"mean {loss_words(each['mean'])} ± {loss_words(each['mean_se'])}"
            parts.append(f"{mean}, worst {loss_words(each['worst'])} on {each['n']:,} fresh points")
        for equation in each["undefined"]:
            parts.append(f"no answer where {equation}")
        console.print(f"# {'; '.join(parts)}\n", style="dim", markup=False)
    for file in (answer["file"], answer["proof_file"]):
        if file:
            console.print(f"written to {file}", markup=False)
