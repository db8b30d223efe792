from typing import Literal

SetupLinkStatus = Literal["EXPIRED", "FINISHED", "OPENED", "PENDING", "REVOKED"]
"""`PENDING`: it was not opened yet. `OPENED`: its holder sets up a connection. `FINISHED`: the holder
has finished, or the connection was activated. `EXPIRED`: past its `expiresAt`. `REVOKED`: for good"""
