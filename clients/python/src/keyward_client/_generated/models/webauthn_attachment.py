from typing import Literal

WebauthnAttachment = Literal["cross-platform", "platform"]
"""`platform`: part of the device; `cross-platform`: a thing of its own; null: either"""
