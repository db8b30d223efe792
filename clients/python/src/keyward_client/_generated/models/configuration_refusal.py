from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.configuration_refusal_details import ConfigurationRefusalDetails


T = TypeVar("T", bound="ConfigurationRefusal")


@_attrs_define
class ConfigurationRefusal:
    """Why a change would be refused to this caller

    Example:
        {'status': 403, 'code': 'INSUFFICIENT_SCOPE', 'message': 'The API key or the user lacks a permission.
            details.required names it.', 'details': {'required': ['identities.write']}}

    Attributes:
        status (int): The status that the request of its own would get
        code (str): The code of the error
        message (str): The sentence of the error
        details (ConfigurationRefusalDetails): Fields are JSON pointers into the request, such as `/objects/3/spec/name`
    """

    status: int
    code: str
    message: str
    details: ConfigurationRefusalDetails

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        code = self.code

        message = self.message

        details = self.details

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
                "code": code,
                "message": message,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = d.pop("status")

        code = d.pop("code")

        message = d.pop("message")

        details = d.pop("details")

        configuration_refusal = cls(
            status=status,
            code=code,
            message=message,
            details=details,
        )

        return configuration_refusal
