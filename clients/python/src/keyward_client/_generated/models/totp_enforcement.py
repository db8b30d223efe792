from typing import Literal

TotpEnforcement = Literal["OFF", "OPTIONAL", "REQUIRED"]
"""`OPTIONAL`: codes are asked of whoever set them up; `REQUIRED`: everybody sets them up at the next
sign-in; `OFF`: only where an application asks for two factors"""
