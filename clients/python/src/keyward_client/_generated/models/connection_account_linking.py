from typing import Literal

ConnectionAccountLinking = Literal["EXPLICIT", "NONE", "VERIFIED_DOMAIN"]
"""How an unknown account of the identity provider is linked with an existing user. `VERIFIED_DOMAIN`:
by email address, if the identity provider vouches for the address and its domain is a verified
domain of this connection; never with a user who holds management scopes. Signed-in users may also
connect the account on the account page. `EXPLICIT`: on the account page only. `NONE`: never"""
