from keyward_client._transport import AsyncTransport, Transport

from ...models.scim_bulk_request import ScimBulkRequest
from ...models.scim_bulk_response import ScimBulkResponse
from ...models.scim_resource_list import ScimResourceList
from ...models.scim_resource_type import ScimResourceType
from ...models.scim_resource_type_list import ScimResourceTypeList
from ...models.scim_schema import ScimSchema
from ...models.scim_schema_list import ScimSchemaList
from ...models.scim_search_request import ScimSearchRequest
from ...models.scim_service_provider_config import ScimServiceProviderConfig
from ...types import UNSET, Unset
from . import get_scim_resource_type as _get_scim_resource_type
from . import get_scim_schema as _get_scim_schema
from . import get_scim_service_provider_config as _get_scim_service_provider_config
from . import list_scim_resource_types as _list_scim_resource_types
from . import list_scim_schemas as _list_scim_schemas
from . import run_scim_bulk as _run_scim_bulk
from . import search_scim as _search_scim


class ScimFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimResourceList:
        """Search users and groups over SCIM.

        Returns users and groups that match the filter, if the token may read them (RFC 7644
        section 3.4.3).
        """

        return self._transport.call(
            _search_scim.request(
                org_id,
                body=body,
            ),
            _search_scim.answer,
        )

    def run_bulk(
        self,
        org_id: str,
        *,
        body: ScimBulkRequest,
    ) -> ScimBulkResponse:
        """Run many SCIM operations in one request.

        Runs the operations in their order, each with its own result and the permission it needs.
        Later operations may refer to resources that earlier ones create by `bulkId:` (RFC 7644
        section 3.7). More than 1,000 operations answer 413. Bulk has no dry run.
        """

        return self._transport.call(
            _run_scim_bulk.request(
                org_id,
                body=body,
            ),
            _run_scim_bulk.answer,
        )

    def get_service_provider_config(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimServiceProviderConfig:
        """Get the SCIM configuration of this service.

        Any token of the organization may read it.
        """

        return self._transport.call(
            _get_scim_service_provider_config.request(
                org_id,
                filter_=filter_,
            ),
            _get_scim_service_provider_config.answer,
        )

    def list_schemas(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimSchemaList:
        """List the SCIM schemas.

        Every attribute there is, and what it takes. Any token of the organization may read them.
        """

        return self._transport.call(
            _list_scim_schemas.request(
                org_id,
                filter_=filter_,
            ),
            _list_scim_schemas.answer,
        )

    def get_schema(
        self,
        org_id: str,
        id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimSchema:
        """Get a SCIM schema.

        Any token of the organization may read it.
        """

        return self._transport.call(
            _get_scim_schema.request(
                org_id,
                id,
                filter_=filter_,
            ),
            _get_scim_schema.answer,
        )

    def list_resource_types(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimResourceTypeList:
        """List the types of SCIM resources.

        Any token of the organization may read them.
        """

        return self._transport.call(
            _list_scim_resource_types.request(
                org_id,
                filter_=filter_,
            ),
            _list_scim_resource_types.answer,
        )

    def get_resource_type(
        self,
        org_id: str,
        name: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimResourceType:
        """Get a type of SCIM resource.

        Any token of the organization may read it.
        """

        return self._transport.call(
            _get_scim_resource_type.request(
                org_id,
                name,
                filter_=filter_,
            ),
            _get_scim_resource_type.answer,
        )


class AsyncScimFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimResourceList:
        """Search users and groups over SCIM.

        Returns users and groups that match the filter, if the token may read them (RFC 7644
        section 3.4.3).
        """

        return await self._transport.call(
            _search_scim.request(
                org_id,
                body=body,
            ),
            _search_scim.answer,
        )

    async def run_bulk(
        self,
        org_id: str,
        *,
        body: ScimBulkRequest,
    ) -> ScimBulkResponse:
        """Run many SCIM operations in one request.

        Runs the operations in their order, each with its own result and the permission it needs.
        Later operations may refer to resources that earlier ones create by `bulkId:` (RFC 7644
        section 3.7). More than 1,000 operations answer 413. Bulk has no dry run.
        """

        return await self._transport.call(
            _run_scim_bulk.request(
                org_id,
                body=body,
            ),
            _run_scim_bulk.answer,
        )

    async def get_service_provider_config(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimServiceProviderConfig:
        """Get the SCIM configuration of this service.

        Any token of the organization may read it.
        """

        return await self._transport.call(
            _get_scim_service_provider_config.request(
                org_id,
                filter_=filter_,
            ),
            _get_scim_service_provider_config.answer,
        )

    async def list_schemas(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimSchemaList:
        """List the SCIM schemas.

        Every attribute there is, and what it takes. Any token of the organization may read them.
        """

        return await self._transport.call(
            _list_scim_schemas.request(
                org_id,
                filter_=filter_,
            ),
            _list_scim_schemas.answer,
        )

    async def get_schema(
        self,
        org_id: str,
        id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimSchema:
        """Get a SCIM schema.

        Any token of the organization may read it.
        """

        return await self._transport.call(
            _get_scim_schema.request(
                org_id,
                id,
                filter_=filter_,
            ),
            _get_scim_schema.answer,
        )

    async def list_resource_types(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimResourceTypeList:
        """List the types of SCIM resources.

        Any token of the organization may read them.
        """

        return await self._transport.call(
            _list_scim_resource_types.request(
                org_id,
                filter_=filter_,
            ),
            _list_scim_resource_types.answer,
        )

    async def get_resource_type(
        self,
        org_id: str,
        name: str,
        *,
        filter_: str | Unset = UNSET,
    ) -> ScimResourceType:
        """Get a type of SCIM resource.

        Any token of the organization may read it.
        """

        return await self._transport.call(
            _get_scim_resource_type.request(
                org_id,
                name,
                filter_=filter_,
            ),
            _get_scim_resource_type.answer,
        )
