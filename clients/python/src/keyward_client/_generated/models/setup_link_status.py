from typing import Literal

SetupLinkStatus = Literal["EXPIRED", "FINISHED", "OPENED", "PENDING", "REVOKED"]
"""`PENDING`: nobody has opened it. `OPENED`: its holder sets up a connection. `FINISHED`: the holder
has finished, or the connection was activated. `EXPIRED`: past its `expiresAt`. `REVOKED`: for good"""
