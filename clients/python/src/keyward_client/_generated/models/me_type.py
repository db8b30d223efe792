from typing import Literal

MeType = Literal["API_KEY", "USER"]
"""`USER` is a user by the session of a browser, `API_KEY` a credential"""
