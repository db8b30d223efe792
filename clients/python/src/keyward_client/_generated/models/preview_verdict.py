from typing import Literal

PreviewVerdict = Literal["ACCEPTED", "NOT_READ", "REFUSED"]
"""Whether the other implementation accepts the response. `ACCEPTED`: it verifies the signatures,
decrypts the assertion and reads what Keyward writes. `REFUSED`: it does not, and `reason` says why.
`NOT_READ`: it was not asked, and `reason` says why"""
