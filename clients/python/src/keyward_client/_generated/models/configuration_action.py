from typing import Literal

ConfigurationAction = Literal["ADOPT", "CHANGE", "CREATE", "DELETE", "RELEASE"]
"""The change of an object. `ADOPT` takes over an object that there is, unchanged. `RELEASE` leaves an
object as it is, and manages it no more"""
