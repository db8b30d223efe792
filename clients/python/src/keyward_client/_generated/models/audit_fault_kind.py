from typing import Literal

AuditFaultKind = Literal["CUT_OFF", "EDITED", "FORGED", "INSERTED", "REMOVED", "REORDERED"]
"""`EDITED`: a row, its personal values or its seal differs from the sealed one. `REMOVED`: the row is
gone. `INSERTED`: the row was never sealed. `REORDERED`: the row stands in the place of another.
`CUT_OFF`: the end is missing. `FORGED`: a checkpoint is missing, is not signed by the key of the
organization, or signs other data"""
