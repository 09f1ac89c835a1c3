"""What one request may cost the server; whatever is beyond ends in a sentence, not in a wait."""

from __future__ import annotations

BODY = 66_000_000
"""Bytes of a request: a document of 64 MB with a form around it."""
SMALL_BODY = 1_000_000
"""Bytes of a request that carries no file."""
SECONDS = 20.0
"""Time of an answer that a page waits for; longer ones are jobs."""
START = 120.0
"""Time that a new worker may take for its imports; then another one takes its place."""
WAIT = 10.0
"""Time that a question waits for a free worker."""
MEMORY = 6_000_000_000
"""Address space of a worker."""
QUEUE = 20
"""Jobs that wait or run at once."""
JOB_SECONDS = 12 * 3600.0
"""Time of a job."""
