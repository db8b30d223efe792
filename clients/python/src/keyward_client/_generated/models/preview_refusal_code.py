from typing import Literal

PreviewRefusalCode = Literal[
    "ATTRIBUTES_TOO_LONG",
    "EMAIL_NOT_VERIFIED",
    "FORMAT_NOT_ALLOWED",
    "NO_IDENTIFIER",
    "NOT_IN_ALLOWED_GROUPS",
    "PROVIDER_DISABLED",
    "USER_NOT_ACTIVE",
]
"""Why a user would be refused. `PROVIDER_DISABLED`: the service provider is not `ACTIVE`.
`USER_NOT_ACTIVE`: the user may not sign in. `NOT_IN_ALLOWED_GROUPS`: the user is in none of the
groups in `allowedGroups`. `FORMAT_NOT_ALLOWED`: the service provider may not have the format.
`EMAIL_NOT_VERIFIED`: the address is neither verified nor managed by a directory. `NO_IDENTIFIER`:
the user has no value for the identifier. `ATTRIBUTES_TOO_LONG`: the attributes are longer than 256
KB"""
