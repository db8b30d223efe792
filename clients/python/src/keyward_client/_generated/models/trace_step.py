from typing import Literal

TraceStep = Literal["build", "check", "decode", "decrypt", "parse", "shape", "signature"]
"""The step of reading a message. A message goes through the steps in this order"""
