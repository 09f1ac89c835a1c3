"""Limits of the server. A request beyond one of them gets an error at once instead of waiting."""

from __future__ import annotations

MAX_UPLOAD_BYTES = 66_000_000
"""Bytes of a request: a document of 64 MB with a form around it."""
MAX_BODY_BYTES = 1_000_000
"""Bytes of a request that carries no file."""
ANSWER_TIMEOUT_S = 20.0
"""Longest time that a page waits for an answer; longer questions run as jobs."""
WORKER_START_TIMEOUT_S = 120.0
"""Time that a new worker may take for its imports; after that it is replaced."""
WORKER_WAIT_TIMEOUT_S = 10.0
"""Longest time that a question waits for a free worker."""
WORKER_MEMORY_BYTES = 6_000_000_000
"""Address space of a worker."""
MAX_QUEUED_JOBS = 20
"""Most jobs that are queued or running."""
JOB_TIMEOUT_S = 12 * 3600.0
"""Longest time of a job."""
