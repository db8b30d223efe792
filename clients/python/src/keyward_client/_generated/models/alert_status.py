from typing import Literal

AlertStatus = Literal["ACKNOWLEDGED", "OPEN", "RESOLVED"]
"""`RESOLVED` is closed"""
