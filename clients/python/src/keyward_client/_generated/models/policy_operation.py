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
"""The attempted operation of the API. `authenticate` is any call with the credential as its key.
`dailyPass` is the nightly check"""
