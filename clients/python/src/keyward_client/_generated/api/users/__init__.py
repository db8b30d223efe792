import builtins
import datetime
from collections.abc import AsyncIterator, Iterator
from typing import Any

from keyward_client import _pages
from keyward_client._transport import AsyncTransport, Transport

from ...models.access_pass import AccessPass
from ...models.attribute_schema import AttributeSchema
from ...models.deleted import Deleted
from ...models.ended_sessions import EndedSessions
from ...models.invitation import Invitation
from ...models.invitation_list import InvitationList
from ...models.invitation_status import InvitationStatus
from ...models.list_users_sort import ListUsersSort
from ...models.postal_address_type_0 import PostalAddressType0
from ...models.user import User
from ...models.user_attributes import UserAttributes
from ...models.user_factors import UserFactors
from ...models.user_list import UserList
from ...models.user_role import UserRole
from ...models.user_session import UserSession
from ...models.user_session_list import UserSessionList
from ...models.user_status import UserStatus
from ...types import UNSET, Unset
from . import create_access_pass as _create_access_pass
from . import create_user as _create_user
from . import delete_user as _delete_user
from . import delete_user_factors as _delete_user_factors
from . import deprovision_user as _deprovision_user
from . import end_user_session as _end_user_session
from . import end_user_sessions as _end_user_sessions
from . import get_attribute_schema as _get_attribute_schema
from . import get_user as _get_user
from . import get_user_factors as _get_user_factors
from . import invite_user as _invite_user
from . import list_invitations as _list_invitations
from . import list_user_sessions as _list_user_sessions
from . import list_users as _list_users
from . import reactivate_user as _reactivate_user
from . import replace_attribute_schema as _replace_attribute_schema
from . import revoke_invitation as _revoke_invitation
from . import suspend_user as _suspend_user
from . import update_user as _update_user


class UsersFamily:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UserList:
        """List users."""

        return self._transport.call(
            _list_users.request(
                status=status,
                group=group,
                role=role,
                search=search,
                is_double=is_double,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_users.answer,
        )

    def list_pages(
        self,
        *,
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UserList]:
        """List users: every page, as they are asked for."""

        return _pages.by_page(
            lambda page: self.list(
                status=status,
                group=group,
                role=role,
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
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[User]:
        """List users: every item of every page."""

        return _pages.items(
            self.list_pages(
                status=status,
                group=group,
                role=role,
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
        email: str,
        email_verified: bool | Unset = UNSET,
        username: str | Unset = UNSET,
        first_name: None | str | Unset = UNSET,
        last_name: None | str | Unset = UNSET,
        display_name: None | str | Unset = UNSET,
        nickname: None | str | Unset = UNSET,
        title: None | str | Unset = UNSET,
        department: None | str | Unset = UNSET,
        division: None | str | Unset = UNSET,
        organization: None | str | Unset = UNSET,
        cost_center: None | str | Unset = UNSET,
        employee_number: None | str | Unset = UNSET,
        manager_id: None | str | Unset = UNSET,
        phone_number: None | str | Unset = UNSET,
        phone_number_verified: bool | Unset = UNSET,
        locale: None | str | Unset = UNSET,
        timezone: None | str | Unset = UNSET,
        picture: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        middle_name: None | str | Unset = UNSET,
        birthdate: None | str | Unset = UNSET,
        gender: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        profile_url: None | str | Unset = UNSET,
        address: None | PostalAddressType0 | Unset = UNSET,
        attributes: UserAttributes | Unset = UNSET,
        roles: builtins.list[str | UserRole] | Unset = UNSET,
        password: str | Unset = UNSET,
        send_invite: bool | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Create a user.

        Without a `password`, the service mails an invitation to `email` at once. The user is
        `INVITED` until they accept it. To send no mail, set `sendInvite: false` or a `password`.
        The user is then `ACTIVE` at once. Your key must hold every scope that the roles carry.
        """

        return self._transport.call(
            _create_user.request(
                email=email,
                email_verified=email_verified,
                username=username,
                first_name=first_name,
                last_name=last_name,
                display_name=display_name,
                nickname=nickname,
                title=title,
                department=department,
                division=division,
                organization=organization,
                cost_center=cost_center,
                employee_number=employee_number,
                manager_id=manager_id,
                phone_number=phone_number,
                phone_number_verified=phone_number_verified,
                locale=locale,
                timezone=timezone,
                picture=picture,
                external_id=external_id,
                middle_name=middle_name,
                birthdate=birthdate,
                gender=gender,
                website=website,
                profile_url=profile_url,
                address=address,
                attributes=attributes,
                roles=roles,
                password=password,
                send_invite=send_invite,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
            ),
            _create_user.answer,
        )

    def get(
        self,
        user_id: str,
    ) -> User:
        """Get a user."""

        return self._transport.call(
            _get_user.request(
                user_id,
            ),
            _get_user.answer,
        )

    def delete(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a user.

        Erases the user; the audit trail keeps the ID and nothing else. Identities that they own
        have no owner then.
        """

        return self._transport.call(
            _delete_user.request(
                user_id,
                if_match=if_match,
            ),
            _delete_user.answer,
        )

    def update(
        self,
        user_id: str,
        *,
        email: str | Unset = UNSET,
        email_verified: bool | Unset = UNSET,
        username: str | Unset = UNSET,
        first_name: None | str | Unset = UNSET,
        last_name: None | str | Unset = UNSET,
        display_name: None | str | Unset = UNSET,
        nickname: None | str | Unset = UNSET,
        title: None | str | Unset = UNSET,
        department: None | str | Unset = UNSET,
        division: None | str | Unset = UNSET,
        organization: None | str | Unset = UNSET,
        cost_center: None | str | Unset = UNSET,
        employee_number: None | str | Unset = UNSET,
        manager_id: None | str | Unset = UNSET,
        phone_number: None | str | Unset = UNSET,
        phone_number_verified: bool | Unset = UNSET,
        locale: None | str | Unset = UNSET,
        timezone: None | str | Unset = UNSET,
        picture: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        middle_name: None | str | Unset = UNSET,
        birthdate: None | str | Unset = UNSET,
        gender: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        profile_url: None | str | Unset = UNSET,
        address: None | PostalAddressType0 | Unset = UNSET,
        attributes: UserAttributes | Unset = UNSET,
        roles: builtins.list[str | UserRole] | Unset = UNSET,
        password: str | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> User:
        """Change a user.

        The caller must hold every scope that the user's roles and groups carry, before and after
        the change. This applies to changes of the roles, the password, the username and
        `expiresAt`. A changed `email` must be verified again, unless the request says
        `emailVerified: true`.
        """

        return self._transport.call(
            _update_user.request(
                user_id,
                email=email,
                email_verified=email_verified,
                username=username,
                first_name=first_name,
                last_name=last_name,
                display_name=display_name,
                nickname=nickname,
                title=title,
                department=department,
                division=division,
                organization=organization,
                cost_center=cost_center,
                employee_number=employee_number,
                manager_id=manager_id,
                phone_number=phone_number,
                phone_number_verified=phone_number_verified,
                locale=locale,
                timezone=timezone,
                picture=picture,
                external_id=external_id,
                middle_name=middle_name,
                birthdate=birthdate,
                gender=gender,
                website=website,
                profile_url=profile_url,
                address=address,
                attributes=attributes,
                roles=roles,
                password=password,
                expires_at=expires_at,
                if_match=if_match,
            ),
            _update_user.answer,
        )

    def suspend(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Suspend a user.

        The user cannot sign in until an administrator reactivates the user.
        """

        return self._transport.call(
            _suspend_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_user.answer,
        )

    def reactivate(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Reactivate a suspended user.

        A user who was suspended before accepting an invitation is `INVITED` again.
        """

        return self._transport.call(
            _reactivate_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_user.answer,
        )

    def deprovision(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Deprovision a user.

        For good: password, invitation and memberships are removed. The email address and the
        username stay taken until the user is deleted.
        """

        return self._transport.call(
            _deprovision_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _deprovision_user.answer,
        )

    def invite(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Send a user a new invitation.

        Only for users who are `INVITED`. The new link is the only one that works. The service
        sends at most one email a minute: an earlier request answers 409 with `retryAt`.
        """

        return self._transport.call(
            _invite_user.request(
                user_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _invite_user.answer,
        )

    def create_access_pass(
        self,
        user_id: str,
        *,
        expires_in_seconds: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> AccessPass:
        """Create an access pass for a user.

        With the pass, a user without an authenticator app signs in once, and sets up the app or a
        passkey. The pass opens nothing else. An invited user can use it after accepting the
        invitation. A new pass ends the one before. So do a suspension and the end of the user.
        The caller must hold the rights that the user's roles and groups carry. A user who must
        sign in by a connection gets none (409).
        """

        return self._transport.call(
            _create_access_pass.request(
                user_id,
                expires_in_seconds=expires_in_seconds,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_access_pass.answer,
        )

    def get_factors(
        self,
        user_id: str,
    ) -> UserFactors:
        """Get what a user signs in with.

        Counts and times of the password, the second factors and the connected accounts, and
        whether the name of the user is locked. Never a secret.
        """

        return self._transport.call(
            _get_user_factors.request(
                user_id,
            ),
            _get_user_factors.answer,
        )

    def delete_factors(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> User:
        """Remove all second factors of a user.

        For users who lost their second factors. The authenticator app and recovery codes are
        removed, and every session of the user ends. The user signs in with the remaining factors,
        and sets up another second factor where one is required. The caller must hold the rights
        that the user's roles and groups carry. This keeps a help desk from resetting
        administrators.
        """

        return self._transport.call(
            _delete_user_factors.request(
                user_id,
                if_match=if_match,
            ),
            _delete_user_factors.answer,
        )

    def list_invitations(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> InvitationList:
        """List the open invitations.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return self._transport.call(
            _list_invitations.request(
                status=status,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_invitations.answer,
        )

    def list_invitations_pages(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[InvitationList]:
        """List the open invitations: every page, as they are asked for.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return _pages.by_page(
            lambda page: self.list_invitations(
                status=status,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_invitations_all(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[Invitation]:
        """List the open invitations: every item of every page.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return _pages.items(
            self.list_invitations_pages(
                status=status,
                cursor=cursor,
                limit=limit,
            )
        )

    def revoke_invitation(
        self,
        invitation_id: str,
    ) -> Deleted:
        """Revoke an invitation.

        The link stops working. If the mail was not sent yet, it is not sent. The user stays
        `INVITED`: `inviteUser` sends a new link. The caller must hold the rights that the user's
        roles and groups carry.
        """

        return self._transport.call(
            _revoke_invitation.request(
                invitation_id,
            ),
            _revoke_invitation.answer,
        )

    def list_sessions(
        self,
        user_id: str,
        *,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UserSessionList:
        """List the sessions of a user.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return self._transport.call(
            _list_user_sessions.request(
                user_id,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_user_sessions.answer,
        )

    def list_sessions_pages(
        self,
        user_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UserSessionList]:
        """List the sessions of a user: every page, as they are asked for.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return _pages.by_page(
            lambda page: self.list_sessions(
                user_id,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_sessions_all(
        self,
        user_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> Iterator[UserSession]:
        """List the sessions of a user: every item of every page.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return _pages.items(
            self.list_sessions_pages(
                user_id,
                cursor=cursor,
                limit=limit,
            )
        )

    def end_sessions(
        self,
        user_id: str,
    ) -> EndedSessions:
        """End all sessions of a user.

        The user must sign in again in every browser. Applications are told, and their tokens end
        that last as long as a session. Tokens for the absence of the user (`offline_access`)
        stay. The caller must hold the rights that the user's roles and groups carry. This keeps a
        help desk from signing administrators out.
        """

        return self._transport.call(
            _end_user_sessions.request(
                user_id,
            ),
            _end_user_sessions.answer,
        )

    def end_session(
        self,
        user_id: str,
        session_id: str,
    ) -> Deleted:
        """End a session of a user.

        The user must sign in again in this browser. Otherwise as `endUserSessions`: applications
        are told, and the caller must hold the rights of the user.
        """

        return self._transport.call(
            _end_user_session.request(
                user_id,
                session_id,
            ),
            _end_user_session.answer,
        )

    def get_attribute_schema(
        self,
    ) -> AttributeSchema:
        """Get the schema of users' attributes."""

        return self._transport.call(
            _get_attribute_schema.request(),
            _get_attribute_schema.answer,
        )

    def replace_attribute_schema(
        self,
        *,
        schema: Any,
        if_match: str | Unset = UNSET,
    ) -> AttributeSchema:
        """Replace the schema of users' attributes.

        From now on, the `attributes` of new users, and changed `attributes`, must fit the schema.
        Otherwise the response is 400 with `attributes.<name>`. Existing users stay as they are.
        Null allows any attributes.
        """

        return self._transport.call(
            _replace_attribute_schema.request(
                schema=schema,
                if_match=if_match,
            ),
            _replace_attribute_schema.answer,
        )


class AsyncUsersFamily:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UserList:
        """List users."""

        return await self._transport.call(
            _list_users.request(
                status=status,
                group=group,
                role=role,
                search=search,
                is_double=is_double,
                sort=sort,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_users.answer,
        )

    def list_pages(
        self,
        *,
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UserList]:
        """List users: every page, as they are asked for."""

        return _pages.async_by_page(
            lambda page: self.list(
                status=status,
                group=group,
                role=role,
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
        status: str | Unset | UserStatus = UNSET,
        group: str | Unset = UNSET,
        role: str | Unset | UserRole = UNSET,
        search: str | Unset = UNSET,
        is_double: bool | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[User]:
        """List users: every item of every page."""

        return _pages.async_items(
            self.list_pages(
                status=status,
                group=group,
                role=role,
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
        email: str,
        email_verified: bool | Unset = UNSET,
        username: str | Unset = UNSET,
        first_name: None | str | Unset = UNSET,
        last_name: None | str | Unset = UNSET,
        display_name: None | str | Unset = UNSET,
        nickname: None | str | Unset = UNSET,
        title: None | str | Unset = UNSET,
        department: None | str | Unset = UNSET,
        division: None | str | Unset = UNSET,
        organization: None | str | Unset = UNSET,
        cost_center: None | str | Unset = UNSET,
        employee_number: None | str | Unset = UNSET,
        manager_id: None | str | Unset = UNSET,
        phone_number: None | str | Unset = UNSET,
        phone_number_verified: bool | Unset = UNSET,
        locale: None | str | Unset = UNSET,
        timezone: None | str | Unset = UNSET,
        picture: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        middle_name: None | str | Unset = UNSET,
        birthdate: None | str | Unset = UNSET,
        gender: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        profile_url: None | str | Unset = UNSET,
        address: None | PostalAddressType0 | Unset = UNSET,
        attributes: UserAttributes | Unset = UNSET,
        roles: builtins.list[str | UserRole] | Unset = UNSET,
        password: str | Unset = UNSET,
        send_invite: bool | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Create a user.

        Without a `password`, the service mails an invitation to `email` at once. The user is
        `INVITED` until they accept it. To send no mail, set `sendInvite: false` or a `password`.
        The user is then `ACTIVE` at once. Your key must hold every scope that the roles carry.
        """

        return await self._transport.call(
            _create_user.request(
                email=email,
                email_verified=email_verified,
                username=username,
                first_name=first_name,
                last_name=last_name,
                display_name=display_name,
                nickname=nickname,
                title=title,
                department=department,
                division=division,
                organization=organization,
                cost_center=cost_center,
                employee_number=employee_number,
                manager_id=manager_id,
                phone_number=phone_number,
                phone_number_verified=phone_number_verified,
                locale=locale,
                timezone=timezone,
                picture=picture,
                external_id=external_id,
                middle_name=middle_name,
                birthdate=birthdate,
                gender=gender,
                website=website,
                profile_url=profile_url,
                address=address,
                attributes=attributes,
                roles=roles,
                password=password,
                send_invite=send_invite,
                expires_at=expires_at,
                idempotency_key=idempotency_key,
            ),
            _create_user.answer,
        )

    async def get(
        self,
        user_id: str,
    ) -> User:
        """Get a user."""

        return await self._transport.call(
            _get_user.request(
                user_id,
            ),
            _get_user.answer,
        )

    async def delete(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> Deleted:
        """Delete a user.

        Erases the user; the audit trail keeps the ID and nothing else. Identities that they own
        have no owner then.
        """

        return await self._transport.call(
            _delete_user.request(
                user_id,
                if_match=if_match,
            ),
            _delete_user.answer,
        )

    async def update(
        self,
        user_id: str,
        *,
        email: str | Unset = UNSET,
        email_verified: bool | Unset = UNSET,
        username: str | Unset = UNSET,
        first_name: None | str | Unset = UNSET,
        last_name: None | str | Unset = UNSET,
        display_name: None | str | Unset = UNSET,
        nickname: None | str | Unset = UNSET,
        title: None | str | Unset = UNSET,
        department: None | str | Unset = UNSET,
        division: None | str | Unset = UNSET,
        organization: None | str | Unset = UNSET,
        cost_center: None | str | Unset = UNSET,
        employee_number: None | str | Unset = UNSET,
        manager_id: None | str | Unset = UNSET,
        phone_number: None | str | Unset = UNSET,
        phone_number_verified: bool | Unset = UNSET,
        locale: None | str | Unset = UNSET,
        timezone: None | str | Unset = UNSET,
        picture: None | str | Unset = UNSET,
        external_id: None | str | Unset = UNSET,
        middle_name: None | str | Unset = UNSET,
        birthdate: None | str | Unset = UNSET,
        gender: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        profile_url: None | str | Unset = UNSET,
        address: None | PostalAddressType0 | Unset = UNSET,
        attributes: UserAttributes | Unset = UNSET,
        roles: builtins.list[str | UserRole] | Unset = UNSET,
        password: str | Unset = UNSET,
        expires_at: datetime.datetime | None | Unset = UNSET,
        if_match: str | Unset = UNSET,
    ) -> User:
        """Change a user.

        The caller must hold every scope that the user's roles and groups carry, before and after
        the change. This applies to changes of the roles, the password, the username and
        `expiresAt`. A changed `email` must be verified again, unless the request says
        `emailVerified: true`.
        """

        return await self._transport.call(
            _update_user.request(
                user_id,
                email=email,
                email_verified=email_verified,
                username=username,
                first_name=first_name,
                last_name=last_name,
                display_name=display_name,
                nickname=nickname,
                title=title,
                department=department,
                division=division,
                organization=organization,
                cost_center=cost_center,
                employee_number=employee_number,
                manager_id=manager_id,
                phone_number=phone_number,
                phone_number_verified=phone_number_verified,
                locale=locale,
                timezone=timezone,
                picture=picture,
                external_id=external_id,
                middle_name=middle_name,
                birthdate=birthdate,
                gender=gender,
                website=website,
                profile_url=profile_url,
                address=address,
                attributes=attributes,
                roles=roles,
                password=password,
                expires_at=expires_at,
                if_match=if_match,
            ),
            _update_user.answer,
        )

    async def suspend(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Suspend a user.

        The user cannot sign in until an administrator reactivates the user.
        """

        return await self._transport.call(
            _suspend_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _suspend_user.answer,
        )

    async def reactivate(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Reactivate a suspended user.

        A user who was suspended before accepting an invitation is `INVITED` again.
        """

        return await self._transport.call(
            _reactivate_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _reactivate_user.answer,
        )

    async def deprovision(
        self,
        user_id: str,
        *,
        reason: str | Unset = UNSET,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Deprovision a user.

        For good: password, invitation and memberships are removed. The email address and the
        username stay taken until the user is deleted.
        """

        return await self._transport.call(
            _deprovision_user.request(
                user_id,
                reason=reason,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _deprovision_user.answer,
        )

    async def invite(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
    ) -> User:
        """Send a user a new invitation.

        Only for users who are `INVITED`. The new link is the only one that works. The service
        sends at most one email a minute: an earlier request answers 409 with `retryAt`.
        """

        return await self._transport.call(
            _invite_user.request(
                user_id,
                if_match=if_match,
                idempotency_key=idempotency_key,
            ),
            _invite_user.answer,
        )

    async def create_access_pass(
        self,
        user_id: str,
        *,
        expires_in_seconds: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        x_wrap_ttl: int | Unset = UNSET,
    ) -> AccessPass:
        """Create an access pass for a user.

        With the pass, a user without an authenticator app signs in once, and sets up the app or a
        passkey. The pass opens nothing else. An invited user can use it after accepting the
        invitation. A new pass ends the one before. So do a suspension and the end of the user.
        The caller must hold the rights that the user's roles and groups carry. A user who must
        sign in by a connection gets none (409).
        """

        return await self._transport.call(
            _create_access_pass.request(
                user_id,
                expires_in_seconds=expires_in_seconds,
                idempotency_key=idempotency_key,
                x_wrap_ttl=x_wrap_ttl,
            ),
            _create_access_pass.answer,
        )

    async def get_factors(
        self,
        user_id: str,
    ) -> UserFactors:
        """Get what a user signs in with.

        Counts and times of the password, the second factors and the connected accounts, and
        whether the name of the user is locked. Never a secret.
        """

        return await self._transport.call(
            _get_user_factors.request(
                user_id,
            ),
            _get_user_factors.answer,
        )

    async def delete_factors(
        self,
        user_id: str,
        *,
        if_match: str | Unset = UNSET,
    ) -> User:
        """Remove all second factors of a user.

        For users who lost their second factors. The authenticator app and recovery codes are
        removed, and every session of the user ends. The user signs in with the remaining factors,
        and sets up another second factor where one is required. The caller must hold the rights
        that the user's roles and groups carry. This keeps a help desk from resetting
        administrators.
        """

        return await self._transport.call(
            _delete_user_factors.request(
                user_id,
                if_match=if_match,
            ),
            _delete_user_factors.answer,
        )

    async def list_invitations(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> InvitationList:
        """List the open invitations.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return await self._transport.call(
            _list_invitations.request(
                status=status,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_invitations.answer,
        )

    def list_invitations_pages(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[InvitationList]:
        """List the open invitations: every page, as they are asked for.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return _pages.async_by_page(
            lambda page: self.list_invitations(
                status=status,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_invitations_all(
        self,
        *,
        status: InvitationStatus | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[Invitation]:
        """List the open invitations: every item of every page.

        The newest first. A user has at most one invitation. An invitation that was accepted, or
        revoked, is not shown. An expired one is shown for seven days.
        """

        return _pages.async_items(
            self.list_invitations_pages(
                status=status,
                cursor=cursor,
                limit=limit,
            )
        )

    async def revoke_invitation(
        self,
        invitation_id: str,
    ) -> Deleted:
        """Revoke an invitation.

        The link stops working. If the mail was not sent yet, it is not sent. The user stays
        `INVITED`: `inviteUser` sends a new link. The caller must hold the rights that the user's
        roles and groups carry.
        """

        return await self._transport.call(
            _revoke_invitation.request(
                invitation_id,
            ),
            _revoke_invitation.answer,
        )

    async def list_sessions(
        self,
        user_id: str,
        *,
        page: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> UserSessionList:
        """List the sessions of a user.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return await self._transport.call(
            _list_user_sessions.request(
                user_id,
                page=page,
                cursor=cursor,
                limit=limit,
            ),
            _list_user_sessions.answer,
        )

    def list_sessions_pages(
        self,
        user_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UserSessionList]:
        """List the sessions of a user: every page, as they are asked for.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return _pages.async_by_page(
            lambda page: self.list_sessions(
                user_id,
                cursor=cursor,
                limit=limit,
                page=page,
            )
        )

    def list_sessions_all(
        self,
        user_id: str,
        *,
        cursor: str | Unset = UNSET,
        limit: int | Unset = UNSET,
    ) -> AsyncIterator[UserSession]:
        """List the sessions of a user: every item of every page.

        The browsers that the user is signed in with, the newest session first. Sessions that have
        ended are not shown.
        """

        return _pages.async_items(
            self.list_sessions_pages(
                user_id,
                cursor=cursor,
                limit=limit,
            )
        )

    async def end_sessions(
        self,
        user_id: str,
    ) -> EndedSessions:
        """End all sessions of a user.

        The user must sign in again in every browser. Applications are told, and their tokens end
        that last as long as a session. Tokens for the absence of the user (`offline_access`)
        stay. The caller must hold the rights that the user's roles and groups carry. This keeps a
        help desk from signing administrators out.
        """

        return await self._transport.call(
            _end_user_sessions.request(
                user_id,
            ),
            _end_user_sessions.answer,
        )

    async def end_session(
        self,
        user_id: str,
        session_id: str,
    ) -> Deleted:
        """End a session of a user.

        The user must sign in again in this browser. Otherwise as `endUserSessions`: applications
        are told, and the caller must hold the rights of the user.
        """

        return await self._transport.call(
            _end_user_session.request(
                user_id,
                session_id,
            ),
            _end_user_session.answer,
        )

    async def get_attribute_schema(
        self,
    ) -> AttributeSchema:
        """Get the schema of users' attributes."""

        return await self._transport.call(
            _get_attribute_schema.request(),
            _get_attribute_schema.answer,
        )

    async def replace_attribute_schema(
        self,
        *,
        schema: Any,
        if_match: str | Unset = UNSET,
    ) -> AttributeSchema:
        """Replace the schema of users' attributes.

        From now on, the `attributes` of new users, and changed `attributes`, must fit the schema.
        Otherwise the response is 400 with `attributes.<name>`. Existing users stay as they are.
        Null allows any attributes.
        """

        return await self._transport.call(
            _replace_attribute_schema.request(
                schema=schema,
                if_match=if_match,
            ),
            _replace_attribute_schema.answer,
        )
