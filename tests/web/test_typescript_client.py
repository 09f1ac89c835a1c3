"""A TypeScript client from the OpenAPI description: every operation compiles, and it asks the instant questions."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kibitz.app.catalogue import ENTRIES, request_type
from kibitz.app.request_parsing import example_arguments, parse_request
from kibitz.core.question import Cost
from kibitz.web.openapi import openapi_document

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(os.environ.get("NODE_FOLDER", ROOT / ".axe")) / "node_modules"
INSTANT_GROUPS = ("parlour", "jeopardy", "backgammon", "theory")
"""Groups whose instant questions need no engine and no word list."""
OPTIONS = {
    "compilerOptions": {
        "strict": True,
        "target": "es2022",
        "module": "nodenext",
        "moduleResolution": "nodenext",
        "skipLibCheck": True,
        "outDir": "out",
    },
    "files": ["client.ts"],
}


def client_code(document: dict[str, Any]) -> str:
    """A function for each operation with its example as a typed body; all or the instant ones run."""
    lines = [
        'import createClient from "openapi-fetch";',
        'import type { components, paths } from "./schema.js";',
        "declare const process: { argv: string[]; exitCode: number };",
        "const client = createClient<paths>({ baseUrl: process.argv[2] });",
        'type Schemas = components["schemas"];',
    ]
    instant = []
    for entry in ENTRIES:
        kind = request_type(entry.path)
        path = f"/api/{entry.group}/{entry.name}"
        content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        name = document["paths"][path]["post"]["operationId"]
        body = content["schema"]["$ref"].rpartition("/")[2]
        lines += [
            f'const body_{name}: Schemas["{body}"] = {json.dumps(content["example"])};',
            f"export const ask_{name} = async (): Promise<string> => {{",
            f'  const {{ data, error }} = await client.POST("{path}", {{ body: body_{name} }});',
            '  return data ? data.schema : "error: " + (error?.error ?? "");',
            "};",
        ]
        if entry.group in INSTANT_GROUPS and parse_request(kind, example_arguments(kind)).cost() is Cost.INSTANT:
            instant.append(f"ask_{name}")
    lines += [f"for (const ask of [{', '.join(instant)}]) console.log(await ask());", "export const count = 1;"]
    return "\n".join(lines) + "\n"


@pytest.mark.slow
@pytest.mark.needs("openapi-typescript")
def test_a_typescript_client_compiles_every_operation_and_asks_the_instant_ones(tmp_path: Path, workbench: str) -> None:
    (tmp_path / "node_modules").symlink_to(NODE)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "openapi.json").write_text(openapi_document(), "utf-8")
    (tmp_path / "tsconfig.json").write_text(json.dumps(OPTIONS))
    code = client_code(json.loads(openapi_document()))
    (tmp_path / "client.ts").write_text(code, "utf-8")
    for command in (
        ["node_modules/.bin/openapi-typescript", "openapi.json", "-o", "schema.ts", "--default-non-nullable=false"],
        ["node_modules/.bin/tsc", "--project", "."],
    ):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run(["node", "out/client.js", workbench], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    schemas = done.stdout.split("\n")[:-1]
    assert not [schema for schema in schemas if schema.startswith("error")]
    assert len(schemas) >= 15
