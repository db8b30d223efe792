from typing import Literal

PreviewOutcome = Literal["CREATED", "LINKED", "RECLAIMED", "REFUSED", "SIGNED_IN"]
"""What a sign-in would do. `SIGNED_IN`: the account is linked, and its user signs in. `LINKED`: the
account is linked with the user who has the address. `RECLAIMED`: the same, and everything that
opened the account of the user before is removed. `CREATED`: a new user. `REFUSED`: the page shows
the code of the refusal"""
