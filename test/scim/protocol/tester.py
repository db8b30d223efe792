"""Runs the command line of scim2-cli with the same random values each time, so that a failure comes again.

SCIM_TESTER_SEED chooses others. They come from `random` and `uuid4`; the latter would ask the system.
"""

import os
import random
import uuid

from scim2_cli import cli

seeded = random.Random(os.environ.get("SCIM_TESTER_SEED", "1"))


def uuid4() -> uuid.UUID:
    return uuid.UUID(int=seeded.getrandbits(128), version=4)


random.seed(seeded.getrandbits(32))
uuid.uuid4 = uuid4
cli()
