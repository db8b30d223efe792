from typing import Literal

RegisteredAuthMethod = Literal["client_secret_basic", "none", "private_key_jwt"]
"""How a registered client authenticates; `none` where nothing can be kept secret"""
