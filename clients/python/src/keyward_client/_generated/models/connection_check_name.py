from typing import Literal

ConnectionCheckName = Literal[
    "algorithms", "authentication", "discovery", "endpoints", "issuer", "keys"
]
"""What was checked. OpenID Connect has `discovery` (the document can be read), `issuer` (it is that of
the connection), `endpoints` (they are https and respond), `keys` (signing keys can be read),
`algorithms` (Keyward verifies one of them) and `authentication` (the identity provider knows
`tokenEndpointAuthMethod`, and PKCE if `pkce` is true)"""
