"""The types of what webhooks are sent, one for each event that was known when this client was made."""

from ._generated.events import *  # noqa: F403
