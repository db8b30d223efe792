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
"""Why an attempt failed. `HTTP_STATUS`: the endpoint did not answer with 2xx. `BLOCKED_ADDRESS`: the
address is not public, or the port is below 1024 and is not 443. `SECRET_UNREADABLE`: nothing was
sent, because the signing secret cannot be opened. The operator must restore the master key, or the
secret must be rotated. `WEBHOOK_DISABLED`: no attempt was made, because the webhook had failed for
too long"""
