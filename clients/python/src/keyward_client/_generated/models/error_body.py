from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.error_body_details import ErrorBodyDetails


T = TypeVar("T", bound="ErrorBody")


@_attrs_define
class ErrorBody:
    """A refusal; `code` is stable, `error` is for people

    Example:
        {'error': 'No such credential. Check the ID. Test keys and live keys see different credentials.. Check the ID.
            Test keys and live keys see different credentials.', 'code': 'CREDENTIAL_NOT_FOUND', 'details': {}, 'requestId':
            'req_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        error (str): What went wrong and what to do about it
        code (str): The stable name of the refusal
        details (ErrorBodyDetails): More about it; for validation errors, each field's name and what is allowed
        request_id (str): The name of this request in our logs
    """

    error: str
    code: str
    details: ErrorBodyDetails
    request_id: str

    def to_dict(self) -> dict[str, Any]:
        error = self.error

        code = self.code

        details = self.details

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
        d = dict(src_dict)
        error = d.pop("error")

        code = d.pop("code")

        details = d.pop("details")

        request_id = d.pop("requestId")

        error_body = cls(
            error=error,
            code=code,
            details=details,
            request_id=request_id,
        )

        return error_body
