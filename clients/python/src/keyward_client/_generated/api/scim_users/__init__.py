from keyward_client._transport import AsyncTransport, Transport

from ...models.list_scim_users_sort_order import ListScimUsersSortOrder
from ...models.scim_patch_request import ScimPatchRequest
from ...models.scim_search_request import ScimSearchRequest
from ...models.scim_user import ScimUser
from ...models.scim_user_input import ScimUserInput
from ...models.scim_user_list import ScimUserList
from ...types import UNSET, Unset
from . import create_scim_user as _create_scim_user
from . import delete_scim_user as _delete_scim_user
from . import get_scim_user as _get_scim_user
from . import list_scim_users as _list_scim_users
from . import replace_scim_user as _replace_scim_user
from . import search_scim_users as _search_scim_users
from . import update_scim_user as _update_scim_user


class ScimUsersFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
        sort_by: str | Unset = UNSET,
        sort_order: ListScimUsersSortOrder | Unset = UNSET,
        start_index: int | Unset = UNSET,
        count: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimUserList:
        """List or search users over SCIM.

        By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the
        list.
        """

        return self._transport.call(
            _list_scim_users.request(
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
            _list_scim_users.answer,
        )

    def create(
        self,
        org_id: str,
        *,
        body: ScimUserInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser:
        """Create a user over SCIM.

        The new user is active unless `active` is false, and gets no email. Unknown attributes are
        ignored.
        """

        return self._transport.call(
            _create_scim_user.request(
                org_id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                x_dry_run=x_dry_run,
            ),
            _create_scim_user.answer,
        )

    def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimUserList:
        """Search users over SCIM by a body.

        Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps
        them out of the logs of proxies.
        """

        return self._transport.call(
            _search_scim_users.request(
                org_id,
                body=body,
            ),
            _search_scim_users.answer,
        )

    def get(
        self,
        org_id: str,
        id: str,
        *,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimUser:
        """Get a user over SCIM.

        By the ID that its creation answered with, or that a filter on `externalId` or a name
        finds.
        """

        return self._transport.call(
            _get_scim_user.request(
                org_id,
                id,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _get_scim_user.answer,
        )

    def replace(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimUserInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser:
        """Replace a user over SCIM.

        Attributes that are left out lose their values; `active` and `password` keep theirs. Read-
        only attributes are ignored.
        """

        return self._transport.call(
            _replace_scim_user.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _replace_scim_user.answer,
        )

    def delete(
        self,
        org_id: str,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser | None:
        """Delete a user over SCIM.

        The user loses all access at once and SCIM no longer finds the user. The userName and
        email address are free again. Recorded data stays.
        """

        return self._transport.call(
            _delete_scim_user.request(
                org_id,
                id,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _delete_scim_user.answer,
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
    ) -> ScimUser:
        """Update a user over SCIM.

        The operations of RFC 7644 section 3.5.2, all or none, in their order.
        """

        return self._transport.call(
            _update_scim_user.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _update_scim_user.answer,
        )


class AsyncScimUsersFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        org_id: str,
        *,
        filter_: str | Unset = UNSET,
        sort_by: str | Unset = UNSET,
        sort_order: ListScimUsersSortOrder | Unset = UNSET,
        start_index: int | Unset = UNSET,
        count: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimUserList:
        """List or search users over SCIM.

        By `startIndex`, or by `cursor` (RFC 9865), which stays right while others change the
        list.
        """

        return await self._transport.call(
            _list_scim_users.request(
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
            _list_scim_users.answer,
        )

    async def create(
        self,
        org_id: str,
        *,
        body: ScimUserInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser:
        """Create a user over SCIM.

        The new user is active unless `active` is false, and gets no email. Unknown attributes are
        ignored.
        """

        return await self._transport.call(
            _create_scim_user.request(
                org_id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                x_dry_run=x_dry_run,
            ),
            _create_scim_user.answer,
        )

    async def search(
        self,
        org_id: str,
        *,
        body: ScimSearchRequest,
    ) -> ScimUserList:
        """Search users over SCIM by a body.

        Works like the list, with the parameters in the body (RFC 7644 section 3.4.3). This keeps
        them out of the logs of proxies.
        """

        return await self._transport.call(
            _search_scim_users.request(
                org_id,
                body=body,
            ),
            _search_scim_users.answer,
        )

    async def get(
        self,
        org_id: str,
        id: str,
        *,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
    ) -> ScimUser:
        """Get a user over SCIM.

        By the ID that its creation answered with, or that a filter on `externalId` or a name
        finds.
        """

        return await self._transport.call(
            _get_scim_user.request(
                org_id,
                id,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
            ),
            _get_scim_user.answer,
        )

    async def replace(
        self,
        org_id: str,
        id: str,
        *,
        body: ScimUserInput,
        attributes: str | Unset = UNSET,
        excluded_attributes: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser:
        """Replace a user over SCIM.

        Attributes that are left out lose their values; `active` and `password` keep theirs. Read-
        only attributes are ignored.
        """

        return await self._transport.call(
            _replace_scim_user.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _replace_scim_user.answer,
        )

    async def delete(
        self,
        org_id: str,
        id: str,
        *,
        if_match: str | Unset = UNSET,
        x_dry_run: bool | Unset = UNSET,
    ) -> ScimUser | None:
        """Delete a user over SCIM.

        The user loses all access at once and SCIM no longer finds the user. The userName and
        email address are free again. Recorded data stays.
        """

        return await self._transport.call(
            _delete_scim_user.request(
                org_id,
                id,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _delete_scim_user.answer,
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
    ) -> ScimUser:
        """Update a user over SCIM.

        The operations of RFC 7644 section 3.5.2, all or none, in their order.
        """

        return await self._transport.call(
            _update_scim_user.request(
                org_id,
                id,
                body=body,
                attributes=attributes,
                excluded_attributes=excluded_attributes,
                if_match=if_match,
                x_dry_run=x_dry_run,
            ),
            _update_scim_user.answer,
        )
