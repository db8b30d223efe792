from typing import Literal

LastDeliveryStatus = Literal["FAILED", "PENDING", "SUCCESS"]
"""How the last attempt ended; `PENDING` when it failed and will be made again"""
