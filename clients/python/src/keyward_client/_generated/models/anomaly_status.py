from typing import Literal

AnomalyStatus = Literal["ACKNOWLEDGED", "FALSE_POSITIVE", "OPEN", "RESOLVED"]
"""`RESOLVED` and `FALSE_POSITIVE` are closed"""
