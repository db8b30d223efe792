from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.alert_overview import AlertOverview
    from ..models.credential_overview import CredentialOverview
    from ..models.identity_overview import IdentityOverview
    from ..models.sign_ins_of_day import SignInsOfDay
    from ..models.user_overview import UserOverview
    from ..models.verifications_of_day import VerificationsOfDay
    from ..models.webhook_overview import WebhookOverview


T = TypeVar("T", bound="Overview")


@_attrs_define
class Overview:
    """The state of a tenant in numbers

    Example:
        {'credentials': {'byStatus': {'ACTIVE': 118, 'EXPIRED': 4, 'REVOKED': 12, 'SUSPENDED': 1}, 'expiringSoon': 3,
            'unused': 9, 'isCapped': False}, 'identities': {'byStatus': {'ACTIVE': 40, 'SUSPENDED': 1, 'REVOKED': 2},
            'riskiest': [{'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'deploy-bot', 'riskScore': 85}], 'isCapped':
            False}, 'users': {'byStatus': {'INVITED': 2, 'ACTIVE': 31, 'SUSPENDED': 0, 'DEPROVISIONED': 5}, 'isCapped':
            False}, 'alerts': {'openBySeverity': {'LOW': 0, 'MEDIUM': 2, 'HIGH': 1, 'CRITICAL': 0}, 'isCapped': False},
            'webhooks': {'failing': 1, 'disabled': 0, 'deadLetters': 14, 'isCapped': False}, 'verifications': [{'date':
            '2026-01-15', 'allowed': 20411, 'denied': 37}], 'signIns': [{'date': '2026-01-15', 'succeeded': 52, 'failed':
            3}]}

    Attributes:
        credentials (CredentialOverview): Credentials that are not deleted, by their status now Example: {'byStatus':
            {'ACTIVE': 118, 'EXPIRED': 4, 'REVOKED': 12, 'SUSPENDED': 1}, 'expiringSoon': 3, 'unused': 9, 'isCapped':
            False}.
        identities (IdentityOverview): Identities that are not deleted, by their status now Example: {'byStatus':
            {'ACTIVE': 40, 'SUSPENDED': 1, 'REVOKED': 2}, 'riskiest': [{'id': 'idn_01kahz5v3be4nr7q2m8x9c0d1e', 'name':
            'deploy-bot', 'riskScore': 85}], 'isCapped': False}.
        users (UserOverview): Users by their status now Example: {'byStatus': {'INVITED': 2, 'ACTIVE': 31, 'SUSPENDED':
            0, 'DEPROVISIONED': 5}, 'isCapped': False}.
        alerts (AlertOverview): Alerts that are open and that no one has acknowledged Example: {'openBySeverity':
            {'LOW': 0, 'MEDIUM': 2, 'HIGH': 1, 'CRITICAL': 0}, 'isCapped': False}.
        webhooks (WebhookOverview): Webhooks that do not deliver Example: {'failing': 1, 'disabled': 0, 'deadLetters':
            14, 'isCapped': False}.
        verifications (list[VerificationsOfDay]): The last 30 days in UTC, today included, the oldest first
        sign_ins (list[SignInsOfDay]): The last 30 days in UTC, today included, the oldest first
    """

    credentials: CredentialOverview
    identities: IdentityOverview
    users: UserOverview
    alerts: AlertOverview
    webhooks: WebhookOverview
    verifications: list[VerificationsOfDay]
    sign_ins: list[SignInsOfDay]

    def to_dict(self) -> dict[str, Any]:
        credentials = self.credentials.to_dict()

        identities = self.identities.to_dict()

        users = self.users.to_dict()

        alerts = self.alerts.to_dict()

        webhooks = self.webhooks.to_dict()

        verifications = []
        for verifications_item_data in self.verifications:
            verifications_item = verifications_item_data.to_dict()

            verifications.append(verifications_item)

        sign_ins = []
        for sign_ins_item_data in self.sign_ins:
            sign_ins_item = sign_ins_item_data.to_dict()

            sign_ins.append(sign_ins_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "credentials": credentials,
                "identities": identities,
                "users": users,
                "alerts": alerts,
                "webhooks": webhooks,
                "verifications": verifications,
                "signIns": sign_ins,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alert_overview import AlertOverview  # noqa: PLC0415
        from ..models.credential_overview import CredentialOverview  # noqa: PLC0415
        from ..models.identity_overview import IdentityOverview  # noqa: PLC0415
        from ..models.sign_ins_of_day import SignInsOfDay  # noqa: PLC0415
        from ..models.user_overview import UserOverview  # noqa: PLC0415
        from ..models.verifications_of_day import VerificationsOfDay  # noqa: PLC0415
        from ..models.webhook_overview import WebhookOverview  # noqa: PLC0415

        d = dict(src_dict)
        credentials = CredentialOverview.from_dict(d.pop("credentials"))

        identities = IdentityOverview.from_dict(d.pop("identities"))

        users = UserOverview.from_dict(d.pop("users"))

        alerts = AlertOverview.from_dict(d.pop("alerts"))

        webhooks = WebhookOverview.from_dict(d.pop("webhooks"))

        verifications = []
        _verifications = d.pop("verifications")
        for verifications_item_data in _verifications:
            verifications_item = VerificationsOfDay.from_dict(verifications_item_data)

            verifications.append(verifications_item)

        sign_ins = []
        _sign_ins = d.pop("signIns")
        for sign_ins_item_data in _sign_ins:
            sign_ins_item = SignInsOfDay.from_dict(sign_ins_item_data)

            sign_ins.append(sign_ins_item)

        overview = cls(
            credentials=credentials,
            identities=identities,
            users=users,
            alerts=alerts,
            webhooks=webhooks,
            verifications=verifications,
            sign_ins=sign_ins,
        )

        return overview
