from __future__ import annotations

from typing import Any

ScimGroupInput = dict[str, Any]
"""A group to create, or what to replace one by; what is not known is ignored"""
