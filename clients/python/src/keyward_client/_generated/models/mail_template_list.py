from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.mail_template import MailTemplate
    from ..models.page_pagination import PagePagination


T = TypeVar("T", bound="MailTemplateList")


@_attrs_define
class MailTemplateList:
    """A page of mails, by kind and language

    Example:
        {'data': [{'kind': 'INVITATION', 'language': 'en', 'isEditable': True, 'isEdited': True, 'subject': 'Welcome to
            {organization}', 'greeting': None, 'greetingWithoutName': None, 'body': 'Your manager asked us to give you an
            account at {organization}.', 'footer': None, 'defaults': {'subject': 'Your invitation to {organization}',
            'greeting': 'Hello {name},', 'greetingWithoutName': 'Hello,', 'body': 'You’re invited to join {organization}. To
            accept, choose a password.', 'footer': 'You get this email because an administrator invited this address.'},
            'placeholders': ['organization', 'name'], 'updatedAt': '2026-01-15T10:30:00.000Z', 'updatedBy':
            'cred_01kahz5v3be4nr7q2m8x9c0d1e'}], 'pagination': {'page': 1, 'limit': 20, 'total': 1, 'totalPages': 1,
            'hasMore': False}}

    Attributes:
        data (list[MailTemplate]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[MailTemplate]
    pagination: PagePagination

    def to_dict(self) -> dict[str, Any]:
        data = []
        for data_item_data in self.data:
            data_item = data_item_data.to_dict()

            data.append(data_item)

        pagination = self.pagination.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "data": data,
                "pagination": pagination,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.mail_template import MailTemplate  # noqa: PLC0415
        from ..models.page_pagination import PagePagination  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = MailTemplate.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        mail_template_list = cls(
            data=data,
            pagination=pagination,
        )

        return mail_template_list
