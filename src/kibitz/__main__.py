"""``python -m kibitz`` is the same as ``kibitz``."""

from kibitz.cli.main import main

main()
