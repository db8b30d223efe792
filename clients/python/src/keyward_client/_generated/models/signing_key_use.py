from typing import Literal

SigningKeyUse = Literal["OIDC", "SAML"]
"""`OIDC` signs tokens. `SAML` signs assertions and metadata; it has a certificate, and signs until an
administrator activates another key"""
