from typing import Literal

OidcSigningAlgorithm = Literal["ES256", "RS256"]
"""The algorithm that signs the ID tokens, and authorization and introspection responses that the
client wants as JWTs. Every relying party knows `RS256`, the default"""
