from typing import Literal

TotpAlgorithm = Literal["SHA1", "SHA256", "SHA512"]
"""Many apps read `SHA1` only and say nothing of it; their codes are then wrong"""
