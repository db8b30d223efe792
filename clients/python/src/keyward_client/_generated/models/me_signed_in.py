from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="MeSignedIn")


@_attrs_define
class MeSignedIn:
    """An organization that this browser has a session of

    Example:
        {'name': 'Acme', 'liveOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1e', 'testOrgId': 'org_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        name (str):
        live_org_id (None | str): The live tenant; null if the session is one of the test tenant
        test_org_id (str):
    """

    name: str
    live_org_id: None | str
    test_org_id: str

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        live_org_id: None | str
        live_org_id = self.live_org_id

        test_org_id = self.test_org_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "liveOrgId": live_org_id,
                "testOrgId": test_org_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_live_org_id(data: object) -> None | str:
            return cast(None | str, data)

        live_org_id = _parse_live_org_id(d.pop("liveOrgId"))

        test_org_id = d.pop("testOrgId")

        me_signed_in = cls(
            name=name,
            live_org_id=live_org_id,
            test_org_id=test_org_id,
        )

        return me_signed_in
