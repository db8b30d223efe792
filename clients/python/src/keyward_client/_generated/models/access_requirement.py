from typing import Literal

AccessRequirement = Literal["COMPLIANT_DEVICE", "MFA", "PASSKEY", "REAUTHENTICATION"]
"""What a user must have proved: a second factor, a passkey, a compliant device, or a sign-in within
`session.maxAgeSeconds`"""
