from typing import Literal

PreviousCredentialStatus = Literal["GRACE_PERIOD", "REVOKED"]
"""`GRACE_PERIOD` while it still works, `REVOKED` when it stopped at once"""
