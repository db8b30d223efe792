from typing import Literal

ClientRegistrationMode = Literal["INITIAL_ACCESS_TOKEN", "OFF", "OPEN"]
"""Who may register clients. `OFF`: no program may. `INITIAL_ACCESS_TOKEN` is each program with a token
that an administrator made. `OPEN` is every program that reaches the service, for public clients
only"""
