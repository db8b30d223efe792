from typing import Literal

SigningKeyAlgorithm = Literal["ES256", "RS256"]
"""What it signs with"""
