from typing import Literal

TotpEnforcement = Literal["OFF", "OPTIONAL", "REQUIRED"]
"""`OPTIONAL`: only users who set up codes are asked for them. `REQUIRED`: every user sets up codes at
the next sign-in. `OFF`: codes are asked only where an application requires two factors"""
