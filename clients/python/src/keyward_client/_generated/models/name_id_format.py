from typing import Literal

NameIdFormat = Literal["emailAddress", "persistent", "transient", "unspecified"]
"""Which identifier of a user the service provider gets (Core section 8.3). `persistent` is a random
value that depends on the user and the entity ID alone. `emailAddress` is the verified address.
`transient` is new with each sign-in. `unspecified` is the value of `nameIdAttribute`, or the
username"""
