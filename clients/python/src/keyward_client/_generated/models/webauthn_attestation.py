from typing import Literal

WebauthnAttestation = Literal["direct", "indirect", "none"]
"""Whether an authenticator must prove its model; with `allowedAaguids` it must"""
