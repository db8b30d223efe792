from typing import Literal

AttemptError = Literal[
    "BLOCKED_ADDRESS",
    "CONNECTION_LOST",
    "CONNECTION_REFUSED",
    "DNS_FAILURE",
    "EVENT_GONE",
    "HTTP_STATUS",
    "RESPONSE_TOO_LARGE",
    "TIMEOUT",
    "TLS_ERROR",
    "WEBHOOK_DISABLED",
]
"""Why an attempt failed. `HTTP_STATUS` is an answer that is not 2xx; `BLOCKED_ADDRESS` an address that
is not public; of `WEBHOOK_DISABLED` no attempt was made, because the webhook had failed for too
long"""
