from typing import Literal

UserStatus = Literal["ACTIVE", "DEPROVISIONED", "INVITED", "SUSPENDED"]
"""`INVITED` has not chosen a password yet, `SUSPENDED` cannot sign in and can be reactivated,
`DEPROVISIONED` has left for good"""
