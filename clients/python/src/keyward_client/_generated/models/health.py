from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.health_status import HealthStatus

if TYPE_CHECKING:
    from ..models.health_checks import HealthChecks


T = TypeVar("T", bound="Health")


@_attrs_define
class Health:
    """Whether the service is well

    Example:
        {'status': 'ok', 'version': '0.1.0', 'checks': {'database': 'ok', 'migrations': 'ok', 'worker': 'ok',
            'partitions': 'ok'}}

    Attributes:
        status (HealthStatus): `ok` when it can do its work; a check may warn before it cannot
        version (str): The version of Keyward that this process runs
        checks (HealthChecks): What was checked, each `ok` or what is wrong with it
    """

    status: HealthStatus
    version: str
    checks: HealthChecks

    def to_dict(self) -> dict[str, Any]:
        status = self.status

        version = self.version

        checks = self.checks

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "status": status,
                "version": version,
                "checks": checks,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = d.pop("status")

        version = d.pop("version")

        checks = d.pop("checks")

        health = cls(
            status=status,
            version=version,
            checks=checks,
        )

        return health
