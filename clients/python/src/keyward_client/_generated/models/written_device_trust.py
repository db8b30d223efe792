from typing import Literal

WrittenDeviceTrust = Literal["compliant", "managed", "unmanaged"]
"""How far the MDM trusts the device"""
