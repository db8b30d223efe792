from typing import Literal

PreviousSecretStatus = Literal["GRACE_PERIOD"]
