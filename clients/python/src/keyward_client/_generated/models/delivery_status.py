from typing import Literal

DeliveryStatus = Literal["CANCELLED", "FAILED", "HELD", "PENDING", "RETRYING", "SUCCESS"]
"""`PENDING` before its first attempt, `RETRYING` between attempts. `SUCCESS` and `FAILED` are final.
`HELD` while its webhook is paused. `CANCELLED` when its webhook was deleted"""
