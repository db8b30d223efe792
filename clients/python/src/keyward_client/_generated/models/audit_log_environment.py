from typing import Literal

AuditLogEnvironment = Literal["live", "test"]
