from keyward_client._transport import AsyncTransport, Transport

from ...models.list_scim_groups_sort_order import ListScimGroupsSortOrder
from ...models.scim_group import ScimGroup
from ...models.scim_group_input import ScimGroupInput
from ...models.scim_group_list import ScimGroupList
from ...models.scim_patch_request import ScimPatchRequest
from ...models.scim_search_request import ScimSearchRequest
from ...types import UNSET, Unset
from . import create_scim_group as _create_scim_group
from . import delete_scim_group as _delete_scim_group
from . import get_scim_group as _get_scim_group
from . import list_scim_groups as _list_scim_groups
from . import replace_scim_group as _replace_scim_group
from . import search_scim_groups as _search_scim_groups
from . import update_scim_group as _update_scim_group


class ScimGroupsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
        sort_by: str | Unset = UNSET,
        sort_order: ListScimGroupsSortOrder | Unset = UNSET,
        start_index: int | Unset = UNSET,
        count: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimGroupList:
        """List or search groups over SCIM.

        By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the
        list.
        """

        return self._transport.call(
            _list_scim_groups.request(
                org_id,
                filter_=filter_,
                sort_by=sort_by,
                sort_order=sort_order,
                start_index=start_index,
                count=count,
                cursor=cursor,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _list_scim_groups.answer,
        )

    def create(
        self,
        org_id: str,
        *,
        body: ScimGroupInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Create a group over SCIM.

        With its members, if any are given, each by the ID of a user.
        """

        return self._transport.call(
            _create_scim_group.request(
                org_id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                x_dry_run=x_dry_run,
            ),
            _create_scim_group.answer,
        )

    def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimGroupList:
        """Search groups over SCIM by a body.

        Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps
        them out of the logs of proxies.
        """

        return self._transport.call(
            _search_scim_groups.request(
                org_id,
                body=body,
            ),
            _search_scim_groups.answer,
        )

    def get(
        self,
        org_id: str,
        id: str,
        *,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimGroup:
        """Get a group over SCIM.

        By the ID that its creation answered with, or that a filter on `externalId` or a name
        finds.
        """

        return self._transport.call(
            _get_scim_group.request(
                org_id,
                id,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _get_scim_group.answer,
        )

    def replace(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimGroupInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Replace a group over SCIM.

        Attributes that are left out lose their values, `members` among them. Read-only attributes
        are ignored.
        """

        return self._transport.call(
            _replace_scim_group.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _replace_scim_group.answer,
        )

    def delete(
        self,
        org_id: str,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup | None:
        """Delete a group over SCIM.

        Its members stay; they lose what the group gave them.
        """

        return self._transport.call(
            _delete_scim_group.request(
                org_id,
                id,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _delete_scim_group.answer,
        )

    def update(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimPatchRequest,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Update a group over SCIM.

        The operations of RFC 7644 section 3.5.2, all or none, in their order. A `remove` of
        `members` with a `value` takes out only those it names.
        """

        return self._transport.call(
            _update_scim_group.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _update_scim_group.answer,
        )


class AsyncScimGroupsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
        sort_by: str | Unset = UNSET,
        sort_order: ListScimGroupsSortOrder | Unset = UNSET,
        start_index: int | Unset = UNSET,
        count: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimGroupList:
        """List or search groups over SCIM.

        By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the
        list.
        """

        return await self._transport.call(
            _list_scim_groups.request(
                org_id,
                filter_=filter_,
                sort_by=sort_by,
                sort_order=sort_order,
                start_index=start_index,
                count=count,
                cursor=cursor,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _list_scim_groups.answer,
        )

    async def create(
        self,
        org_id: str,
        *,
        body: ScimGroupInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Create a group over SCIM.

        With its members, if any are given, each by the ID of a user.
        """

        return await self._transport.call(
            _create_scim_group.request(
                org_id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                x_dry_run=x_dry_run,
            ),
            _create_scim_group.answer,
        )

    async def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimGroupList:
        """Search groups over SCIM by a body.

        Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps
        them out of the logs of proxies.
        """

        return await self._transport.call(
            _search_scim_groups.request(
                org_id,
                body=body,
            ),
            _search_scim_groups.answer,
        )

    async def get(
        self,
        org_id: str,
        id: str,
        *,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimGroup:
        """Get a group over SCIM.

        By the ID that its creation answered with, or that a filter on `externalId` or a name
        finds.
        """

        return await self._transport.call(
            _get_scim_group.request(
                org_id,
                id,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _get_scim_group.answer,
        )

    async def replace(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimGroupInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Replace a group over SCIM.

        Attributes that are left out lose their values, `members` among them. Read-only attributes
        are ignored.
        """

        return await self._transport.call(
            _replace_scim_group.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _replace_scim_group.answer,
        )

    async def delete(
        self,
        org_id: str,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup | None:
        """Delete a group over SCIM.

        Its members stay; they lose what the group gave them.
        """

        return await self._transport.call(
            _delete_scim_group.request(
                org_id,
                id,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _delete_scim_group.answer,
        )

    async def update(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimPatchRequest,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimGroup:
        """Update a group over SCIM.

        The operations of RFC 7644 section 3.5.2, all or none, in their order. A `remove` of
        `members` with a `value` takes out only those it names.
        """

        return await self._transport.call(
            _update_scim_group.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _update_scim_group.answer,
        )
