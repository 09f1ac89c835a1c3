"""Limits of the server. A request beyond one of them gets an error at once instead of waiting."""

from __future__ import annotations

MAX_UPLOAD_BYTES = 66_000_000
"""Bytes of a request: a document of 64 MB with a form around it."""
MAX_BODY_BYTES = 1_000_000
"""Bytes of a request that carries no file."""
HEAD_TIMEOUT_S = 15.0
"""Longest time until the head of a request has arrived; then the connection is dropped."""
BODY_PAUSE_TIMEOUT_S = 15.0
"""Longest pause in the body of a request; then it gets a 408."""
BODY_TIMEOUT_S = 600.0
"""Longest time of the body of a request, however steadily it arrives."""
MAX_PATH_SEGMENT_BYTES = 255
"""Longest part of a path between slashes; a file cannot have a longer name."""
ANSWER_TIMEOUT_S = 20.0
"""Longest time that a page waits for an answer; longer questions run as jobs."""
WORKER_START_TIMEOUT_S = 120.0
"""Time that a new worker may take for its imports; after that it is replaced."""
WORKER_WAIT_TIMEOUT_S = 10.0
"""Longest time that a question waits for a free worker."""
RETRY_AFTER_S = 5
"""Seconds after which somebody who found all workers busy may try again."""
DISCARD_GRACE_S = 1.0
"""Time in which an answer that nobody waits for may end by itself; then its worker is replaced."""
WORKER_MEMORY_BYTES = 6_000_000_000
"""Address space of a worker."""
MAX_QUEUED_JOBS = 20
"""Most jobs that are queued or running."""
MAX_JOBS_OF_VISITOR = 10
"""Most jobs of one visitor that are queued or running, so that the others find room."""
JOB_TIMEOUT_S = 12 * 3600.0
"""Longest time of a job."""
