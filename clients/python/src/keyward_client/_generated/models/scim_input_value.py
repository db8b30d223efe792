from __future__ import annotations

from typing import Any

ScimInputValue = dict[str, Any]
"""One of several values of an attribute. A text is read as its `value`. The maximum length depends on
the attribute"""
