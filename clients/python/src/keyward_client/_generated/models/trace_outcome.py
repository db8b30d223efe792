from typing import Literal

TraceOutcome = Literal["ACCEPTED", "REFUSED"]
"""`ACCEPTED`, or `REFUSED`: a received message broke a rule, or a sent message says that something was
refused"""
