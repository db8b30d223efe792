from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.domain_verification_type import DomainVerificationType

T = TypeVar("T", bound="DomainVerification")


@_attrs_define
class DomainVerification:
    """The DNS record that proves the domain

    Example:
        {'type': 'DNS_TXT', 'name': '_kd-challenge.acme.example', 'value': 'kd-verify=f3Zq0p8Yb1mVw7LsK2xTcA'}

    Attributes:
        type_ (DomainVerificationType | str): The type of the record
        name (str): The name of the record
        value (str): The text of the record
    """

    type_: DomainVerificationType | str
    name: str
    value: str

    def to_dict(self) -> dict[str, Any]:
        type_: str
        type_ = self.type_

        name = self.name

        value = self.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "name": name,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_type_(data: object) -> DomainVerificationType | str:
            return cast(DomainVerificationType | str, data)

        type_ = _parse_type_(d.pop("type"))

        name = d.pop("name")

        value = d.pop("value")

        domain_verification = cls(
            type_=type_,
            name=name,
            value=value,
        )

        return domain_verification
