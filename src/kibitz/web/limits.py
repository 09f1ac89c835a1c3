"""What one request may cost the server; whatever is beyond ends in a sentence, not in a wait."""

from __future__ import annotations

MAX_UPLOAD_BYTES = 66_000_000
"""Bytes of a request: a document of 64 MB with a form around it."""
MAX_BODY_BYTES = 1_000_000
"""Bytes of a request that carries no file."""
ANSWER_TIMEOUT_S = 20.0
"""Time of an answer that a page waits for; longer ones are jobs."""
WORKER_START_TIMEOUT_S = 120.0
"""Time that a new worker may take for its imports; then another one takes its place."""
WORKER_WAIT_TIMEOUT_S = 10.0
"""Time that a question waits for a free worker."""
WORKER_MEMORY_BYTES = 6_000_000_000
"""Address space of a worker."""
MAX_QUEUED_JOBS = 20
"""Jobs that wait or run at once."""
JOB_TIMEOUT_S = 12 * 3600.0
"""Time of a job."""
