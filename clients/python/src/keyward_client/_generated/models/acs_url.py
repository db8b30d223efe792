from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.acs_binding import AcsBinding

T = TypeVar("T", bound="AcsUrl")


@_attrs_define
class AcsUrl:
    """An assertion consumer service, where responses are sent

    Example:
        {'url': 'https://app.example.com/saml/acs', 'binding': 'HTTP-POST', 'index': 0, 'isDefault': True}

    Attributes:
        url (str): An https URL of the service provider, or http with `localhost`, `127.0.0.1` or `[::1]`. Without
            fragment, user and password; compared character by character Example: https://app.example.com/saml/acs.
        binding (AcsBinding | str): How a response reaches the service provider (Bindings section 3.5)
        index (int): The index that a request may name
        is_default (bool): Whether responses go there when a request names none; true for exactly one
    """

    url: str
    binding: AcsBinding | str
    index: int
    is_default: bool

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        binding: str
        binding = self.binding

        index = self.index

        is_default = self.is_default

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
                "binding": binding,
                "index": index,
                "isDefault": is_default,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        def _parse_binding(data: object) -> AcsBinding | str:
            return cast(AcsBinding | str, data)

        binding = _parse_binding(d.pop("binding"))

        index = d.pop("index")

        is_default = d.pop("isDefault")

        acs_url = cls(
            url=url,
            binding=binding,
            index=index,
            is_default=is_default,
        )

        return acs_url
