from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.claim_mapping import ClaimMapping


T = TypeVar("T", bound="OidcScopePatch")


@_attrs_define
class OidcScopePatch:
    """What to change

    Example:
        {'claims': [{'claim': 'floor', 'source': 'attributes.floor'}, {'claim': 'cost_center', 'source': 'costCenter'}]}

    Attributes:
        display_name (str | Unset): Shown to people when they are asked for consent
        description (None | str | Unset): Shown below it
        claims (list[ClaimMapping] | Unset): What clients learn of a user with this scope; each claim once. Without any
            it is only a scope of access tokens Example: [{'claim': 'floor', 'source': 'attributes.floor'}].
        is_default (bool | Unset): Whether clients of people that are registered without `scopes` have it. A client that
            has it gets it, if it asks for no scopes
    """

    display_name: str | Unset = UNSET
    description: None | str | Unset = UNSET
    claims: list[ClaimMapping] | Unset = UNSET
    is_default: bool | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        display_name = self.display_name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        claims: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.claims, Unset):
            claims = []
            for componentsschemas_claim_mappings_item_data in self.claims:
                componentsschemas_claim_mappings_item = (
                    componentsschemas_claim_mappings_item_data.to_dict()
                )

                claims.append(componentsschemas_claim_mappings_item)

        is_default = self.is_default

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if display_name is not UNSET:
            field_dict["displayName"] = display_name
        if description is not UNSET:
            field_dict["description"] = description
        if claims is not UNSET:
            field_dict["claims"] = claims
        if is_default is not UNSET:
            field_dict["isDefault"] = is_default

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.claim_mapping import ClaimMapping  # noqa: PLC0415

        d = dict(src_dict)
        display_name = d.pop("displayName", UNSET)

        def _parse_description(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        _claims = d.pop("claims", UNSET)
        claims: list[ClaimMapping] | Unset = UNSET
        if _claims is not UNSET:
            claims = []
            for componentsschemas_claim_mappings_item_data in _claims:
                componentsschemas_claim_mappings_item = ClaimMapping.from_dict(
                    componentsschemas_claim_mappings_item_data
                )

                claims.append(componentsschemas_claim_mappings_item)

        is_default = d.pop("isDefault", UNSET)

        oidc_scope_patch = cls(
            display_name=display_name,
            description=description,
            claims=claims,
            is_default=is_default,
        )

        return oidc_scope_patch
