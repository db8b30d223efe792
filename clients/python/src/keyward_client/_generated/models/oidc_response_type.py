from typing import Literal

OidcResponseType = Literal["code"]
"""What the authorization endpoint answers; the implicit and hybrid flows are not offered (RFC 9700
section 2.1.2)"""
