from typing import Literal

AuditFaultKind = Literal["CUT_OFF", "EDITED", "FORGED", "INSERTED", "REMOVED", "REORDERED"]
"""`EDITED`: a row, its personal values or its seal is not what was sealed. `REMOVED`: it is gone.
`INSERTED`: nobody sealed it. `REORDERED`: it stands in the place of another. `CUT_OFF`: the end is
missing. `FORGED`: a checkpoint is missing, or is not signed by the key of the organization, or
signs something else"""
