from typing import Literal

ProvisioningStatus = Literal["FAILURE", "SUCCESS"]
"""Whether a request over SCIM was refused"""
