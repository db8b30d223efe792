from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.last_delivery_status import LastDeliveryStatus

T = TypeVar("T", bound="WebhookStats")


@_attrs_define
class WebhookStats:
    """How deliveries ended. Each counts once, when its last attempt was made; test events do not count

    Example:
        {'totalDeliveries': 12, 'successfulDeliveries': 11, 'failedDeliveries': 1, 'lastDeliveryAt':
            '2026-01-15T10:30:00.000Z', 'lastDeliveryStatus': 'SUCCESS', 'lastLatencyMs': 84, 'lastSuccessAt':
            '2026-01-15T10:30:00.000Z', 'deadLetters': 1}

    Attributes:
        total_deliveries (int):
        successful_deliveries (int):
        failed_deliveries (int):
        last_delivery_at (datetime.datetime | None): When the last attempt was made
        last_delivery_status (LastDeliveryStatus | None | str): How it ended; null before the first
        last_latency_ms (int | None): How many milliseconds it took; null before the first
        last_success_at (datetime.datetime | None): When an attempt last succeeded; null before the first success that
            is recorded
        dead_letters (int): Dead letters that are kept for replay. 100 means 100 or more
    """

    total_deliveries: int
    successful_deliveries: int
    failed_deliveries: int
    last_delivery_at: datetime.datetime | None
    last_delivery_status: LastDeliveryStatus | None | str
    last_latency_ms: int | None
    last_success_at: datetime.datetime | None
    dead_letters: int

    def to_dict(self) -> dict[str, Any]:
        total_deliveries = self.total_deliveries

        successful_deliveries = self.successful_deliveries

        failed_deliveries = self.failed_deliveries

        last_delivery_at: None | str
        if isinstance(self.last_delivery_at, datetime.datetime):
            last_delivery_at = self.last_delivery_at.isoformat()
        else:
            last_delivery_at = self.last_delivery_at

        last_delivery_status: None | str
        last_delivery_status = self.last_delivery_status

        last_latency_ms: int | None
        last_latency_ms = self.last_latency_ms

        last_success_at: None | str
        if isinstance(self.last_success_at, datetime.datetime):
            last_success_at = self.last_success_at.isoformat()
        else:
            last_success_at = self.last_success_at

        dead_letters = self.dead_letters

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "totalDeliveries": total_deliveries,
                "successfulDeliveries": successful_deliveries,
                "failedDeliveries": failed_deliveries,
                "lastDeliveryAt": last_delivery_at,
                "lastDeliveryStatus": last_delivery_status,
                "lastLatencyMs": last_latency_ms,
                "lastSuccessAt": last_success_at,
                "deadLetters": dead_letters,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total_deliveries = d.pop("totalDeliveries")

        successful_deliveries = d.pop("successfulDeliveries")

        failed_deliveries = d.pop("failedDeliveries")

        def _parse_last_delivery_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_delivery_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_delivery_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_delivery_at = _parse_last_delivery_at(d.pop("lastDeliveryAt"))

        def _parse_last_delivery_status(data: object) -> LastDeliveryStatus | None | str:
            return cast(LastDeliveryStatus | None | str, data)

        last_delivery_status = _parse_last_delivery_status(d.pop("lastDeliveryStatus"))

        def _parse_last_latency_ms(data: object) -> int | None:
            return cast(int | None, data)

        last_latency_ms = _parse_last_latency_ms(d.pop("lastLatencyMs"))

        def _parse_last_success_at(data: object) -> datetime.datetime | None:
            try:
                if not isinstance(data, str):
                    raise TypeError
                last_success_at_type_0 = datetime.datetime.fromisoformat(
                    data.replace("Z", "+00:00")
                )

                return last_success_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_success_at = _parse_last_success_at(d.pop("lastSuccessAt"))

        dead_letters = d.pop("deadLetters")

        webhook_stats = cls(
            total_deliveries=total_deliveries,
            successful_deliveries=successful_deliveries,
            failed_deliveries=failed_deliveries,
            last_delivery_at=last_delivery_at,
            last_delivery_status=last_delivery_status,
            last_latency_ms=last_latency_ms,
            last_success_at=last_success_at,
            dead_letters=dead_letters,
        )

        return webhook_stats
