from typing import Literal

CredentialStatus = Literal["ACTIVE", "EXPIRED", "REVOKED", "SUSPENDED"]
"""`EXPIRED` and `REVOKED` are final"""
