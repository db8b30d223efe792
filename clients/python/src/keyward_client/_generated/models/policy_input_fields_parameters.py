from __future__ import annotations

from typing import Any

PolicyInputFieldsParameters = dict[str, Any]
"""What its type asks for"""
