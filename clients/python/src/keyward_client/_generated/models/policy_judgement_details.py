from __future__ import annotations

from typing import Any

PolicyJudgementDetails = dict[str, Any]
"""What was found"""
