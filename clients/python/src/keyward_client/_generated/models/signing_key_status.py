from typing import Literal

SigningKeyStatus = Literal["ACTIVE", "RETIRED", "UPCOMING"]
"""`UPCOMING` is published and waits to sign; `ACTIVE` signs; `RETIRED` is published for what it signed"""
