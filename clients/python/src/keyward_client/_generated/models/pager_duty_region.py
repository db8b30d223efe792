from typing import Literal

PagerDutyRegion = Literal["EU", "US"]
"""The service region of the PagerDuty account"""
