"""``python -m papers``: compute every comparison and write the report."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from papers.comparison import Verdict
from papers.report import describe_counts, write_html, write_markdown, write_page
from papers.runs import PAPERS, ROOT, Run, compute_all


def main() -> int:
    """Write the report. The exit status is 1 if a row differs from its paper and no reason is given."""
    parser = argparse.ArgumentParser(prog="python -m papers", description=main.__doc__)
    parser.add_argument("--short", action="store_true", help="use small samples; takes less than a minute")
    parser.add_argument("--paper", choices=list(PAPERS), action="append", help="only this paper; may be repeated")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "papers", help="folder of the report")
    parser.add_argument(
        "--data", type=Path, default=ROOT.parent / "shared" / "data", help="recorded games, if you have them"
    )
    parser.add_argument("--docs", action="store_true", help="also write docs/papers from this run")
    options = parser.parse_args()
    run = Run(options.short, options.data if options.data.is_dir() else None)
    size = "short" if run.short else "full"

    def show(text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    comparisons = list(compute_all(run, tuple(options.paper or PAPERS), options.out / f"{size}-parts", show))
    subtitle = f"Computed on {datetime.now(UTC).date().isoformat()} with {'small' if run.short else 'full'} samples."
    if run.data is None:
        subtitle += " Recorded games were not at hand."
    for suffix, text in (("md", write_markdown(comparisons, subtitle)), ("html", write_html(comparisons, subtitle))):
        (options.out / f"{size}.{suffix}").write_text(text, encoding="utf-8")
    if options.docs:
        for paper in options.paper or PAPERS:
            (ROOT / "docs" / "papers" / f"{paper}.md").write_text(write_page(paper, comparisons, subtitle), "utf-8")
    print(f"{describe_counts(comparisons)}; see {options.out / size}.html")
    for item in comparisons:
        for row in item.rows:
            if row.verdict is Verdict.OPEN:
                print(f"open: {item.paper}, {item.place}, {row.label}: {row.ours} against {row.published}")
    return int(any(item.count(Verdict.OPEN) for item in comparisons))


if __name__ == "__main__":
    raise SystemExit(main())
