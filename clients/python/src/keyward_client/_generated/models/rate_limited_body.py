from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.rate_limited_body_code import RateLimitedBodyCode

if TYPE_CHECKING:
    from ..models.rate_limited_body_details import RateLimitedBodyDetails


T = TypeVar("T", bound="RateLimitedBody")


@_attrs_define
class RateLimitedBody:
    """The refusal of a request over the rate limit

    Example:
        {'error': 'Rate limit exceeded', 'code': 'RATE_LIMITED', 'details': {'limit': 100, 'remaining': 0, 'resetAt':
            '2026-01-15T10:31:00.000Z'}, 'requestId': 'req_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        error (str): What went wrong
        code (RateLimitedBodyCode): The stable name of the refusal
        details (RateLimitedBodyDetails): The limit and when the next window starts
        request_id (str): The name of this request in our logs
    """

    error: str
    code: RateLimitedBodyCode
    details: RateLimitedBodyDetails
    request_id: str

    def to_dict(self) -> dict[str, Any]:
        error = self.error

        code = self.code

        details = self.details.to_dict()

        request_id = self.request_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "error": error,
                "code": code,
                "details": details,
                "requestId": request_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rate_limited_body_details import RateLimitedBodyDetails  # noqa: PLC0415

        d = dict(src_dict)
        error = d.pop("error")

        code = d.pop("code")

        details = RateLimitedBodyDetails.from_dict(d.pop("details"))

        request_id = d.pop("requestId")

        rate_limited_body = cls(
            error=error,
            code=code,
            details=details,
            request_id=request_id,
        )

        return rate_limited_body
