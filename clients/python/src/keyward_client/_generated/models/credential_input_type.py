from typing import Literal

CredentialInputType = Literal["API_KEY"]
"""Standard credentials only"""
