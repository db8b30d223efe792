from typing import Literal

ClientRegistrationMode = Literal["INITIAL_ACCESS_TOKEN", "OFF", "OPEN"]
"""Who may register clients. `OFF`: nobody. `INITIAL_ACCESS_TOKEN`: whoever has a token that an
administrator made. `OPEN`: every program that reaches the service, for public clients only"""
