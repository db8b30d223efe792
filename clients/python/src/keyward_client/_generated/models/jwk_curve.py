from typing import Literal

JwkCurve = Literal["Ed25519", "P-256", "P-384", "P-521"]
"""The curve of a public key"""
