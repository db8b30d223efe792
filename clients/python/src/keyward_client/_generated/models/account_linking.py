from typing import Literal

AccountLinking = Literal["EXPLICIT", "NONE"]
"""`EXPLICIT`: whoever is signed in may connect an account of the provider on the account page; `NONE`:
nobody may"""
