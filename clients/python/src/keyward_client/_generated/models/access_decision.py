from typing import Literal

AccessDecision = Literal["ALLOW", "BLOCK", "REQUIRE"]
"""What an access policy decides. `REQUIRE` allows users who have met all `requirements`, and asks
others for what is missing"""
