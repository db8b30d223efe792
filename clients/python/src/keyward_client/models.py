"""The types of what is sent and answered."""

from ._generated.models import *  # noqa: F403
