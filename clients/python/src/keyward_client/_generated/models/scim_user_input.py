from __future__ import annotations

from typing import Any

ScimUserInput = dict[str, Any]
"""A user to create, or what to replace one by; what is not known is ignored"""
