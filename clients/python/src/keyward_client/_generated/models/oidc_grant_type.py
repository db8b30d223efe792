from typing import Literal

OidcGrantType = Literal[
    "authorization_code",
    "client_credentials",
    "refresh_token",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
    "urn:ietf:params:oauth:grant-type:token-exchange",
]
"""How it gets tokens. `web` may use all of them, `spa` the first two, `native` those and the device
code, `machine` only `client_credentials`. With `urn:ietf:params:oauth:grant-type:jwt-bearer`, it
presents assertions of identity providers that are trusted for them"""
