from typing import Literal

TraceDirection = Literal["RECEIVED", "SENT"]
"""Whether the service provider sent the message, or Keyward did"""
