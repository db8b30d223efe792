from typing import Literal

CertificateUse = Literal["ENCRYPTION", "METADATA", "SIGNING"]
"""`SIGNING` verifies messages, `ENCRYPTION` encrypts assertions, `METADATA` verifies the metadata"""
