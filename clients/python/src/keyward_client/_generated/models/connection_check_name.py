from typing import Literal

ConnectionCheckName = Literal[
    "algorithms",
    "authentication",
    "certificates",
    "discovery",
    "endpoints",
    "issuer",
    "keys",
    "metadata",
]
"""What was checked. OpenID Connect has `discovery` (the document can be read), `issuer` (it is that of
the connection), `endpoints` (they are https and respond), `keys` (signing keys can be read),
`algorithms` (Keyward verifies one of them) and `authentication` (the identity provider knows
`tokenEndpointAuthMethod`, and PKCE if `pkce` is true). SAML has `metadata` (it can be read, and has
the entity ID), `certificates` (one is valid now), `endpoints` (they respond) and `algorithms` (the
keys that verify)"""
