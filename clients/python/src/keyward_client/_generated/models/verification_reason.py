from typing import Literal

VerificationReason = Literal["MALFORMED", "OTHER_ENVIRONMENT", "ROTATED"]
"""More about the code, if more is known. `ROTATED` with `REVOKED` means that a rotation replaced this
secret. `OTHER_ENVIRONMENT` with `NOT_FOUND` means that the secret has the prefix of the other
environment, such as `kd_test_`. Your key is then a live key, or the reverse. `MALFORMED` with
`NOT_FOUND` means that the check digits of the key are wrong: it was typed or copied wrongly"""
