from typing import Literal

AccountLinking = Literal["EXPLICIT", "NONE"]
"""`EXPLICIT`: signed-in users may connect an account of the provider on the account page. `NONE`:
users cannot connect accounts"""
