import type { EntityManager } from '@mikro-orm/postgresql';
import {
  createIdentity,
  deleteIdentity,
  findIdentity,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
  updateIdentity,
} from '../domain/identities.ts';
import type { Identity } from '../entities/identity.ts';
import { created, type Handlers, ok } from '../http/operation.ts';
import { etagOf } from '../lib/etag.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { identityActivity } from '../queries/identity-activity.ts';
import { listIdentities } from '../queries/list-identities.ts';
import { viewIdentity, viewIdentityRow } from '../views/identities.ts';

export const identities: Handlers<'identities'> = {
  async listIdentities({ query, em, caller }) {
    const { page, limit, sort, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit), sort };
    const { rows, total } = await listIdentities(em, caller.orgId, filter, window);
    return ok({ data: rows.map(viewIdentityRow), pagination: pageOf(page, limit, total) });
  },

  async createIdentity({ body, em, caller, now, quotas }) {
    const identity = await createIdentity(em, body, caller, quotas);
    const { body: view, headers } = await shown(identity, em, now);
    return created(view, headers);
  },

  async getIdentity({ path, em, now }) {
    return shown(await findIdentity(em, path.id), em, now);
  },

  async updateIdentity({ path, body, em, caller, now, ifMatch, attempt }) {
    const { identity, changes } = await updateIdentity(em, path.id, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(identity, em, now);
  },

  async deleteIdentity({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteIdentity(em, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Identity deleted', id });
  },

  async suspendIdentity({ path, body, em, caller, now, ifMatch, attempt }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await suspendIdentity(em, path.id, { reason, ifMatch }, caller), em, now);
  },

  async reactivateIdentity({ path, body, em, caller, now, ifMatch, attempt }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateIdentity(em, path.id, { ifMatch }, caller), em, now);
  },

  async revokeIdentity({ path, body, em, caller, now, ifMatch, attempt }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await revokeIdentity(em, path.id, { reason, ifMatch }, caller), em, now);
  },
};

/** Flushed first, so that version and time of change are those the database has. */
async function shown(identity: Identity, em: EntityManager, now: Date) {
  await em.flush();
  const activity = await identityActivity(em, identity.orgId, identity.id);
  return { ...ok(viewIdentity(identity, activity, now)), headers: { ETag: etagOf(identity.version) } };
}
