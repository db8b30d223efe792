from typing import Literal

OidcSigningAlgorithm = Literal["ES256", "RS256"]
"""What its ID tokens are signed with; every relying party knows `RS256`, the default"""
