from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.access_policy_fields import AccessPolicyFields


T = TypeVar("T", bound="AccessBacktestInput")


@_attrs_define
class AccessBacktestInput:
    """What to replay

    Example:
        {'policy': {'name': 'Block outside the office', 'priority': 100, 'decision': 'BLOCK', 'conditions':
            {'locations': {'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes': ['browser']}}, 'from':
            '2026-01-15T00:00:00.000Z', 'to': '2026-01-16T00:00:00.000Z'}

    Attributes:
        from_ (datetime.datetime): At most 31 days before `to`
        to (datetime.datetime):
        policy (AccessPolicyFields): What a policy says Example: {'name': 'Block outside the office', 'priority': 100,
            'decision': 'BLOCK', 'conditions': {'locations': {'exclude': ['loc_01kahz5v3be4nr7q2m8x9c0d1e']}, 'clientTypes':
            ['browser']}}.
        in_place_of (None | str | Unset): The ID of a present policy that is not asked, because the draft is to replace
            it
    """

    from_: datetime.datetime
    to: datetime.datetime
    policy: AccessPolicyFields
    in_place_of: None | str | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from_ = self.from_.isoformat()

        to = self.to.isoformat()

        policy = self.policy.to_dict()

        in_place_of: None | str | Unset
        if isinstance(self.in_place_of, Unset):
            in_place_of = UNSET
        else:
            in_place_of = self.in_place_of

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "from": from_,
                "to": to,
                "policy": policy,
            }
        )
        if in_place_of is not UNSET:
            field_dict["inPlaceOf"] = in_place_of

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.access_policy_fields import AccessPolicyFields  # noqa: PLC0415

        d = dict(src_dict)
        from_ = datetime.datetime.fromisoformat(d.pop("from").replace("Z", "+00:00"))

        to = datetime.datetime.fromisoformat(d.pop("to").replace("Z", "+00:00"))

        policy = AccessPolicyFields.from_dict(d.pop("policy"))

        def _parse_in_place_of(data: object) -> None | str | Unset:
            return cast(None | str | Unset, data)

        in_place_of = _parse_in_place_of(d.pop("inPlaceOf", UNSET))

        access_backtest_input = cls(
            from_=from_,
            to=to,
            policy=policy,
            in_place_of=in_place_of,
        )

        return access_backtest_input
