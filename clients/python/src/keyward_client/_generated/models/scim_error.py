from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.scim_error_schemas_item import ScimErrorSchemasItem
from ..models.scim_error_type import ScimErrorType
from ..types import UNSET, Unset

T = TypeVar("T", bound="ScimError")


@_attrs_define
class ScimError:
    """A refusal (RFC 7644 section 3.12); `detail` starts with its stable name, which `X-Error-Code` repeats

    Example:
        {'schemas': ['urn:ietf:params:scim:api:messages:2.0:Error'], 'status': '400', 'scimType': 'invalidFilter',
            'detail': 'SCIM_FILTER_INVALID: expected an operator at position 9'}

    Attributes:
        schemas (list[ScimErrorSchemasItem]):
        status (str): The HTTP status
        detail (str): For people
        scim_type (ScimErrorType | str | Unset): The kind of refusal, where RFC 7644 (section 3.12) or RFC 9865 has a
            word for it
    """

    schemas: list[ScimErrorSchemasItem]
    status: str
    detail: str
    scim_type: ScimErrorType | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        schemas = self.schemas

        status = self.status

        detail = self.detail

        scim_type: str | Unset
        if isinstance(self.scim_type, Unset):
            scim_type = UNSET
        else:
            scim_type = self.scim_type

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "schemas": schemas,
                "status": status,
                "detail": detail,
            }
        )
        if scim_type is not UNSET:
            field_dict["scimType"] = scim_type

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        schemas = cast(list[ScimErrorSchemasItem], d.pop("schemas"))

        status = d.pop("status")

        detail = d.pop("detail")

        def _parse_scim_type(data: object) -> ScimErrorType | str | Unset:
            return cast(ScimErrorType | str | Unset, data)

        scim_type = _parse_scim_type(d.pop("scimType", UNSET))

        scim_error = cls(
            schemas=schemas,
            status=status,
            detail=detail,
            scim_type=scim_type,
        )

        return scim_error
