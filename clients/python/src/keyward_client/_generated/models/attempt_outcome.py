from typing import Literal

AttemptOutcome = Literal["ALLOWED", "ASKED", "DENIED"]
"""What came of the attempt. `ASKED`: for more proof. `decision` is what the policy says; a user who
meets its requirements is `ALLOWED`"""
