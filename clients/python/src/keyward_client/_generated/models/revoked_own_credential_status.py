from typing import Literal

RevokedOwnCredentialStatus = Literal["REVOKED"]
