from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.alert_channel_type import AlertChannelType
from ..models.pager_duty_region import PagerDutyRegion
from ..types import UNSET, Unset

T = TypeVar("T", bound="AlertChannelInput")


@_attrs_define
class AlertChannelInput:
    """A channel of a rule. A new one has a `type`, and what the type needs: `EMAIL` needs `userIds`, `SLACK` and `TEAMS`
    need `url`, and `PAGERDUTY` needs `routingKey`. A channel that the rule has is named by its `id`. Fields that are
    left out keep their values

        Example:
            {'type': 'SLACK', 'url': 'https://hooks.slack.com/services/T00000000/B00000000/example'}

        Attributes:
            id (str | Unset): A channel that the rule has. It keeps its address unless a new one is sent
            type_ (AlertChannelType | str | Unset): Where an alert of a rule is sent. `EMAIL` sends mails to users. The
                others send a message in the format of the product. Mattermost and Rocket.Chat also accept the format of `SLACK`
            url (str | Unset): The address of the incoming webhook of Slack, or of the workflow of Teams. It must be an
                https URL that webhooks may have. It is sealed and never shown
            routing_key (str | Unset): The integration key of PagerDuty. It is sealed and never shown
            region (PagerDutyRegion | str | Unset): The service region of the PagerDuty account
            user_ids (list[str] | Unset): Users of this organization who get the alerts by mail. They must be active and
                have a verified address Example: ['usr_01kahz5v3be4nr7q2m8x9c0d1e'].
    """

    id: str | Unset = UNSET
    type_: AlertChannelType | str | Unset = UNSET
    url: str | Unset = UNSET
    routing_key: str | Unset = UNSET
    region: PagerDutyRegion | str | Unset = UNSET
    user_ids: list[str] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_: str | Unset
        if isinstance(self.type_, Unset):
            type_ = UNSET
        else:
            type_ = self.type_

        url = self.url

        routing_key = self.routing_key

        region: str | Unset
        if isinstance(self.region, Unset):
            region = UNSET
        else:
            region = self.region

        user_ids: list[str] | Unset = UNSET
        if not isinstance(self.user_ids, Unset):
            user_ids = self.user_ids

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if id is not UNSET:
            field_dict["id"] = id
        if type_ is not UNSET:
            field_dict["type"] = type_
        if url is not UNSET:
            field_dict["url"] = url
        if routing_key is not UNSET:
            field_dict["routingKey"] = routing_key
        if region is not UNSET:
            field_dict["region"] = region
        if user_ids is not UNSET:
            field_dict["userIds"] = user_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id", UNSET)

        def _parse_type_(data: object) -> AlertChannelType | str | Unset:
            return cast(AlertChannelType | str | Unset, data)

        type_ = _parse_type_(d.pop("type", UNSET))

        url = d.pop("url", UNSET)

        routing_key = d.pop("routingKey", UNSET)

        def _parse_region(data: object) -> PagerDutyRegion | str | Unset:
            return cast(PagerDutyRegion | str | Unset, data)

        region = _parse_region(d.pop("region", UNSET))

        user_ids = cast(list[str], d.pop("userIds", UNSET))

        alert_channel_input = cls(
            id=id,
            type_=type_,
            url=url,
            routing_key=routing_key,
            region=region,
            user_ids=user_ids,
        )

        return alert_channel_input
