from __future__ import annotations

from typing import Any

NewPolicyParameters = dict[str, Any]
"""What its type asks for"""
