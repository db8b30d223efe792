from typing import Literal

InitialAccessTokenStatus = Literal["ACTIVE", "EXPIRED", "REVOKED", "USED_UP"]
"""`USED_UP` after `maxUses` registrations; `EXPIRED` past its `expiresAt`; `REVOKED` for good"""
