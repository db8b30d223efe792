from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.connection_test_status import ConnectionTestStatus

if TYPE_CHECKING:
    from ..models.connection_check import ConnectionCheck


T = TypeVar("T", bound="ConnectionTest")


@_attrs_define
class ConnectionTest:
    """What a test of a connection found

    Example:
        {'status': 'SUCCESS', 'latency': '142ms', 'checks': [{'name': 'discovery', 'ok': True, 'detail': 'The discovery
            document was read'}]}

    Attributes:
        status (ConnectionTestStatus | str): `FAILED` if one check failed
        latency (str): How long the calls took together
        checks (list[ConnectionCheck]):
    """

    status: ConnectionTestStatus | str
    latency: str
    checks: list[ConnectionCheck]

    def to_dict(self) -> dict[str, Any]:
        status: str
        status = self.status

        latency = self.latency

        checks = []
        for checks_item_data in self.checks:
            checks_item = checks_item_data.to_dict()

            checks.append(checks_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
                "latency": latency,
                "checks": checks,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_check import ConnectionCheck  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_status(data: object) -> ConnectionTestStatus | str:
            return cast(ConnectionTestStatus | str, data)

        status = _parse_status(d.pop("status"))

        latency = d.pop("latency")

        checks = []
        _checks = d.pop("checks")
        for checks_item_data in _checks:
            checks_item = ConnectionCheck.from_dict(checks_item_data)

            checks.append(checks_item)

        connection_test = cls(
            status=status,
            latency=latency,
            checks=checks,
        )

        return connection_test
