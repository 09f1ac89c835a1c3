"""Plugins: packages that add games without a change in kibitz, by the entry-point group ``kibitz.plugins``.

A plugin that fails to load, or whose names are taken, is skipped with a warning that names it.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from typing import TypeVar

from kibitz.app.entries import Plugin

GROUP = "kibitz.plugins"
"""The group of entry points."""
RESERVED_NAMES = frozenset(
    "api board cache completion config drill find items library mcp phone play serve static sw tour warm warming "
    "work".split()
)
"""Commands and pages that are not groups of questions."""
ItemT = TypeVar("ItemT")


class PluginWarning(UserWarning):
    """A plugin, or a part of it, was skipped."""


@cache
def installed_plugins() -> dict[str, Plugin]:
    """The plugins that are installed and load, by the name of their entry point."""
    if not _is_any_installed():
        return {}
    from importlib.metadata import entry_points

    found = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            plugin = point.load()
        except Exception as error:  # its code is not ours, and kibitz works without it
            _warn(point.name, f"{type(error).__name__}: {error}")
            continue
        if isinstance(plugin, Plugin):
            found[point.name] = plugin
        else:
            _warn(point.name, f"{point.value} must be a kibitz.app.entries.Plugin, not a {type(plugin).__name__}")
    return found


def _is_any_installed() -> bool:
    """Whether an installed package names the group. `importlib.metadata` would double the time of a command's start, so
    it is imported only then."""
    wanted = f"[{GROUP}]".encode()
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    with open(os.path.join(folder, name, "entry_points.txt"), "rb") as file:
                        if wanted in file.read().replace(b" ", b""):
                            return True
                except OSError:
                    continue
    return False


def fitting_plugins(groups: Collection[str], paths: Collection[str]) -> list[Plugin]:
    """The plugins whose groups and questions have names that are free, next to these ones."""
    groups, paths = {*groups, *RESERVED_NAMES}, set(paths)
    result = []
    for name, plugin in installed_plugins().items():
        problem = next(_name_problems(plugin, groups, paths), "")
        if problem:
            _warn(name, problem)
            continue
        result.append(plugin)
        groups |= set(plugin.groups)
        paths |= {entry.path for entry in plugin.entries}
    return result


def _name_problems(plugin: Plugin, groups: set[str], paths: set[str]) -> Iterator[str]:
    for group in plugin.groups:
        if group in groups:
            yield f"the group {group} is taken"
        if not re.fullmatch("[a-z][a-z0-9]{0,30}", group):
            yield f"the group {group[:40]!r} must be named by small letters and digits"
    seen: set[str] = set()
    for entry in (*plugin.entries, *plugin.sessions):
        if entry.path in paths or entry.path in seen:
            yield f"the question {entry.path} is taken"
        if entry.group in RESERVED_NAMES or entry.group not in groups | set(plugin.groups):
            yield f"the question {entry.path} needs a group {entry.group}"
        if not re.fullmatch("[a-z][a-z0-9-]{0,30}", entry.name):
            yield f"the question {entry.path[:60]!r} must be named by small letters, digits and hyphens"
        seen.add(entry.path)


def plugin_items(part: Callable[[Plugin], Iterable[ItemT]], taken: Collection[str] = ()) -> list[ItemT]:
    """The items of one kind from all plugins whose ``path`` or ``name`` is free; the others are skipped with a
    warning."""
    from kibitz.app.catalogue import PLUGINS

    taken, result = set(taken), []
    names = {id(plugin): name for name, plugin in installed_plugins().items()}
    for plugin in PLUGINS:
        for item in part(plugin):
            name = str(getattr(item, "path", "") if hasattr(item, "load") else getattr(item, "name", ""))
            if name and name in taken:
                _warn(names.get(id(plugin), "?"), f"{name} is taken", "a part of it")
                continue
            taken.add(name)
            result.append(item)
    return result


def _warn(name: str, problem: str, what: str = "it") -> None:
    warnings.warn(f"plugin {name}: {what} is skipped, because {' '.join(problem.split())[:300]}", PluginWarning, 3)
