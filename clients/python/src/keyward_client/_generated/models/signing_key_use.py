from typing import Literal

SigningKeyUse = Literal["OIDC", "SAML", "SAML_ENCRYPTION"]
"""`OIDC` signs tokens. `SAML` signs assertions and metadata; it has a certificate, and signs until an
administrator activates another key. `SAML_ENCRYPTION` signs nothing: identity providers encrypt
assertions for it"""
