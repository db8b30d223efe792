from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="ScopeRestrictionParameters")


@_attrs_define
class ScopeRestrictionParameters:
    """What a credential may carry: only what `allowedScopes` cover, and nothing that gives, or is given by, one of
    `deniedScopes`. So `*` is refused by every denied scope; a denied `*` refuses `*` alone

        Example:
            {'deniedScopes': ['*']}

        Attributes:
            allowed_scopes (list[str] | Unset):
            denied_scopes (list[str] | Unset):
    """

    allowed_scopes: list[str] | Unset = UNSET
    denied_scopes: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        allowed_scopes: list[str] | Unset = UNSET
        if not isinstance(self.allowed_scopes, Unset):
            allowed_scopes = self.allowed_scopes

        denied_scopes: list[str] | Unset = UNSET
        if not isinstance(self.denied_scopes, Unset):
            denied_scopes = self.denied_scopes

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if allowed_scopes is not UNSET:
            field_dict["allowedScopes"] = allowed_scopes
        if denied_scopes is not UNSET:
            field_dict["deniedScopes"] = denied_scopes

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        allowed_scopes = cast(list[str], d.pop("allowedScopes", UNSET))

        denied_scopes = cast(list[str], d.pop("deniedScopes", UNSET))

        scope_restriction_parameters = cls(
            allowed_scopes=allowed_scopes,
            denied_scopes=denied_scopes,
        )

        return scope_restriction_parameters
