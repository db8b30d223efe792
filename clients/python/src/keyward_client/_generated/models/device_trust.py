from typing import Literal

DeviceTrust = Literal["compliant", "managed", "unknown", "unmanaged"]
"""What is known of the device"""
