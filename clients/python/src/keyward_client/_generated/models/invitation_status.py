from typing import Literal

InvitationStatus = Literal["EXPIRED", "PENDING"]
"""`PENDING` waits for the user, `EXPIRED` has a link that works no longer"""
