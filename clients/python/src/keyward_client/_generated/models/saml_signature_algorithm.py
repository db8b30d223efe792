from typing import Literal

SamlSignatureAlgorithm = Literal["rsa-sha256", "rsa-sha384", "rsa-sha512"]
"""The algorithm that signs the messages for this service provider (RFC 6931)"""
