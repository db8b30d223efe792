from typing import Literal

JwkUse = Literal["sig"]
"""What a public key is for"""
