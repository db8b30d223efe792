from typing import Literal

ServiceProviderStatus = Literal["ACTIVE", "DISABLED"]
"""`DISABLED`: users cannot sign in to it, until it is `ACTIVE` again"""
