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
"""Why a credential was left as it is: as in `observation` of the report, or `NOTHING_UNUSED`;
`SCOPE_NOT_GRANTABLE` when your key lacks a management scope of it; `LOCKOUT_RISK` when it is the
last working key with scope `*`; `NOT_FOUND` when the identity has no active credential of this id"""
