from typing import Literal

ConnectionStatus = Literal["ACTIVE", "DISABLED"]
"""`DISABLED`: no user signs in by it, also not in a sign-in that has begun"""
