"""``kibitz completion``: the script that completes commands, options, values and files in a shell."""

from __future__ import annotations

import click

VARIABLE = "_KIBITZ_COMPLETE"
"""The variable by which a shell asks for completions; click derives it from the name of the command."""
SHELLS = {
    "bash": 'eval "$(kibitz completion bash)"   # in ~/.bashrc',
    "zsh": 'eval "$(kibitz completion zsh)"    # in ~/.zshrc, after compinit',
    "fish": "kibitz completion fish | source    # in ~/.config/fish/config.fish",
}
"""The shells, and the line that switches completion on."""


@click.command(epilog="\b\n" + "\n".join(SHELLS.values()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script that completes commands, options, values and files in a shell.

    Add the line for your shell to its start file:
    """
    from click.shell_completion import get_completion_class

    from kibitz.cli.main import cli

    script = get_completion_class(shell)
    assert script is not None
    click.echo(script(cli, {}, "kibitz", VARIABLE).source())
