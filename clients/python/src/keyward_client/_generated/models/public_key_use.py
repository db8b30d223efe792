from typing import Literal

PublicKeyUse = Literal["enc", "sig"]
"""`sig` signs, `enc` decrypts"""
