from typing import Literal

OidcAccessTokenAlgorithm = Literal["ES256", "RS256"]
"""The algorithm that signs the access tokens. `ES256`, the default, is short and fast. `RS256` is for
APIs that know nothing else (RFC 9068 section 4)"""
