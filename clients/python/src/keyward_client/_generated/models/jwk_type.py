from typing import Literal

JwkType = Literal["EC", "OKP", "RSA"]
"""The kind of a public key"""
