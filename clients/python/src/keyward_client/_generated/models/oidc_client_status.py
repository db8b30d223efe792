from typing import Literal

OidcClientStatus = Literal["ACTIVE", "DISABLED"]
"""`DISABLED`: it is refused everywhere, as if it were not there, until it is `ACTIVE` again"""
