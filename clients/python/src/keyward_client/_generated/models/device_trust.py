from typing import Literal

DeviceTrust = Literal["compliant", "managed", "unknown", "unmanaged"]
"""How far the service knows and trusts the device"""
