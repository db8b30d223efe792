from typing import Literal

EmailStanding = Literal[
    "NO_ADDRESS", "NOT_HOSTED", "NOT_OWNED", "NOT_VERIFIED", "NOT_VOUCHED", "TRUSTED", "VERIFIED"
]
"""Whether the identity provider vouches for the address, and why. `VERIFIED`: `email_verified` is
true. `TRUSTED`: it is absent, and `trustEmail` is true. These two count. `NOT_VERIFIED`:
`email_verified` is not true. `NOT_VOUCHED`: it is absent. `NOT_OWNED`: `xms_edov` of Entra ID is
not true. `NOT_HOSTED`: `hd` of Google is not the domain of the address. `NO_ADDRESS`: there is no
address of ASCII characters"""
