from __future__ import annotations

from typing import Any

AnomalyEvidence = dict[str, Any]
"""What was seen and what it was held against, by numbers"""
