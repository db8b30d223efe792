from typing import Literal

PolicyAction = Literal["ALERT", "DENY", "REVOKE", "SUSPEND"]
"""What an enforced policy does. `DENY` refuses what was attempted. `SUSPEND` and `REVOKE` refuse it,
too, and then do so to the credential; of both `REVOKE` is done, and neither to the last working key
with scope `*`. `ALERT` refuses nothing: the event names it"""
