from typing import Literal

WebauthnPreference = Literal["discouraged", "preferred", "required"]
"""The words of WebAuthn"""
