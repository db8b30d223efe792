"""The types of what is sent and answered."""

from ._generated.former_names import *  # noqa: F403
from ._generated.models import *  # noqa: F403
