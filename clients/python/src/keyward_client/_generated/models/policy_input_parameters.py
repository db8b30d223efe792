from __future__ import annotations

from typing import Any

PolicyInputParameters = dict[str, Any]
"""What its type asks for"""
