from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="NamedLocationChange")


@_attrs_define
class NamedLocationChange:
    """The fields to change; fields that are left out keep their values

    Example:
        {'ipRanges': ['203.0.113.0/24', '2001:db8::/48']}

    Attributes:
        name (str | Unset):
        ip_ranges (list[str] | Unset): What a location of type `IP` consists of; empty for the other type
        countries (list[str] | Unset): What a location of type `COUNTRY` consists of; empty for the other type
        is_trusted (bool | Unset): Whether users may enrol a factor from there
        include_unknown (bool | Unset): Whether an address whose country is not known counts as one of the countries
        acknowledge_lockout (bool | Unset): Whether it may be enabled although it blocks all keys with scope `*`, or all
            owners
    """

    name: str | Unset = UNSET
    ip_ranges: list[str] | Unset = UNSET
    countries: list[str] | Unset = UNSET
    is_trusted: bool | Unset = UNSET
    include_unknown: bool | Unset = UNSET
    acknowledge_lockout: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        ip_ranges: list[str] | Unset = UNSET
        if not isinstance(self.ip_ranges, Unset):
            ip_ranges = self.ip_ranges

        countries: list[str] | Unset = UNSET
        if not isinstance(self.countries, Unset):
            countries = self.countries

        is_trusted = self.is_trusted

        include_unknown = self.include_unknown

        acknowledge_lockout = self.acknowledge_lockout

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if ip_ranges is not UNSET:
            field_dict["ipRanges"] = ip_ranges
        if countries is not UNSET:
            field_dict["countries"] = countries
        if is_trusted is not UNSET:
            field_dict["isTrusted"] = is_trusted
        if include_unknown is not UNSET:
            field_dict["includeUnknown"] = include_unknown
        if acknowledge_lockout is not UNSET:
            field_dict["acknowledgeLockout"] = acknowledge_lockout

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        ip_ranges = cast(list[str], d.pop("ipRanges", UNSET))

        countries = cast(list[str], d.pop("countries", UNSET))

        is_trusted = d.pop("isTrusted", UNSET)

        include_unknown = d.pop("includeUnknown", UNSET)

        acknowledge_lockout = d.pop("acknowledgeLockout", UNSET)

        named_location_change = cls(
            name=name,
            ip_ranges=ip_ranges,
            countries=countries,
            is_trusted=is_trusted,
            include_unknown=include_unknown,
            acknowledge_lockout=acknowledge_lockout,
        )

        return named_location_change
