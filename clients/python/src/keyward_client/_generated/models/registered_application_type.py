from typing import Literal

RegisteredApplicationType = Literal["native", "web"]
"""`web` is sent users by https; `native` is a program on the device of the user"""
