from typing import Literal

WebhookTestStatus = Literal["FAILED", "SUCCESS"]
"""Whether the endpoint answered 2xx"""
