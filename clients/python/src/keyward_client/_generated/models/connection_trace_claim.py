from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ConnectionTraceClaim")


@_attrs_define
class ConnectionTraceClaim:
    """A claim that the identity provider sent

    Example:
        {'name': 'email_verified', 'value': 'false'}

    Attributes:
        name (str): The name of the claim
        value (None | str): The value as text; other types as JSON, shortened. Null if it is secret, if no user is
            known, or without `directory.read`
    """

    name: str
    value: None | str

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        value: None | str
        value = self.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "value": value,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_value(data: object) -> None | str:
            return cast(None | str, data)

        value = _parse_value(d.pop("value"))

        connection_trace_claim = cls(
            name=name,
            value=value,
        )

        return connection_trace_claim
