from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.page_pagination import PagePagination
    from ..models.service_provider_trace import ServiceProviderTrace


T = TypeVar("T", bound="ServiceProviderTraceList")


@_attrs_define
class ServiceProviderTraceList:
    """A page of the last messages of a service provider

    Example:
        {'data': [{'id': 'trc_01kahz5v3be4nr7q2m8x9c0d1e', 'at': '2026-01-15T10:30:00.000Z', 'direction': 'RECEIVED',
            'messageType': 'AuthnRequest', 'binding': 'HTTP-Redirect', 'outcome': 'REFUSED', 'verified': True, 'refusal':
            {'code': 'SAML_REQUEST_INVALID', 'step': 'check', 'rule': 'destination', 'reason': 'Destination is not the URL
            that received the message.', 'found': 'https://old.example.com/api/saml/org_01kahz5v3be4nr7q2m8x9c0d1e/sso'},
            'status': None, 'key': {'fingerprint': '7d1a4c0be5fd2ba2a8d1c0f7b9a3c1b1d5e0f4a29c6c1f8d3e7a60b52f4c9d18',
            'subject': 'CN=app.example.com'}, 'encrypted': False, 'userId': None, 'requestId':
            'req_01kahz5v3be4nr7q2m8x9c0d1f', 'size': 412, 'truncated': False, 'message': '<samlp:AuthnRequest
            xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_a1" Version="2.0" IssueInstant="2026-01-15T10:30:00Z"
            Destination="https://old.example.com/api/saml/org_01kahz5v3be4nr7q2m8x9c0d1e
            /sso">\\n  <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://app.example.com/s
            aml/metadata</saml:Issuer>\\n</samlp:AuthnRequest>\\n', 'messageHash': None}], 'pagination': {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}}

    Attributes:
        data (list[ServiceProviderTrace]):
        pagination (PagePagination): Where this page stands in the whole list, by page number Example: {'page': 1,
            'limit': 20, 'total': 1, 'totalPages': 1, 'hasMore': False}.
    """

    data: list[ServiceProviderTrace]
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
        from ..models.page_pagination import PagePagination  # noqa: PLC0415
        from ..models.service_provider_trace import ServiceProviderTrace  # noqa: PLC0415

        d = dict(src_dict)
        data = []
        _data = d.pop("data")
        for data_item_data in _data:
            data_item = ServiceProviderTrace.from_dict(data_item_data)

            data.append(data_item)

        pagination = PagePagination.from_dict(d.pop("pagination"))

        service_provider_trace_list = cls(
            data=data,
            pagination=pagination,
        )

        return service_provider_trace_list
