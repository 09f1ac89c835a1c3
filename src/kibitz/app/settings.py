"""Settings of the user: defaults of options from environment variables and a small TOML file.

``KIBITZ_ERA=1996`` or ``era = 1996`` in the file is the default of ``--era`` in every command that has it. A variable
comes before the file, and an option on the command line before both. Values are parsed like those of the command line.
"""

from __future__ import annotations

import os
import sys

from kibitz.core.errors import InputError

SETTINGS = {
    "engine": "UCI engine for chess: its name or path.",
    "era": "Season year of Jeopardy! questions.",
    "workers": "Number of processes of long jobs.",
    "scheduler": "Address of a Dask cluster.",
    "words": "Word list of sevens: the path of a file.",
}
"""The settings with their help; each is an option of some commands."""
PREFIX = "KIBITZ_"
FILE_VARIABLE = "KIBITZ_CONFIG"
"""The variable that names another file."""


def settings_file() -> str:
    """The path of the file with settings; it need not exist."""
    if named := os.environ.get(FILE_VARIABLE):
        return named
    folder = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    if sys.platform in ("win32", "darwin"):
        from platformdirs import user_config_dir

        folder = os.path.dirname(user_config_dir("kibitz", appauthor=False))
    return os.path.join(folder, "kibitz", "config.toml")


def load_settings() -> dict[str, str]:
    """The settings that the user has made, as text by name."""
    return {name: value for name, (value, _) in settings_with_sources().items()}


def settings_with_sources() -> dict[str, tuple[str, str]]:
    """The settings that the user has made, each with the variable or file that it comes from."""
    path = settings_file()
    result = {name: (value, path) for name, value in _read_file(path).items()} if os.path.exists(path) else {}
    for name in SETTINGS:
        if value := os.environ.get(PREFIX + name.upper()):
            result[name] = (value, PREFIX + name.upper())
    return result


def _read_file(path: str) -> dict[str, str]:
    import tomllib

    try:
        with open(path, "rb") as stream:
            values = tomllib.load(stream)
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"{path}: cannot be read as TOML ({error})") from None
    for name, value in values.items():
        if name not in SETTINGS:
            raise InputError(f"{path}: unknown setting {name[:40]!r}; use {', '.join(SETTINGS)}")
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise InputError(f"{path}: {name} must be text or a whole number")
    return {name: str(value) for name, value in values.items()}
