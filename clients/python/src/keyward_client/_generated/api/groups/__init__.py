import builtins
from collections.abc import AsyncIterator, Iterator

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.added_members import AddedMembers
from ...models.deleted import Deleted
from ...models.group import Group
from ...models.group_list import GroupList
from ...models.list_group_members_sort import ListGroupMembersSort
from ...models.list_groups_sort import ListGroupsSort
from ...models.member import Member
from ...models.member_list import MemberList
from ...types import UNSET, Unset
from . import add_group_members as _add_group_members
from . import create_group as _create_group
from . import delete_group as _delete_group
from . import get_group as _get_group
from . import list_group_members as _list_group_members
from . import list_groups as _list_groups
from . import remove_group_member as _remove_group_member
from . import update_group as _update_group


class GroupsFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> GroupList:
        """List groups."""

        return self._transport.call(
            _list_groups.request(
                search=search,
                is_double=is_double,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_groups.answer,
        )

    def list_pages(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[GroupList]:
        """List groups: every page, as they are asked for."""

        return _pages.by_page(
            lambda page: self.list(
                search=search,
                is_double=is_double,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Group]:
        """List groups: every item of every page."""

        return _pages.items(
            self.list_pages(
                search=search,
                is_double=is_double,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def create(
        self,
        *,
        name: str,
        description: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Group:
        """Create a group.

        The caller must hold the management scopes that the group gets.
        """

        return self._transport.call(
            _create_group.request(
                name=name,
                description=description,
                external_id=external_id,
                scopes=scopes,
                idempotency_key=idempotency_key,
            ),
            _create_group.answer,
        )

    def get(
        self,
        group_id: str,
    ) -> Group:
        """Get a group."""

        return self._transport.call(
            _get_group.request(
                group_id,
            ),
            _get_group.answer,
        )

    def delete(
        self,
        group_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a group.

        Its members stay in the directory and lose the scopes of the group. The caller must hold
        the management scopes of the group. If an enabled policy of conditional access names the
        group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`)
        unless `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _delete_group.request(
                group_id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_group.answer,
        )

    def update(
        self,
        group_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Group:
        """Change a group.

        To change `scopes`, the caller must hold the management scopes that the group had and
        those that it gets.
        """

        return self._transport.call(
            _update_group.request(
                group_id,
                name=name,
                description=description,
                external_id=external_id,
                scopes=scopes,
                if_match=if_match,
            ),
            _update_group.answer,
        )

    def list_members(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> MemberList:
        """List the members of a group.

        Those who were added last come first.
        """

        return self._transport.call(
            _list_group_members.request(
                group_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_group_members.answer,
        )

    def list_members_pages(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[MemberList]:
        """List the members of a group: every page, as they are asked for.

        Those who were added last come first.
        """

        return _pages.by_page(
            lambda page: self.list_members(
                group_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_members_all(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Member]:
        """List the members of a group: every item of every page.

        Those who were added last come first.
        """

        return _pages.items(
            self.list_members_pages(
                group_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    def add_members(
        self,
        group_id: str,
        *,
        user_id: str | Unset = UNSET,
        user_ids: builtins.list[str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AddedMembers:
        """Add members to a group.

        Adds all users. If one of them is unknown or deprovisioned, it adds none. A user who is a
        member already stays a member. To add members to a group with management scopes, the
        caller must hold these scopes. If an enabled policy of conditional access names the group,
        a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return self._transport.call(
            _add_group_members.request(
                group_id,
                user_id=user_id,
                user_ids=user_ids,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _add_group_members.answer,
        )

    def remove_member(
        self,
        group_id: str,
        user_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
    ) -> Deleted:
        """Remove a member from a group.

        If an enabled policy of conditional access names the group, a change that would keep all
        owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is
        true.
        """

        return self._transport.call(
            _remove_group_member.request(
                group_id,
                user_id,
                acknowledge_lockout=acknowledge_lockout,
            ),
            _remove_group_member.answer,
        )


class AsyncGroupsFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> GroupList:
        """List groups."""

        return await self._transport.call(
            _list_groups.request(
                search=search,
                is_double=is_double,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_groups.answer,
        )

    def list_pages(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[GroupList]:
        """List groups: every page, as they are asked for."""

        return _pages.async_by_page(
            lambda page: self.list(
                search=search,
                is_double=is_double,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_all(
        self,
        *,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListGroupsSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Group]:
        """List groups: every item of every page."""

        return _pages.async_items(
            self.list_pages(
                search=search,
                is_double=is_double,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def create(
        self,
        *,
        name: str,
        description: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> Group:
        """Create a group.

        The caller must hold the management scopes that the group gets.
        """

        return await self._transport.call(
            _create_group.request(
                name=name,
                description=description,
                external_id=external_id,
                scopes=scopes,
                idempotency_key=idempotency_key,
            ),
            _create_group.answer,
        )

    async def get(
        self,
        group_id: str,
    ) -> Group:
        """Get a group."""

        return await self._transport.call(
            _get_group.request(
                group_id,
            ),
            _get_group.answer,
        )

    async def delete(
        self,
        group_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a group.

        Its members stay in the directory and lose the scopes of the group. The caller must hold
        the management scopes of the group. If an enabled policy of conditional access names the
        group, a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`)
        unless `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _delete_group.request(
                group_id,
                acknowledge_lockout=acknowledge_lockout,
                if_match=if_match,
            ),
            _delete_group.answer,
        )

    async def update(
        self,
        group_id: str,
        *,
        name: str | Unset = UNSET,
        description: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        scopes: builtins.list[str] | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> Group:
        """Change a group.

        To change `scopes`, the caller must hold the management scopes that the group had and
        those that it gets.
        """

        return await self._transport.call(
            _update_group.request(
                group_id,
                name=name,
                description=description,
                external_id=external_id,
                scopes=scopes,
                if_match=if_match,
            ),
            _update_group.answer,
        )

    async def list_members(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> MemberList:
        """List the members of a group.

        Those who were added last come first.
        """

        return await self._transport.call(
            _list_group_members.request(
                group_id,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_group_members.answer,
        )

    def list_members_pages(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[MemberList]:
        """List the members of a group: every page, as they are asked for.

        Those who were added last come first.
        """

        return _pages.async_by_page(
            lambda page: self.list_members(
                group_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_members_all(
        self,
        group_id: str,
        *,
        sort: ListGroupMembersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Member]:
        """List the members of a group: every item of every page.

        Those who were added last come first.
        """

        return _pages.async_items(
            self.list_members_pages(
                group_id,
                sort=sort,
                cursor=cursor,
                limit=limit,
            )
        )

    async def add_members(
        self,
        group_id: str,
        *,
        user_id: str | Unset = UNSET,
        user_ids: builtins.list[str] | Unset = UNSET,
        acknowledge_lockout: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> AddedMembers:
        """Add members to a group.

        Adds all users. If one of them is unknown or deprovisioned, it adds none. A user who is a
        member already stays a member. To add members to a group with management scopes, the
        caller must hold these scopes. If an enabled policy of conditional access names the group,
        a change that would keep all owners from signing in is refused (409 `LOCKOUT_RISK`) unless
        `acknowledgeLockout` is true.
        """

        return await self._transport.call(
            _add_group_members.request(
                group_id,
                user_id=user_id,
                user_ids=user_ids,
                acknowledge_lockout=acknowledge_lockout,
                idempotency_key=idempotency_key,
            ),
            _add_group_members.answer,
        )

    async def remove_member(
        self,
        group_id: str,
        user_id: str,
        *,
        acknowledge_lockout: bool | Unset = UNSET,
    ) -> Deleted:
        """Remove a member from a group.

        If an enabled policy of conditional access names the group, a change that would keep all
        owners from signing in is refused (409 `LOCKOUT_RISK`) unless `acknowledgeLockout` is
        true.
        """

        return await self._transport.call(
            _remove_group_member.request(
                group_id,
                user_id,
                acknowledge_lockout=acknowledge_lockout,
            ),
            _remove_group_member.answer,
        )
