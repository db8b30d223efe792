from typing import Literal

AuditPublicKeyCrv = Literal["P-256"]
