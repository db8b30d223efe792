from typing import Literal

AlertChannelError = Literal[
    "BLOCKED_ADDRESS",
    "CONNECTION_LOST",
    "CONNECTION_REFUSED",
    "DNS_FAILURE",
    "HTTP_3XX",
    "HTTP_4XX",
    "HTTP_5XX",
    "MAIL_FAILED",
    "MAIL_LIMIT",
    "MAIL_OFF",
    "RESPONSE_TOO_LARGE",
    "SECRET_UNREADABLE",
    "TIMEOUT",
    "TLS_ERROR",
]
"""Why a message was not accepted. `HTTP_3XX`, `HTTP_4XX` and `HTTP_5XX` are the class of the status
that the receiver answered. `MAIL_LIMIT` says that the mails of this hour are used up: alerts are
mailed later, and a test is not. `MAIL_OFF` says that this server sends no mail"""
