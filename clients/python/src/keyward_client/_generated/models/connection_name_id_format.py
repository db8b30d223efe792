from typing import Literal

ConnectionNameIdFormat = Literal["emailAddress", "persistent", "transient", "unspecified"]
"""Which identifier of the user Keyward asks for (Core section 8.3). With `unspecified`, the identity
provider decides. `transient` requires `subjectAttribute`, because a transient identifier is new
with each sign-in"""
