from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.named_location_type import NamedLocationType
from ..types import UNSET, Unset

T = TypeVar("T", bound="NamedLocationInput")


@_attrs_define
class NamedLocationInput:
    """A location to create

    Example:
        {'name': 'Headquarters', 'type': 'IP', 'ipRanges': ['203.0.113.0/24'], 'isTrusted': True}

    Attributes:
        name (str): No two locations have the same in any case
        type_ (NamedLocationType | str): Whether a location consists of address ranges or of countries
        ip_ranges (list[str] | Unset): What a location of type `IP` consists of; empty for the other type
        countries (list[str] | Unset): What a location of type `COUNTRY` consists of; empty for the other type
        is_trusted (bool | Unset): Whether users may enrol a factor from there
        include_unknown (bool | Unset): Whether an address whose country is not known counts as one of the countries
    """

    name: str
    type_: NamedLocationType | str
    ip_ranges: list[str] | Unset = UNSET
    countries: list[str] | Unset = UNSET
    is_trusted: bool | Unset = UNSET
    include_unknown: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        type_: str
        type_ = self.type_

        ip_ranges: list[str] | Unset = UNSET
        if not isinstance(self.ip_ranges, Unset):
            ip_ranges = self.ip_ranges

        countries: list[str] | Unset = UNSET
        if not isinstance(self.countries, Unset):
            countries = self.countries

        is_trusted = self.is_trusted

        include_unknown = self.include_unknown

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "type": type_,
            }
        )
        if ip_ranges is not UNSET:
            field_dict["ipRanges"] = ip_ranges
        if countries is not UNSET:
            field_dict["countries"] = countries
        if is_trusted is not UNSET:
            field_dict["isTrusted"] = is_trusted
        if include_unknown is not UNSET:
            field_dict["includeUnknown"] = include_unknown

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_type_(data: object) -> NamedLocationType | str:
            return cast(NamedLocationType | str, data)

        type_ = _parse_type_(d.pop("type"))

        ip_ranges = cast(list[str], d.pop("ipRanges", UNSET))

        countries = cast(list[str], d.pop("countries", UNSET))

        is_trusted = d.pop("isTrusted", UNSET)

        include_unknown = d.pop("includeUnknown", UNSET)

        named_location_input = cls(
            name=name,
            type_=type_,
            ip_ranges=ip_ranges,
            countries=countries,
            is_trusted=is_trusted,
            include_unknown=include_unknown,
        )

        return named_location_input
