"""The OpenAPI description: valid, and good enough that a generated client asks every question."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import openapi_spec_validator
import pytest
from openapi_spec_validator.validation.exceptions import OpenAPIValidationError

from kibitz.app.catalogue import BY_PATH, ENTRIES, QuestionEntry, request_type
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.core.question import Cost
from kibitz.web.openapi import openapi_document, short_names, simplify

INSTANT_GROUPS = ("parlour", "jeopardy", "backgammon", "theory")
"""Groups whose instant questions need no engine and no word list."""


def test_the_description_is_valid_and_its_names_are_short() -> None:
    document = json.loads(openapi_document())
    openapi_spec_validator.validate(document)
    assert all(name.isidentifier() for name in document["components"]["schemas"])
    assert all(schema.get("title", name) == name for name, schema in document["components"]["schemas"].items())
    operations = [path["post"] for path in document["paths"].values()]
    assert len({operation["operationId"] for operation in operations}) == len(ENTRIES)
    tags = {tag["name"] for tag in document["tags"]}
    assert all(set(operation["tags"]) <= tags for operation in operations)
    assert document["servers"]


def test_the_validator_refuses_what_was_wrong_before() -> None:
    document = json.loads(openapi_document())
    wrong = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "default": []}
    document["components"]["schemas"]["Error"]["properties"]["wrong"] = wrong
    with pytest.raises(OpenAPIValidationError):
        openapi_spec_validator.validate(document)


def test_tuples_names_and_wrong_defaults_are_simplified() -> None:
    names = short_names(["kibitz.games.parlour.answers.final.FinalAnswer", "Option"])
    assert list(names.values()) == ["ParlourFinalAnswer", "Option"]
    pair = {"type": "array", "prefixItems": [{"type": "integer"}] * 2, "items": False, "minItems": 2, "maxItems": 2}
    listed = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    assert simplify({**pair, "default": ()}, names) == listed
    assert simplify({"type": "string", "pattern": "^[1-6]", "default": ""}, names) == {
        "type": "string",
        "pattern": "^[1-6]",
    }
    assert simplify({"type": "integer", "default": 0}, names) == {"type": "integer", "default": 0}
    with pytest.raises(ValueError, match="same name"):
        short_names(["kibitz.rate.a.X", "kibitz.rate.b.X"])


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a client that openapi-python-client made from the description."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.json").write_text(openapi_document(), "utf-8")
    (folder / "config.yml").write_text("post_hooks: []\n", "utf-8")
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"]
    done = subprocess.run([*command, "--config", "config.yml"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    return folder


@pytest.mark.slow
def test_a_generated_client_has_every_question_and_asks_the_instant_ones(
    generated: Path, workbench: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(generated))
    make_client: Any = importlib.import_module("kibitz_client").Client
    models: Any = importlib.import_module("kibitz_client.models")
    document = json.loads(openapi_document())
    with make_client(base_url=workbench, timeout=60) as client:
        n_asked = sum(asks_example(client, models, document, entry) for entry in ENTRIES)
    assert n_asked >= 15


def asks_example(client: Any, models: Any, document: dict[str, Any], entry: QuestionEntry) -> bool:
    """Whether the example of a question is instant; then the client asks it, and the answer must be typed."""
    name = entry.path.replace(".", "_").replace("-", "_")
    operation = importlib.import_module(f"kibitz_client.api.{entry.group}.{name}")
    kind = request_type(entry.path)
    if entry.group not in INSTANT_GROUPS or parse_request(kind, example_arguments(kind)).cost() is not Cost.INSTANT:
        return False
    content = document["paths"][f"/api/{entry.group}/{entry.name}"]["post"]["requestBody"]["content"]
    body = content["application/json"]
    request = getattr(models, body["schema"]["$ref"].rpartition("/")[2]).from_dict(body["example"])
    answer = operation.sync(client=client, body=request)
    assert not isinstance(answer, models.Error), (entry.path, answer)
    assert BY_PATH[answer.schema.partition("/")[0]].path == entry.path
    return True
