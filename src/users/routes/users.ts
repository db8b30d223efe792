import type { KeepOwnersIn } from '../keep-owners.ts';
import type { IsProvedDomain } from '../directory/vouched-address.ts';
import type { Enforcement } from '../enforcement.ts';
import { replaceAttributeSchema } from '../directory/attribute-schema.ts';
import { createAccessPass } from '../access-passes/access-passes.ts';
import { resetFactors } from '../factors/factors.ts';
import {
  deleteUser,
  deprovisionUser,
  inviteUserAgain,
  reactivateUser,
  suspendUser,
} from '../directory/user-states.ts';
import { createUser, findUser, updateUser } from '../directory/users.ts';
import type { User } from '../directory/entities/user.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { readAttributeSchema } from '../directory/sql/attributes.ts';
import { groupsOfUser } from '../groups/sql/groups.ts';
import { listUsers } from '../directory/sql/list-users.ts';
import { mfaMethodsOf } from '../factors/sql/mfa-methods.ts';
import { viewAttributeSchema } from '../directory/views/attribute-schema.ts';
import { revokeInvitation } from '../invitations/open-invitations.ts';
import { pageOfInvitations } from '../invitations/sql/open-invitations.ts';
import { viewInvitation } from '../invitations/views/invitations.ts';
import { viewUser, viewUserRow } from '../directory/views/users.ts';
import { endUserSession, endUserSessions, listUserSessions } from '../sessions/user-sessions.ts';
import { viewUserSession } from '../sessions/views/user-sessions.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { BreachedPasswords } from '../passwords/breached-passwords.ts';
import type { MailAbility } from '../invitations/invitations.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../endings.ts';

interface Parts {
  baseUrl: () => string;
  breached: BreachedPasswords;
  mail: MailAbility;
  quotas: Quotas;
  shared: SharedReads;
  wired: {
    endings: Endings;
    enforcement: Enforcement;
    isProvedDomain: IsProvedDomain;
    keepOwnersIn: KeepOwnersIn;
  };
}

type Family = Exclude<keyof Handlers<'users'>, 'getUserFactors'>;

export const routes = ({
  baseUrl,
  breached,
  mail,
  quotas,
  shared,
  wired,
  wired: { endings, enforcement, isProvedDomain, keepOwnersIn },
}: Parts): Pick<Handlers<'users'>, Family> => ({
  async listUsers({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listUsers', caller.orgId], query);
    const { sort, ...filter } = rest;
    const { body, bytes } = await shared('listUsers', caller, query, async () => {
      const found = await listUsers(tx, caller.orgId, filter, sort, window);
      return { data: found.rows.map(viewUserRow), pagination: pagination(found) };
    });
    return { ...ok(body), bytes };
  },

  async createUser({ body, tx, caller, now, attempt }) {
    const user = await createUser(tx, body, caller, { mail, breached, quotas, isProvedDomain });
    attempt.targetName = user.username;
    const { body: view, headers } = await shown(user, tx, now);
    return created(view, headers);
  },

  async getUser({ path, tx, now }) {
    return shown(await findUser(tx, path.userId), tx, now);
  },

  async updateUser({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const means = { mail, breached, wired, isProvedDomain };
    const change = () => updateUser(tx, path.userId, body, { ifMatch }, caller, means);
    const mayTakeOwner = body.roles !== undefined || body.expiresAt !== undefined;
    const { user, changes } = await (mayTakeOwner ? keepOwnersIn(tx, baseUrl(), change) : change());
    attempt.changes = changes;
    return shown(user, tx, now);
  },

  async deleteUser({ path, tx, caller, sent: { ifMatch } }) {
    const { id } = await keepOwnersIn(tx, baseUrl(), () =>
      deleteUser(tx, path.userId, { ifMatch }, caller, endings),
    );
    return ok({ message: 'User deleted', id });
  },

  async suspendUser({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    const user = await keepOwnersIn(tx, baseUrl(), () =>
      suspendUser(tx, path.userId, { reason, ifMatch }, caller, endings),
    );
    return shown(user, tx, now);
  },

  async reactivateUser({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateUser(tx, path.userId, { ifMatch }, caller, mail), tx, now);
  },

  async deprovisionUser({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    const user = await keepOwnersIn(tx, baseUrl(), () =>
      deprovisionUser(tx, path.userId, { reason, ifMatch }, caller, endings),
    );
    return shown(user, tx, now);
  },

  async inviteUser({ path, tx, caller, now, sent: { ifMatch } }) {
    return shown(await inviteUserAgain(tx, path.userId, { ifMatch }, caller, mail), tx, now);
  },

  async createAccessPass({ path, body, tx, caller, seen, attempt }) {
    const how = { ...body, seen };
    const { user, code, expiresAt } = await createAccessPass(tx, path.userId, how, caller, enforcement);
    attempt.targetName = user.username;
    return created({ userId: user.id, accessPass: code, expiresAt: expiresAt.toISOString() });
  },

  async deleteUserFactors({ path, tx, caller, now, attempt, sent: { ifMatch } }) {
    const { user, changes } = await keepOwnersIn(tx, baseUrl(), () =>
      resetFactors(tx, path.userId, { ifMatch }, caller, endings),
    );
    attempt.changes = changes;
    return shown(user, tx, now);
  },

  async listInvitations({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listInvitations', caller.orgId], query);
    const found = await pageOfInvitations(tx, caller.orgId, rest.status, window);
    return ok({ data: found.rows.map(viewInvitation), pagination: pagination(found) });
  },

  async revokeInvitation({ path, tx, caller, attempt }) {
    const user = await revokeInvitation(tx, path.invitationId, caller);
    attempt.targetId = user.id;
    attempt.targetName = user.username;
    return ok({ message: 'Invitation revoked', id: path.invitationId });
  },

  async listUserSessions({ path, query, tx, caller }) {
    const { window, pagination } = askedPage(['listUserSessions', caller.orgId, path.userId], query);
    const found = await listUserSessions(tx, path.userId, window);
    return ok({ data: found.rows.map(viewUserSession), pagination: pagination(found) });
  },

  async endUserSession({ path, tx, caller, attempt }) {
    const { userId, sessionId: id } = path;
    attempt.targetId = userId;
    const user = await endUserSession(tx, { userId, id }, caller, endings);
    attempt.targetName = user.username;
    return ok({ message: 'Session ended', id });
  },

  async endUserSessions({ path, tx, caller, attempt }) {
    const { user, ended } = await endUserSessions(tx, path.userId, caller, endings);
    attempt.targetName = user.username;
    return ok({ userId: user.id, ended });
  },

  async getAttributeSchema({ tx, caller }) {
    const row = await readAttributeSchema(tx, caller.orgId);
    return ok(viewAttributeSchema(row), { ETag: etagOf(row.version) });
  },

  async replaceAttributeSchema({ body, tx, caller, attempt, sent: { ifMatch } }) {
    const { schema, ...rest } = body;
    rest satisfies Record<string, never>;
    const { row, changes } = await replaceAttributeSchema(tx, schema, { ifMatch }, caller);
    attempt.changes = changes;
    return ok(viewAttributeSchema(row), { ETag: etagOf(row.version) });
  },
});

const shown = (user: User, tx: Tx, now: Date) =>
  versioned(user, tx, async () => {
    const groups = await groupsOfUser(tx, user.orgId, user.id);
    const mfaMethods = await mfaMethodsOf(tx, user.orgId, user.id);
    return viewUser(user, { groups, mfaMethods }, now);
  });
