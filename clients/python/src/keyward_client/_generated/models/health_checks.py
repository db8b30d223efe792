from __future__ import annotations

HealthChecks = dict[str, str]
"""What was checked, each `ok` or what is wrong with it"""
