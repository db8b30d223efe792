from typing import Literal

ConnectedAccountType = Literal["CONNECTION", "SOCIAL"]
"""`SOCIAL` is a social provider, `CONNECTION` a connection to an identity provider"""
