from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ConfigurationDifference")


@_attrs_define
class ConfigurationDifference:
    """A field that differs. A secret has no values

    Example:
        {'field': 'name', 'from': 'Deploy', 'to': 'Deploy bot'}

    Attributes:
        field (str):
        from_ (Any | Unset): The value that there is; absent if there is none
        to (Any | Unset): The value of the configuration
        secret (bool | Unset): Whether the field is a secret
    """

    field: str
    from_: Any | Unset = UNSET
    to: Any | Unset = UNSET
    secret: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        field = self.field

        from_ = self.from_

        to = self.to

        secret = self.secret

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "field": field,
            }
        )
        if from_ is not UNSET:
            field_dict["from"] = from_
        if to is not UNSET:
            field_dict["to"] = to
        if secret is not UNSET:
            field_dict["secret"] = secret

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        field = d.pop("field")

        from_ = d.pop("from", UNSET)

        to = d.pop("to", UNSET)

        secret = d.pop("secret", UNSET)

        configuration_difference = cls(
            field=field,
            from_=from_,
            to=to,
            secret=secret,
        )

        return configuration_difference
