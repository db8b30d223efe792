from typing import Literal

HealthStatus = Literal["failing", "ok"]
"""`ok` when every check is ok"""
