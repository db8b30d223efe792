from __future__ import annotations

from typing import Any

ScimInputValue = dict[str, Any]
"""One of several values of an attribute"""
