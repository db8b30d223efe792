from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.identity_type import IdentityType
from ..models.severity import Severity
from ..types import UNSET, Unset

T = TypeVar("T", bound="AlertConditionsPatch")


@_attrs_define
class AlertConditionsPatch:
    """Conditions to change

    Example:
        {'minSeverity': 'CRITICAL'}

    Attributes:
        min_severity (Severity | str | Unset): How much it matters
        identity_types (list[IdentityType | str] | None | Unset):
        tags (list[str] | None | Unset):
    """

    min_severity: Severity | str | Unset = UNSET
    identity_types: list[IdentityType | str] | None | Unset = UNSET
    tags: list[str] | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        min_severity: str | Unset
        if isinstance(self.min_severity, Unset):
            min_severity = UNSET
        else:
            min_severity = self.min_severity

        identity_types: list[str] | None | Unset
        if isinstance(self.identity_types, Unset):
            identity_types = UNSET
        elif isinstance(self.identity_types, list):
            identity_types = []
            for identity_types_type_0_item_data in self.identity_types:
                identity_types_type_0_item: str
                identity_types_type_0_item = identity_types_type_0_item_data
                identity_types.append(identity_types_type_0_item)

        else:
            identity_types = self.identity_types

        tags: list[str] | None | Unset
        if isinstance(self.tags, Unset):
            tags = UNSET
        elif isinstance(self.tags, list):
            tags = self.tags

        else:
            tags = self.tags

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if min_severity is not UNSET:
            field_dict["minSeverity"] = min_severity
        if identity_types is not UNSET:
            field_dict["identityTypes"] = identity_types
        if tags is not UNSET:
            field_dict["tags"] = tags

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_min_severity(data: object) -> Severity | str | Unset:
            return cast(Severity | str | Unset, data)

        min_severity = _parse_min_severity(d.pop("minSeverity", UNSET))

        def _parse_identity_types(data: object) -> list[IdentityType | str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                identity_types_type_0 = []
                _identity_types_type_0 = data
                for identity_types_type_0_item_data in _identity_types_type_0:

                    def _parse_identity_types_type_0_item(data: object) -> IdentityType | str:
                        return cast(IdentityType | str, data)

                    identity_types_type_0_item = _parse_identity_types_type_0_item(
                        identity_types_type_0_item_data
                    )

                    identity_types_type_0.append(identity_types_type_0_item)

                return identity_types_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[IdentityType | str] | None | Unset, data)

        identity_types = _parse_identity_types(d.pop("identityTypes", UNSET))

        def _parse_tags(data: object) -> list[str] | None | Unset:
            try:
                if not isinstance(data, list):
                    raise TypeError
                tags_type_0 = cast(list[str], data)

                return tags_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        tags = _parse_tags(d.pop("tags", UNSET))

        alert_conditions_patch = cls(
            min_severity=min_severity,
            identity_types=identity_types,
            tags=tags,
        )

        return alert_conditions_patch
