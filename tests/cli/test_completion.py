"""Completion in a real shell: commands, options, values and files."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from kibitz.cli.main import run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def bash(tmp_path: Path) -> Iterator[pexpect.spawn]:
    """An interactive bash in a folder with two files, where completion is switched on as its help says."""
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "kibitz"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT / "src"} exec {sys.executable} -m kibitz "$@"\n')
    program.chmod(0o755)
    (tmp_path / "games.pgn").touch()
    (tmp_path / "decisions.jsonl").touch()
    shell = pexpect.spawn(shutil.which("bash") or "bash", ["--norc", "-i"], cwd=tmp_path, encoding="utf-8", timeout=30)
    shell.setwinsize(40, 200)
    shell.sendline(
        f"bind 'set enable-bracketed-paste off'; bind 'set bell-style none'; PS1='READ''Y> '; PATH={tmp_path}/bin:$PATH"
    )
    shell.expect_exact("READY> ")
    shell.sendline('eval "$(kibitz completion bash)"')
    shell.expect_exact("READY> ")
    yield shell
    shell.close(force=True)


WORDS = (
    ("kibitz jeop", "kibitz jeopardy "),
    ("kibitz jeopardy daily", "kibitz jeopardy daily-double "),
    ("kibitz jeopardy final --leader", "kibitz jeopardy final --leader-covers "),
    ("kibitz jeopardy final 1 2 --ties tie", "kibitz jeopardy final 1 2 --ties tiebreaker "),
    ("kibitz chess rate g", "kibitz chess rate games.pgn "),
    ("kibitz rate players --comparison-group d", "kibitz rate players --comparison-group decisions.jsonl "),
    ("kibitz rate dec", "kibitz rate decisions.jsonl "),
    ("kibitz jeopardy final 1 2 --batch dec", "kibitz jeopardy final 1 2 --batch decisions.jsonl "),
    ("kibitz completion fi", "kibitz completion fish "),
)


@pytest.mark.slow
def test_bash_completes_commands_options_values_and_files(bash: pexpect.spawn) -> None:
    for typed, completed in WORDS:
        bash.send(f"{typed}\t")
        bash.expect_exact(completed)
        bash.sendcontrol("u")
        bash.send("\n")
        bash.expect_exact("READY> ")


@pytest.mark.parametrize(
    ("shell", "line"), [("zsh", "#compdef kibitz"), ("fish", "complete --no-files --command kibitz")]
)
def test_other_shells_have_a_script(shell: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    assert line in capsys.readouterr().out


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "csh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err
