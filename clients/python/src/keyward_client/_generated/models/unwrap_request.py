from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="UnwrapRequest")


@_attrs_define
class UnwrapRequest:
    """A wrap token, as `X-Wrap-Ttl` made an operation answer it

    Example:
        {'token': 'kd_wrap_EXAMPLE0000000000000000000000000000000000013Zksov'}

    Attributes:
        token (str): The wrap token; one that is malformed answers 404 as well
    """

    token: str

    def to_dict(self) -> dict[str, Any]:
        token = self.token

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "token": token,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        token = d.pop("token")

        unwrap_request = cls(
            token=token,
        )

        return unwrap_request
