from typing import Literal

JwkAlgorithm = Literal[
    "Ed25519",
    "EdDSA",
    "ES256",
    "ES384",
    "ES512",
    "PS256",
    "PS384",
    "PS512",
    "RS256",
    "RS384",
    "RS512",
]
"""What a public key verifies"""
