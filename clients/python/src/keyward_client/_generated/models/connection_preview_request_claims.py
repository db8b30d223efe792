from __future__ import annotations

from typing import Any

ConnectionPreviewRequestClaims = dict[str, Any]
"""As the identity provider sends them. The response to a token request has them in the ID token;
UserInfo may add more"""
