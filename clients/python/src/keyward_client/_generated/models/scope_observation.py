from typing import Literal

ScopeObservation = Literal[
    "IN_GRACE", "NOT_USED", "OBSERVED", "TOO_MANY_SCOPES", "TOO_YOUNG", "VERIFIED_WITHOUT_SCOPES"
]
"""Whether the use of the scopes tells which ones are needed: `OBSERVED` if so. `TOO_YOUNG`: the
credential was not observed for the whole window. It was created, got scopes or was reactivated
since, or the recording began later. `NOT_USED`: no use that is at least a minute old; if there is
none at all, clean it up. `VERIFIED_WITHOUT_SCOPES`: services verify it, but none has asked for a
scope it holds. `TOO_MANY_SCOPES`: so many different scopes that not all are recorded. `IN_GRACE`:
the old secret of a rotation still works"""
