from __future__ import annotations

from typing import Any

VerificationRequestContext = dict[str, Any]
"""What your service knows about the use, up to 10 KB as JSON. It changes no verdict and is not stored"""
