"""Client library of Keyward: issue, verify, rotate and revoke the credentials of machines."""

from ._audit import AuditExportFault, AuditExportReport, verify_audit_export
from ._client import AsyncKeyward, Keyward
from ._errors import KeywardAnswerError, KeywardApiError, KeywardConnectionError, KeywardError
from ._generated import __version__
from ._generated.events import is_webhook_event
from ._key_format import SecretKind, is_keyward_key, secret_kind
from ._webhooks import WebhookEvent, WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncKeyward",
    "AuditExportFault",
    "AuditExportReport",
    "Keyward",
    "KeywardAnswerError",
    "KeywardApiError",
    "KeywardConnectionError",
    "KeywardError",
    "SecretKind",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "is_keyward_key",
    "is_webhook_event",
    "secret_kind",
    "verify_audit_export",
    "verify_webhook",
]
