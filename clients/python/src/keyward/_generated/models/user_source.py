from typing import Literal

UserSource = Literal["FEDERATION", "IMPORT", "LOCAL", "SCIM"]
"""Who made the person known"""
