from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.acs_binding import AcsBinding
from ..types import UNSET, Unset

T = TypeVar("T", bound="AcsUrlInput")


@_attrs_define
class AcsUrlInput:
    """An assertion consumer service to register

    Example:
        {'url': 'https://app.example.com/saml/acs'}

    Attributes:
        url (str): An https URL of the service provider, or http with `localhost`, `127.0.0.1` or `[::1]`. Without
            fragment, user and password; compared character by character Example: https://app.example.com/saml/acs.
        binding (AcsBinding | str | Unset): How a response reaches the service provider (Bindings section 3.5)
        index (int | Unset): The index that a request may name; the position in the list unless it is sent
        is_default (bool | Unset): Whether responses go there when a request names none; true for the first unless one
            is marked
    """

    url: str
    binding: AcsBinding | str | Unset = UNSET
    index: int | Unset = UNSET
    is_default: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        url = self.url

        binding: str | Unset
        if isinstance(self.binding, Unset):
            binding = UNSET
        else:
            binding = self.binding

        index = self.index

        is_default = self.is_default

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "url": url,
            }
        )
        if binding is not UNSET:
            field_dict["binding"] = binding
        if index is not UNSET:
            field_dict["index"] = index
        if is_default is not UNSET:
            field_dict["isDefault"] = is_default

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        url = d.pop("url")

        def _parse_binding(data: object) -> AcsBinding | str | Unset:
            return cast(AcsBinding | str | Unset, data)

        binding = _parse_binding(d.pop("binding", UNSET))

        index = d.pop("index", UNSET)

        is_default = d.pop("isDefault", UNSET)

        acs_url_input = cls(
            url=url,
            binding=binding,
            index=index,
            is_default=is_default,
        )

        return acs_url_input
