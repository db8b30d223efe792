from typing import Literal

WebhookOrdering = Literal["NONE", "PER_RESOURCE"]
"""`PER_RESOURCE` delivers the events of one identity, user or group one after the other. An event that
fails holds up the next. `NONE` delivers each event as soon as possible"""
