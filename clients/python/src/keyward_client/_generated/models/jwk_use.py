from typing import Literal

JwkUse = Literal["sig"]
"""The use of a public key"""
