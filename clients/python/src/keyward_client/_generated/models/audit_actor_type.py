from typing import Literal

AuditActorType = Literal["ANONYMOUS", "API_KEY", "OIDC_CLIENT", "SCIM", "SYSTEM", "USER"]
"""`SYSTEM` is the service itself"""
