from typing import Literal

RateLimitedBodyCode = Literal["RATE_LIMITED"]
"""The stable name of the refusal"""
