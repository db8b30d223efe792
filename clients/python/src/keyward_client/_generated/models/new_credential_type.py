from typing import Literal

NewCredentialType = Literal["API_KEY"]
"""Standard credentials only"""
