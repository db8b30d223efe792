from typing import Literal

ScimProfile = Literal["ENTRA", "GENERIC", "GOOGLE", "JUMPCLOUD", "OKTA", "ONELOGIN"]
"""The directory that uses the token, whose ways of SCIM are then understood"""
