from typing import Literal

PolicyOperation = Literal[
    "authenticate",
    "createCredential",
    "createJitCredential",
    "dailyPass",
    "exchangeToken",
    "rotateCredential",
    "updateCredential",
    "updateIdentity",
    "verifyCredential",
]
"""What is attempted: the operation of the API, `authenticate` for any call with the credential as its
key, `dailyPass` for what is looked at every night"""
