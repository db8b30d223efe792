from typing import Literal

AuditActorType = Literal[
    "ANONYMOUS", "API_KEY", "OIDC_CLIENT", "SCIM", "SETUP_LINK", "SYSTEM", "USER"
]
"""`SYSTEM` is the service itself. `SETUP_LINK` is the holder of a setup link"""
