from typing import Literal

ConnectionHealth = Literal["FAILING", "HEALTHY", "UNKNOWN"]
"""`UNKNOWN` until the connection is used or tested. `FAILING` after a use, a test or the daily check
that failed; `lastError` then says why"""
