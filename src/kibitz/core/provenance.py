"""Provenance: what is needed to compute numbers again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kibitz.core.errors import InputError


@dataclass(frozen=True, slots=True)
class Provenance:
    """What is needed to compute numbers again.

    ``evaluator`` names the method (``exact``, ``rollout``, ``stockfish 15.1``). ``settings`` has its other settings, as
    sorted pairs of strings.
    """

    evaluator: str
    version: str = ""
    weights: str = ""
    opponents: str = ""
    seed: int | None = None
    settings: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """A JSON object without the empty fields."""
        plain = {
            "evaluator": self.evaluator,
            "version": self.version,
            "weights": self.weights,
            "opponents": self.opponents,
        }
        result: dict[str, Any] = {key: value for key, value in plain.items() if value}
        if self.seed is not None:
            result["seed"] = self.seed
        if self.settings:
            result["settings"] = dict(self.settings)
        return result

    @classmethod
    def from_json(cls, record: object) -> Provenance:
        """The inverse of `to_json`."""
        if not isinstance(record, Mapping):
            raise InputError("provenance: must be an object")
        settings = record.get("settings", {})
        if not isinstance(settings, Mapping):
            raise InputError("provenance: settings must be an object")
        seed = record.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise InputError("provenance: seed must be a whole number")
        return cls(
            evaluator=_text(record.get("evaluator", "")),
            version=_text(record.get("version", "")),
            weights=_text(record.get("weights", "")),
            opponents=_text(record.get("opponents", "")),
            seed=seed,
            settings=tuple(sorted((_text(key), _text(value)) for key, value in settings.items())),
        )


def _text(value: object) -> str:
    """A value as text without lone surrogates, which JSON can contain but which cannot be printed."""
    return str(value).encode("utf-8", "replace").decode()
