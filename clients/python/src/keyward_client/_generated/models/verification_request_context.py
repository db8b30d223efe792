from __future__ import annotations

from typing import Any

VerificationRequestContext = dict[str, Any]
"""What your service knows about the use, up to 10 KB as JSON. It is not stored. Policies of
conditional access know `application`, a text of up to 248 characters, as `context:<application>`.
Nothing else in it changes the verdict"""
