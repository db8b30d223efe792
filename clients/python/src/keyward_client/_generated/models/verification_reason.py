from typing import Literal

VerificationReason = Literal["ROTATED"]
"""More about the code, where there is more to say. `ROTATED` with `REVOKED` means that a rotation
replaced this secret"""
