from typing import Literal

OidcAuthMethod = Literal["client_secret_basic", "client_secret_post", "none", "private_key_jwt"]
"""How it authenticates at the token endpoint; `none` where nothing can be kept secret"""
