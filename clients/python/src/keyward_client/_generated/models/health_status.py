from typing import Literal

HealthStatus = Literal["failing", "ok"]
"""`ok` when it can do its work; a check may warn before it cannot"""
