from typing import Literal

PolicyAction = Literal["ALERT", "DENY", "REVOKE", "SUSPEND"]
"""The effect of an enforced policy. `DENY` refuses the operation. `SUSPEND` and `REVOKE` refuse it
too, and then suspend or revoke the credential. If both apply, it is revoked. The last working key
with scope `*` is never suspended or revoked. `ALERT` refuses nothing: the event names it"""
