"""Client library of Keyward: issue, verify, rotate and revoke the credentials of machines."""

from ._client import AsyncKeyward, Keyward
from ._errors import KeywardAnswerError, KeywardApiError, KeywardConnectionError, KeywardError
from ._generated import __version__
from ._generated.events import is_webhook_event
from ._webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncKeyward",
    "Keyward",
    "KeywardAnswerError",
    "KeywardApiError",
    "KeywardConnectionError",
    "KeywardError",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "is_webhook_event",
    "verify_webhook",
]
