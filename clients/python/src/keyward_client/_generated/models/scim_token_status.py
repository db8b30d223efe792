from typing import Literal

ScimTokenStatus = Literal["ACTIVE", "EXPIRED", "REVOKED"]
"""`EXPIRED` past its `expiresAt`; `REVOKED` for good"""
