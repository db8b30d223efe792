from __future__ import annotations

from typing import Any

NewPolicyFieldsParameters = dict[str, Any]
"""What its type asks for"""
