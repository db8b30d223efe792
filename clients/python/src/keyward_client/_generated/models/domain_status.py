from typing import Literal

DomainStatus = Literal["FAILED", "PENDING", "VERIFIED"]
"""`PENDING` until the record was found. `VERIFIED`: it routes, links and provisions. `FAILED`: the
record was absent three weeks in a row, or another organization proved the domain; no user is linked
or provisioned by it"""
