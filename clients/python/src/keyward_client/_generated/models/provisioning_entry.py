from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.provisioning_status import ProvisioningStatus

if TYPE_CHECKING:
    from ..models.provisioning_change import ProvisioningChange
    from ..models.provisioning_request import ProvisioningRequest


T = TypeVar("T", bound="ProvisioningEntry")


@_attrs_define
class ProvisioningEntry:
    """One change that a directory asked for over SCIM, and what came of it

    Example:
        {'id': 'prv_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '2026-01-15T10:30:00.000Z', 'operation': 'updateScimUser',
            'method': 'PATCH', 'targetType': 'User', 'targetId': 'usr_01kahz5v3be4nr7q2m8x9c0d1e', 'externalId':
            '00u1a2b3c4d5e6f7g8h9', 'status': 'SUCCESS', 'httpStatus': 200, 'code': None, 'detail': None, 'asked': [{'op':
            'replace', 'path': 'active'}], 'changes': [{'field': 'active', 'from': True, 'to': False}], 'ignored': [],
            'dryRun': False, 'valuesHidden': False, 'requestId': 'req_01kahz5v3be4nr7q2m8x9c0d1f'}

    Attributes:
        id (str):
        at (datetime.datetime):
        operation (str): The operationId
        method (str):
        target_type (None | str): The type of resource, such as `User`
        target_id (None | str): The ID of the changed resource; null if none was found or created
        external_id (None | str): What the directory calls them
        status (ProvisioningStatus | str): Whether a request over SCIM was refused
        http_status (int):
        code (None | str): The code of the refusal
        detail (None | str): Why it was refused, as the directory was told; or what was done otherwise than asked
        asked (list[ProvisioningRequest]): What was sent, without the values; the first hundred
        changes (list[ProvisioningChange]): What changed, or would have in a dry run; the first hundred, never a
            password
        ignored (list[str]): What was sent and no schema knows
        dry_run (bool):
        values_hidden (bool): Whether values are left out, because the caller lacks `directory.read` for users or
            `groups.read` for groups
        request_id (None | str):
    """

    id: str
    at: datetime.datetime
    operation: str
    method: str
    target_type: None | str
    target_id: None | str
    external_id: None | str
    status: ProvisioningStatus | str
    http_status: int
    code: None | str
    detail: None | str
    asked: list[ProvisioningRequest]
    changes: list[ProvisioningChange]
    ignored: list[str]
    dry_run: bool
    values_hidden: bool
    request_id: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        at = self.at.isoformat()

        operation = self.operation

        method = self.method

        target_type: None | str
        target_type = self.target_type

        target_id: None | str
        target_id = self.target_id

        external_id: None | str
        external_id = self.external_id

        status: str
        status = self.status

        http_status = self.http_status

        code: None | str
        code = self.code

        detail: None | str
        detail = self.detail

        asked = []
        for asked_item_data in self.asked:
            asked_item = asked_item_data.to_dict()

            asked.append(asked_item)

        changes = []
        for changes_item_data in self.changes:
            changes_item = changes_item_data.to_dict()

            changes.append(changes_item)

        ignored = self.ignored

        dry_run = self.dry_run

        values_hidden = self.values_hidden

        request_id: None | str
        request_id = self.request_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "at": at,
                "operation": operation,
                "method": method,
                "targetType": target_type,
                "targetId": target_id,
                "externalId": external_id,
                "status": status,
                "httpStatus": http_status,
                "code": code,
                "detail": detail,
                "asked": asked,
                "changes": changes,
                "ignored": ignored,
                "dryRun": dry_run,
                "valuesHidden": values_hidden,
                "requestId": request_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.provisioning_change import ProvisioningChange  # noqa: PLC0415
        from ..models.provisioning_request import ProvisioningRequest  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        operation = d.pop("operation")

        method = d.pop("method")

        def _parse_target_type(data: object) -> None | str:
            return cast(None | str, data)

        target_type = _parse_target_type(d.pop("targetType"))

        def _parse_target_id(data: object) -> None | str:
            return cast(None | str, data)

        target_id = _parse_target_id(d.pop("targetId"))

        def _parse_external_id(data: object) -> None | str:
            return cast(None | str, data)

        external_id = _parse_external_id(d.pop("externalId"))

        def _parse_status(data: object) -> ProvisioningStatus | str:
            return cast(ProvisioningStatus | str, data)

        status = _parse_status(d.pop("status"))

        http_status = d.pop("httpStatus")

        def _parse_code(data: object) -> None | str:
            return cast(None | str, data)

        code = _parse_code(d.pop("code"))

        def _parse_detail(data: object) -> None | str:
            return cast(None | str, data)

        detail = _parse_detail(d.pop("detail"))

        asked = []
        _asked = d.pop("asked")
        for asked_item_data in _asked:
            asked_item = ProvisioningRequest.from_dict(asked_item_data)

            asked.append(asked_item)

        changes = []
        _changes = d.pop("changes")
        for changes_item_data in _changes:
            changes_item = ProvisioningChange.from_dict(changes_item_data)

            changes.append(changes_item)

        ignored = cast(list[str], d.pop("ignored"))

        dry_run = d.pop("dryRun")

        values_hidden = d.pop("valuesHidden")

        def _parse_request_id(data: object) -> None | str:
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        provisioning_entry = cls(
            id=id,
            at=at,
            operation=operation,
            method=method,
            target_type=target_type,
            target_id=target_id,
            external_id=external_id,
            status=status,
            http_status=http_status,
            code=code,
            detail=detail,
            asked=asked,
            changes=changes,
            ignored=ignored,
            dry_run=dry_run,
            values_hidden=values_hidden,
            request_id=request_id,
        )

        return provisioning_entry
