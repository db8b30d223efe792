from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="PostalAddressType0")


@_attrs_define
class PostalAddressType0:
    """A postal address; the claim `address`, and the leading value of SCIM's `addresses`

    Example:
        {'streetAddress': "12 St James's Square", 'locality': 'London', 'postalCode': 'SW1Y 4JH', 'country': 'GB'}

    Attributes:
        formatted (str | Unset): The whole address, as it is shown or printed
        street_address (str | Unset):
        locality (str | Unset): The city
        region (str | Unset): The state, province or region
        postal_code (str | Unset):
        country (str | Unset):
    """

    formatted: str | Unset = UNSET
    street_address: str | Unset = UNSET
    locality: str | Unset = UNSET
    region: str | Unset = UNSET
    postal_code: str | Unset = UNSET
    country: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        formatted = self.formatted

        street_address = self.street_address

        locality = self.locality

        region = self.region

        postal_code = self.postal_code

        country = self.country

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if formatted is not UNSET:
            field_dict["formatted"] = formatted
        if street_address is not UNSET:
            field_dict["streetAddress"] = street_address
        if locality is not UNSET:
            field_dict["locality"] = locality
        if region is not UNSET:
            field_dict["region"] = region
        if postal_code is not UNSET:
            field_dict["postalCode"] = postal_code
        if country is not UNSET:
            field_dict["country"] = country

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        formatted = d.pop("formatted", UNSET)

        street_address = d.pop("streetAddress", UNSET)

        locality = d.pop("locality", UNSET)

        region = d.pop("region", UNSET)

        postal_code = d.pop("postalCode", UNSET)

        country = d.pop("country", UNSET)

        postal_address_type_0 = cls(
            formatted=formatted,
            street_address=street_address,
            locality=locality,
            region=region,
            postal_code=postal_code,
            country=country,
        )

        return postal_address_type_0
