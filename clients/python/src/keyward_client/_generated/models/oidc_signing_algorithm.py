from typing import Literal

OidcSigningAlgorithm = Literal["ES256", "RS256"]
"""The algorithm that signs the ID tokens; every relying party knows `RS256`, the default"""
