from typing import Literal

AttemptError = Literal[
    "BLOCKED_ADDRESS",
    "CONNECTION_LOST",
    "CONNECTION_REFUSED",
    "DNS_FAILURE",
    "EVENT_GONE",
    "HTTP_STATUS",
    "RESPONSE_TOO_LARGE",
    "SECRET_UNREADABLE",
    "TIMEOUT",
    "TLS_ERROR",
    "WEBHOOK_DISABLED",
]
"""Why an attempt failed. `HTTP_STATUS` is an answer that is not 2xx; `BLOCKED_ADDRESS` an address that
is not public, or a port below 1024 that is not 443; with `SECRET_UNREADABLE` nothing was sent,
because the signing secret cannot be opened: the operator puts the master key back, or somebody
rotates the secret; of `WEBHOOK_DISABLED` no attempt was made, because the webhook had failed for
too long"""
