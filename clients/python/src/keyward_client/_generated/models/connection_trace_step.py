from typing import Literal

ConnectionTraceStep = Literal[
    "ACCESS", "CLAIMS", "DISCOVERY", "LINKING", "LOGOUT", "PROVISIONING", "RESPONSE", "TOKEN"
]
"""Where the sign-in failed. `DISCOVERY`: what the identity provider publishes. `RESPONSE`: what the
browser brought back, with the checks of a SAML response. `TOKEN`: the exchange of the code, and the
checks of the ID token. `CLAIMS`: the claims. `LINKING`: the search for the user. `PROVISIONING`:
the creation of the user. `ACCESS`: whether the user may sign in. `LOGOUT`: a message of a SAML
logout"""
