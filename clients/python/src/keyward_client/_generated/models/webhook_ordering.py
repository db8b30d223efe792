from typing import Literal

WebhookOrdering = Literal["NONE", "PER_RESOURCE"]
"""`PER_RESOURCE` delivers the events of one identity, person or group one after the other, so that one
that fails holds up the next; `NONE` delivers each as soon as it can be"""
