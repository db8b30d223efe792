from typing import Literal

TraceMessageType = Literal["AuthnRequest", "LogoutRequest", "LogoutResponse", "OTHER", "Response"]
"""The root element of the message (Core section 3)"""
