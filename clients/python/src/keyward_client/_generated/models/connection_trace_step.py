from typing import Literal

ConnectionTraceStep = Literal[
    "ACCESS", "CLAIMS", "DISCOVERY", "LINKING", "PROVISIONING", "RESPONSE", "TOKEN"
]
"""Where the sign-in failed. `DISCOVERY`: what the identity provider publishes. `RESPONSE`: what the
browser brought back. `TOKEN`: the exchange of the code, and the checks of the ID token. `CLAIMS`:
the claims. `LINKING`: the search for the user. `PROVISIONING`: the creation of the user. `ACCESS`:
whether the user may sign in"""
