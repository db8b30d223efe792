from typing import Literal

NamedLocationType = Literal["COUNTRY", "IP"]
"""Whether a location consists of address ranges or of countries"""
