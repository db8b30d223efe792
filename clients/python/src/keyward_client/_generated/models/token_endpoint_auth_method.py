from typing import Literal

TokenEndpointAuthMethod = Literal[
    "client_secret_basic", "client_secret_post", "none", "private_key_jwt"
]
"""How Keyward authenticates at the token endpoint (OpenID Connect Core section 9). `private_key_jwt`
uses the signing key of the tenant, which its `jwks.json` publishes"""
