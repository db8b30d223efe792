from typing import Literal

UnusedReason = Literal["NEVER_USED", "NOT_USED_LATELY", "NOT_USED_SINCE_ROTATION"]
"""`NEVER_USED` since its creation, `NOT_USED_SINCE_ROTATION` since its last rotation,
`NOT_USED_LATELY` when it was used, but too long ago"""
