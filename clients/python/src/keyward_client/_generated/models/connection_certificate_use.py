from typing import Literal

ConnectionCertificateUse = Literal["METADATA", "SIGNING"]
"""`SIGNING` verifies messages of the identity provider, `METADATA` verifies its metadata"""
