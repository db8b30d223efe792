from typing import Literal

CleanUpAction = Literal["REVOKE", "SUSPEND"]
"""`SUSPEND` can be undone, `REVOKE` cannot"""
