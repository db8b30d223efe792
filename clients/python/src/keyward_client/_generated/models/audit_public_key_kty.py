from typing import Literal

AuditPublicKeyKty = Literal["EC"]
