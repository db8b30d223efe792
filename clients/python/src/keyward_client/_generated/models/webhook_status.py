from typing import Literal

WebhookStatus = Literal["ACTIVE", "DISABLED", "PAUSED"]
"""`PAUSED` by you: events are held; `DISABLED` by 120 hours of nothing but failure: events are not
sent"""
