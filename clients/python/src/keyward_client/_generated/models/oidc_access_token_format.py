from typing import Literal

OidcAccessTokenFormat = Literal["jwt", "opaque"]
"""`jwt` (RFC 9068) can be verified without asking; `opaque` only by introspection"""
