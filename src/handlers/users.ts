import type { EntityManager } from '@mikro-orm/postgresql';
import { keepOwnersIn } from '../federation/linking/lockout.ts';
import { replaceAttributeSchema } from '../users/directory/attribute-schema.ts';
import { createAccessPass } from '../users/access-passes/access-passes.ts';
import { resetFactors } from '../users/factors/factors.ts';
import {
  deleteUser,
  deprovisionUser,
  inviteUserAgain,
  reactivateUser,
  suspendUser,
} from '../users/directory/user-states.ts';
import { createUser, findUser, updateUser } from '../users/directory/users.ts';
import type { User } from '../users/directory/entities/user.ts';
import { Failure } from '../failure.ts';
import { created, type Handlers, ok } from '../operation.ts';
import { etagOf } from '../lib/etag.ts';
import { readAttributeSchema } from '../users/directory/sql/attributes.ts';
import { groupsOfUser } from '../users/groups/sql/groups.ts';
import { listUsers } from '../users/directory/sql/list-users.ts';
import { mfaMethodsOf } from '../users/factors/sql/mfa-methods.ts';
import { viewAttributeSchema } from '../users/directory/views/attribute-schema.ts';
import { readUserFactors } from '../users/factors/sql/user-factors.ts';
import { viewUserFactors } from '../users/factors/views/user-factors.ts';
import { connectedAccountsOf } from '../federation/linking/sql/connected-accounts.ts';
import { isProvedDomain } from '../federation/linking/sql/routing.ts';
import { viewConnectedAccount } from '../federation/linking/views/connected-accounts.ts';
import { revokeInvitation } from '../users/invitations/open-invitations.ts';
import { pageOfInvitations } from '../users/invitations/sql/open-invitations.ts';
import { viewInvitation } from '../users/invitations/views/invitations.ts';
import { viewUser, viewUserRow } from '../users/directory/views/users.ts';
import { endUserSession, endUserSessions, listUserSessions } from '../users/sessions/user-sessions.ts';
import { viewUserSession } from '../users/sessions/views/user-sessions.ts';
import { askedPage } from '../platform/paging.ts';
import { versioned } from '../platform/versioned.ts';

export const users: Handlers<'users'> = {
  async listUsers({ query, em, caller, shared }) {
    const { window, rest, pagination } = askedPage(['listUsers', caller.orgId], query);
    const { sort, ...filter } = rest;
    const { body, bytes } = await shared('listUsers', caller, query, async () => {
      const found = await listUsers(em, caller.orgId, filter, sort, window);
      return { data: found.rows.map(viewUserRow), pagination: pagination(found) };
    });
    return { ...ok(body), bytes };
  },

  async createUser({ body, em, caller, now, mail, breached, quotas, attempt }) {
    const user = await createUser(em, body, caller, { mail, breached, quotas, isProvedDomain });
    attempt.targetName = user.username;
    const { body: view, headers } = await shown(user, em, now);
    return created(view, headers);
  },

  async getUser({ path, em, now }) {
    return shown(await findUser(em, path.userId), em, now);
  },

  async updateUser({ path, body, em, caller, now, mail, breached, wired, ifMatch, attempt, baseUrl }) {
    const means = { mail, breached, wired, isProvedDomain };
    const change = () => updateUser(em, path.userId, body, { ifMatch }, caller, means);
    const mayTakeOwner = body.roles !== undefined || body.expiresAt !== undefined;
    const { user, changes } = await (mayTakeOwner ? keepOwnersIn(em, baseUrl, change) : change());
    attempt.changes = changes;
    return shown(user, em, now);
  },

  async deleteUser({ path, em, caller, wired, ifMatch, baseUrl }) {
    const { id } = await keepOwnersIn(em, baseUrl, () =>
      deleteUser(em, path.userId, { ifMatch }, caller, wired.endings),
    );
    return ok({ message: 'User deleted', id });
  },

  async suspendUser({ path, body, em, caller, wired, now, ifMatch, attempt, baseUrl }) {
    const reason = (attempt.reason = body.reason ?? null);
    const user = await keepOwnersIn(em, baseUrl, () =>
      suspendUser(em, path.userId, { reason, ifMatch }, caller, wired.endings),
    );
    return shown(user, em, now);
  },

  async reactivateUser({ path, body, em, caller, now, ifMatch, attempt, mail }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateUser(em, path.userId, { ifMatch }, caller, mail), em, now);
  },

  async deprovisionUser({ path, body, em, caller, wired, now, ifMatch, attempt, baseUrl }) {
    const reason = (attempt.reason = body.reason ?? null);
    const user = await keepOwnersIn(em, baseUrl, () =>
      deprovisionUser(em, path.userId, { reason, ifMatch }, caller, wired.endings),
    );
    return shown(user, em, now);
  },

  async inviteUser({ path, em, caller, now, mail, ifMatch }) {
    return shown(await inviteUserAgain(em, path.userId, { ifMatch }, caller, mail), em, now);
  },

  async createAccessPass({ path, body, em, caller, wired, seen, attempt }) {
    const { enforcement } = wired;
    const how = { ...body, seen };
    const { user, code, expiresAt } = await createAccessPass(em, path.userId, how, caller, enforcement);
    attempt.targetName = user.username;
    return created({ userId: user.id, accessPass: code, expiresAt: expiresAt.toISOString() });
  },

  async deleteUserFactors({ path, em, caller, wired, now, ifMatch, attempt, baseUrl }) {
    const { user, changes } = await keepOwnersIn(em, baseUrl, () =>
      resetFactors(em, path.userId, { ifMatch }, caller, wired.endings),
    );
    attempt.changes = changes;
    return shown(user, em, now);
  },

  async getUserFactors({ path, em }) {
    const user = await findUser(em, path.userId);
    const row = await readUserFactors(em, user.orgId, user.id);
    if (!row) throw new Failure('USER_NOT_FOUND');
    const accounts = await connectedAccountsOf(em, user.orgId, user.id);
    return versioned(user, em, () => viewUserFactors(user.id, row, accounts.map(viewConnectedAccount)));
  },

  async listInvitations({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listInvitations', caller.orgId], query);
    const found = await pageOfInvitations(em, caller.orgId, rest.status, window);
    return ok({ data: found.rows.map(viewInvitation), pagination: pagination(found) });
  },

  async revokeInvitation({ path, em, caller, attempt }) {
    const user = await revokeInvitation(em, path.invitationId, caller);
    attempt.targetId = user.id;
    attempt.targetName = user.username;
    return ok({ message: 'Invitation revoked', id: path.invitationId });
  },

  async listUserSessions({ path, query, em, caller }) {
    const { window, pagination } = askedPage(['listUserSessions', caller.orgId, path.userId], query);
    const found = await listUserSessions(em, path.userId, window);
    return ok({ data: found.rows.map(viewUserSession), pagination: pagination(found) });
  },

  async endUserSession({ path, em, caller, wired, attempt }) {
    const { userId, sessionId: id } = path;
    attempt.targetId = userId;
    const user = await endUserSession(em, { userId, id }, caller, wired.endings);
    attempt.targetName = user.username;
    return ok({ message: 'Session ended', id });
  },

  async endUserSessions({ path, em, caller, wired, attempt }) {
    const { user, ended } = await endUserSessions(em, path.userId, caller, wired.endings);
    attempt.targetName = user.username;
    return ok({ userId: user.id, ended });
  },

  async getAttributeSchema({ em, caller }) {
    const row = await readAttributeSchema(em, caller.orgId);
    return ok(viewAttributeSchema(row), { ETag: etagOf(row.version) });
  },

  async replaceAttributeSchema({ body, em, caller, ifMatch, attempt }) {
    const { schema, ...rest } = body;
    rest satisfies Record<string, never>;
    const { row, changes } = await replaceAttributeSchema(em, schema, { ifMatch }, caller);
    attempt.changes = changes;
    return ok(viewAttributeSchema(row), { ETag: etagOf(row.version) });
  },
};

const shown = (user: User, em: EntityManager, now: Date) =>
  versioned(user, em, async () => {
    const groups = await groupsOfUser(em, user.orgId, user.id);
    const mfaMethods = await mfaMethodsOf(em, user.orgId, user.id);
    return viewUser(user, { groups, mfaMethods }, now);
  });
