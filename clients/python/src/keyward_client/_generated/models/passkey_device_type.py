from typing import Literal

PasskeyDeviceType = Literal["multi", "single"]
"""`single` never leaves its authenticator; `multi` is on every device of its user"""
