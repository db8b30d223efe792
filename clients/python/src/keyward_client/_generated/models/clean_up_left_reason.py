from typing import Literal

CleanUpLeftReason = Literal["LOCKOUT_RISK", "SCOPE_NOT_GRANTABLE", "TOO_NEW"]
"""Why a credential was left as it is. `TOO_NEW`: it was created, rotated, reactivated or given scopes
since, and not used. `SCOPE_NOT_GRANTABLE`: your key lacks a management scope of it. `LOCKOUT_RISK`:
it is the last working key with scope `*`"""
