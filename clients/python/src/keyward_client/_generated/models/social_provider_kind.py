from typing import Literal

SocialProviderKind = Literal[
    "apple", "facebook", "github", "gitlab", "google", "linkedin", "microsoft", "oidc"
]
"""Whose accounts they are; `oidc` is any issuer of OpenID Connect"""
