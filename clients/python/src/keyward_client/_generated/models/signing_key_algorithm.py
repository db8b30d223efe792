from typing import Literal

SigningKeyAlgorithm = Literal["ES256", "RS256", "RSA-OAEP"]
"""What it signs with, or what is encrypted for it"""
