from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="OidcAgentApproval")


@_attrs_define
class OidcAgentApproval:
    """The identity that the agent gets

    Example:
        {'ownerUserId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e'}

    Attributes:
        identity_id (str | Unset): An active identity of the type `AI_AGENT` that no other agent has; a new one if it is
            left out
        owner_user_id (str | Unset): The owner of a new identity; needed unless a signed-in user approves, who is the
            owner then
    """

    identity_id: str | Unset = UNSET
    owner_user_id: str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        identity_id = self.identity_id

        owner_user_id = self.owner_user_id

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if identity_id is not UNSET:
            field_dict["identityId"] = identity_id
        if owner_user_id is not UNSET:
            field_dict["ownerUserId"] = owner_user_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        identity_id = d.pop("identityId", UNSET)

        owner_user_id = d.pop("ownerUserId", UNSET)

        oidc_agent_approval = cls(
            identity_id=identity_id,
            owner_user_id=owner_user_id,
        )

        return oidc_agent_approval
