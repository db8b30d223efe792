from typing import Literal

IdentityStatus = Literal["ACTIVE", "REVOKED", "SUSPENDED"]
"""`SUSPENDED` can be undone, `REVOKED` cannot; the credentials of both verify as invalid"""
