"""kibitz: decisions in games of skill under uncertainty.

Every question of the catalogue is a function: ``kibitz.ask.jeopardy.final(scores=(18400, 14600, 9000), me=2)``, or by
its path, ``kibitz.ask("jeopardy.final", ...)``. `ask_many` answers a question for every row of a table.
Importing the package loads nothing else, so that the command starts at once; more is in its sub-packages:
``kibitz.core``, ``kibitz.solve``, ``kibitz.rules``, ``kibitz.rate``, ``kibitz.games``.
"""

from typing import TYPE_CHECKING

from kibitz.version import __version__ as __version__

if TYPE_CHECKING:
    from kibitz.app.ask_many import ask_many as ask_many
    from kibitz.app.question_functions import ask as ask


def __getattr__(name: str) -> object:
    """``ask`` and ``ask_many``, imported when they are first used."""
    if name == "ask":
        from kibitz.app.ask import ask as value
    elif name == "ask_many":
        from kibitz.app.ask_many import ask_many as value  # type: ignore[assignment]
    else:
        raise AttributeError(f"module 'kibitz' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), "ask", "ask_many"})
