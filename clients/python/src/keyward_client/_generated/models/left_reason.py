from typing import Literal

LeftReason = Literal[
    "IN_GRACE",
    "LOCKOUT_RISK",
    "NOT_FOUND",
    "NOT_USED",
    "NOTHING_UNUSED",
    "SCOPE_NOT_GRANTABLE",
    "TOO_MANY_SCOPES",
    "TOO_YOUNG",
    "VERIFIED_WITHOUT_SCOPES",
]
"""Why a credential was left as it is: as in `observation` of the report, or one of the following.
`NOTHING_UNUSED`: all its scopes are used. `SCOPE_NOT_GRANTABLE`: your key lacks a management scope
of it. `LOCKOUT_RISK`: it is the last working key with scope `*`. `NOT_FOUND`: the identity has no
active credential of this ID"""
