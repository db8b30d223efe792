from typing import Literal

ConnectionType = Literal["OIDC", "SAML"]
"""The protocol of the identity provider"""
