from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.preview_outcome import PreviewOutcome
from ..models.preview_unwritten import PreviewUnwritten

if TYPE_CHECKING:
    from ..models.connection_refusal import ConnectionRefusal
    from ..models.preview_email import PreviewEmail
    from ..models.preview_field import PreviewField
    from ..models.preview_group import PreviewGroup
    from ..models.preview_user import PreviewUser


T = TypeVar("T", bound="ConnectionPreview")


@_attrs_define
class ConnectionPreview:
    """What a connection makes of an account

    Example:
        {'outcome': 'REFUSED', 'refusal': {'code': 'DOMAIN_NOT_VERIFIED', 'step': 'LINKING', 'reason': 'The identity
            provider vouches for no email address of a verified domain of this connection'}, 'subject': '00u1a2b3c4',
            'email': {'address': 'ada@acme.example', 'standing': 'NOT_VOUCHED', 'isVouchedFor': False, 'isDomainVerified':
            True}, 'user': None, 'fields': [{'field': 'firstName', 'value': 'Ada'}], 'unwritten': None, 'groups': [{'id':
            'grp_01kahz5v3be4nr7q2m8x9c0d1e', 'name': 'Engineering', 'change': 'JOINS'}], 'isAllowed': True}

    Attributes:
        outcome (PreviewOutcome | str): What a sign-in would do. `SIGNED_IN`: the account is linked, and its user signs
            in. `LINKED`: the account is linked with the user who has the address. `RECLAIMED`: the same, and everything
            that opened the account of the user before is removed. `CREATED`: a new user. `REFUSED`: the page shows the code
            of the refusal
        refusal (ConnectionRefusal | None): Why the account would not sign in; null if it would
        subject (None | str): What names the account in its link; null if nothing names the user
        email (PreviewEmail): The address of the account Example: {'address': 'ada@acme.example', 'standing':
            'NOT_VOUCHED', 'isVouchedFor': False, 'isDomainVerified': True}.
        user (None | PreviewUser): The user that the account leads to, or that the refusal is about. Null for a new
            user, and if none is known
        fields (list[PreviewField]): What the mapping gives. A claim without a usable value gives nothing
        unwritten (None | PreviewUnwritten | str): Why some of it would not be written; null if all would
        groups (list[PreviewGroup]):
        is_allowed (bool): Whether `allowedGroups` admits the user with these groups
    """

    outcome: PreviewOutcome | str
    refusal: ConnectionRefusal | None
    subject: None | str
    email: PreviewEmail
    user: None | PreviewUser
    fields: list[PreviewField]
    unwritten: None | PreviewUnwritten | str
    groups: list[PreviewGroup]
    is_allowed: bool

    def to_dict(self) -> dict[str, Any]:
        from ..models.connection_refusal import ConnectionRefusal  # noqa: PLC0415
        from ..models.preview_user import PreviewUser  # noqa: PLC0415

        outcome: str
        outcome = self.outcome

        refusal: dict[str, Any] | None
        if isinstance(self.refusal, ConnectionRefusal):
            refusal = self.refusal.to_dict()

        else:
            refusal = self.refusal

        subject: None | str
        subject = self.subject

        email = self.email.to_dict()

        user: dict[str, Any] | None
        if isinstance(self.user, PreviewUser):
            user = self.user.to_dict()

        else:
            user = self.user

        fields = []
        for fields_item_data in self.fields:
            fields_item = fields_item_data.to_dict()

            fields.append(fields_item)

        unwritten: None | str
        unwritten = self.unwritten

        groups = []
        for groups_item_data in self.groups:
            groups_item = groups_item_data.to_dict()

            groups.append(groups_item)

        is_allowed = self.is_allowed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "outcome": outcome,
                "refusal": refusal,
                "subject": subject,
                "email": email,
                "user": user,
                "fields": fields,
                "unwritten": unwritten,
                "groups": groups,
                "isAllowed": is_allowed,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_refusal import ConnectionRefusal  # noqa: PLC0415
        from ..models.preview_email import PreviewEmail  # noqa: PLC0415
        from ..models.preview_field import PreviewField  # noqa: PLC0415
        from ..models.preview_group import PreviewGroup  # noqa: PLC0415
        from ..models.preview_user import PreviewUser  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_outcome(data: object) -> PreviewOutcome | str:
            return cast(PreviewOutcome | str, data)

        outcome = _parse_outcome(d.pop("outcome"))

        def _parse_refusal(data: object) -> ConnectionRefusal | None:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                refusal_type_0 = ConnectionRefusal.from_dict(data)

                return refusal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConnectionRefusal | None, data)

        refusal = _parse_refusal(d.pop("refusal"))

        def _parse_subject(data: object) -> None | str:
            return cast(None | str, data)

        subject = _parse_subject(d.pop("subject"))

        email = PreviewEmail.from_dict(d.pop("email"))

        def _parse_user(data: object) -> None | PreviewUser:
            try:
                if not isinstance(data, dict):
                    raise TypeError
                user_type_0 = PreviewUser.from_dict(data)

                return user_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PreviewUser, data)

        user = _parse_user(d.pop("user"))

        fields = []
        _fields = d.pop("fields")
        for fields_item_data in _fields:
            fields_item = PreviewField.from_dict(fields_item_data)

            fields.append(fields_item)

        def _parse_unwritten(data: object) -> None | PreviewUnwritten | str:
            return cast(None | PreviewUnwritten | str, data)

        unwritten = _parse_unwritten(d.pop("unwritten"))

        groups = []
        _groups = d.pop("groups")
        for groups_item_data in _groups:
            groups_item = PreviewGroup.from_dict(groups_item_data)

            groups.append(groups_item)

        is_allowed = d.pop("isAllowed")

        connection_preview = cls(
            outcome=outcome,
            refusal=refusal,
            subject=subject,
            email=email,
            user=user,
            fields=fields,
            unwritten=unwritten,
            groups=groups,
            is_allowed=is_allowed,
        )

        return connection_preview
