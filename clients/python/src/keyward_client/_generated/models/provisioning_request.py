from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ProvisioningRequest")


@_attrs_define
class ProvisioningRequest:
    """One thing that a directory asked for

    Example:
        {'op': 'replace', 'path': 'active'}

    Attributes:
        op (str): The operation of a patch
        path (None | str): An attribute
    """

    op: str
    path: None | str

    def to_dict(self) -> dict[str, Any]:
        op = self.op

        path: None | str
        path = self.path

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "op": op,
                "path": path,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        op = d.pop("op")

        def _parse_path(data: object) -> None | str:
            return cast(None | str, data)

        path = _parse_path(d.pop("path"))

        provisioning_request = cls(
            op=op,
            path=path,
        )

        return provisioning_request
