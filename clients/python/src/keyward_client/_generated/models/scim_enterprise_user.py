from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.scim_manager import ScimManager


T = TypeVar("T", bound="ScimEnterpriseUser")


@_attrs_define
class ScimEnterpriseUser:
    """The enterprise extension (RFC 7643 section 4.3)

    Example:
        {'department': 'Engineering', 'employeeNumber': '815'}

    Attributes:
        employee_number (str | Unset):
        cost_center (str | Unset):
        organization (str | Unset):
        division (str | Unset):
        department (str | Unset):
        manager (ScimManager | Unset): The manager of a user Example: {'value': 'usr_01kahz5v3be4nr7q2m8x9c0d1f',
            'displayName': 'Mary Somerville'}.
    """

    employee_number: str | Unset = UNSET
    cost_center: str | Unset = UNSET
    organization: str | Unset = UNSET
    division: str | Unset = UNSET
    department: str | Unset = UNSET
    manager: ScimManager | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        employee_number = self.employee_number

        cost_center = self.cost_center

        organization = self.organization

        division = self.division

        department = self.department

        manager: dict[str, Any] | Unset = UNSET
        if not isinstance(self.manager, Unset):
            manager = self.manager.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if employee_number is not UNSET:
            field_dict["employeeNumber"] = employee_number
        if cost_center is not UNSET:
            field_dict["costCenter"] = cost_center
        if organization is not UNSET:
            field_dict["organization"] = organization
        if division is not UNSET:
            field_dict["division"] = division
        if department is not UNSET:
            field_dict["department"] = department
        if manager is not UNSET:
            field_dict["manager"] = manager

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.scim_manager import ScimManager  # noqa: PLC0415

        d = dict(src_dict)
        employee_number = d.pop("employeeNumber", UNSET)

        cost_center = d.pop("costCenter", UNSET)

        organization = d.pop("organization", UNSET)

        division = d.pop("division", UNSET)

        department = d.pop("department", UNSET)

        _manager = d.pop("manager", UNSET)
        manager: ScimManager | Unset
        if isinstance(_manager, Unset):
            manager = UNSET
        else:
            manager = ScimManager.from_dict(_manager)

        scim_enterprise_user = cls(
            employee_number=employee_number,
            cost_center=cost_center,
            organization=organization,
            division=division,
            department=department,
            manager=manager,
        )

        return scim_enterprise_user
