import type { EntityManager } from '@mikro-orm/postgresql';
import {
  createIdentity,
  deleteIdentity,
  findIdentity,
  type IdentityPatch,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
  updateIdentity,
} from '../credentials/identities.ts';
import { requireId, requireTag } from '../platform/list-filters.ts';
import { rightSizeIdentity } from '../usage/right-sizing.ts';
import { reportScopesOf } from '../usage/scope-report.ts';
import type { Identity } from '../credentials/entities/identity.ts';
import { readRisk } from '../risk/risk.ts';
import { Failure } from '../failure.ts';
import { created, type Handlers, ok } from '../operation.ts';
import { etagOf } from '../lib/etag.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { identityActivity, listIdentities } from '../credentials/sql/identities.ts';
import { listCredentials } from '../credentials/sql/credentials.ts';
import { readUsage } from '../usage/sql/usage.ts';
import { viewCredentialItem } from '../credentials/views/credentials.ts';
import { viewIdentity, viewIdentityRow, viewRisk } from '../credentials/views/identities.ts';
import { viewRightSizing, viewScopeReport } from '../usage/views/usage.ts';
import { askedPage } from '../platform/paging.ts';
import { versioned } from '../platform/versioned.ts';
import { mayOwnIdentities as mayOwn } from '../users/directory/identity-owners.ts';
import type { ReadBy } from '../lib/read-by.ts';

export const identities: Handlers<'identities'> = {
  async listIdentities({ query, em, caller, fits }) {
    const { window, rest, pagination } = askedPage(['listIdentities', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireTag(filter.tag, fits);
    requireId('ownerUserId', 'usr', filter.ownerUserId);
    const found = await listIdentities(em, caller.orgId, filter, sort, window);
    return ok({ data: found.rows.map(viewIdentityRow), pagination: pagination(found) });
  },

  async createIdentity({ body, em, caller, now, quotas, outgoing }) {
    const identity = await createIdentity(em, body, caller, { quotas, outgoing, mayOwn });
    const { body: view, headers } = await shown(identity, em, now);
    return created(view, headers);
  },

  async getIdentity({ path, caller, rows }) {
    const row = await rows.identity(caller.orgId, path.id);
    if (!row) throw new Failure('IDENTITY_NOT_FOUND');
    return ok(viewIdentityRow(row), { ETag: etagOf(row.version) });
  },

  async getIdentityRisk({ path, em, now }) {
    const { id } = await findIdentity(em, path.id);
    return ok(viewRisk(id, await readRisk(em, id), now));
  },

  async updateIdentity({ path, body, em, caller, now, ifMatch, attempt, outgoing }) {
    body satisfies ReadBy<IdentityPatch, typeof body>;
    const condition = { ifMatch, outgoing, mayOwn };
    const { identity, changes } = await updateIdentity(em, path.id, body, condition, caller);
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

  async listIdentityCredentials({ path, query, em, caller }) {
    const { id: identityId } = await findIdentity(em, path.id);
    const { window, rest, pagination } = askedPage(['listIdentityCredentials', identityId], query);
    const { sort, ...filter } = rest;
    const found = await listCredentials(em, caller.orgId, { ...filter, identityId }, sort, window);
    return ok({
      data: found.rows.map((row) => viewCredentialItem(row, caller.environment)),
      pagination: pagination(found),
    });
  },

  async getIdentityActivity({ path, query, em, caller }) {
    const { id: identityId } = await findIdentity(em, path.id);
    const { lastActivityAt, credentialCount } = await identityActivity(em, caller.orgId, identityId);
    return ok({
      identityId,
      lastActivityAt: lastActivityAt?.toISOString() ?? null,
      credentialCount,
      ...(await readUsage(em, caller.orgId, { identityId }, query.days)),
    });
  },

  async listUnusedScopes({ path, query, em }) {
    const { page, limit, windowDays } = query;
    const { id: identityId } = await findIdentity(em, path.id);
    const window = { limit, offset: offsetOf(page, limit) };
    const { reports, total } = await reportScopesOf(em, identityId, windowDays, window);
    return ok({
      identityId,
      windowDays,
      data: reports.map(viewScopeReport),
      pagination: pageOf(page, limit, total),
    });
  },

  async rightSizeIdentity({ path, body, em, caller, attempt }) {
    const sized = await rightSizeIdentity(em, path.id, body, caller);
    if (body.dryRun) attempt.reason = 'dry run';
    else {
      attempt.each = sized.narrowed.map(({ credential: { id, name }, changes }) => ({
        action: 'credential.update',
        targetId: id,
        targetName: name,
        changes,
      }));
    }
    return ok(viewRightSizing(path.id, body, sized));
  },
};

const shown = (identity: Identity, em: EntityManager, now: Date) =>
  versioned(identity, em, async () =>
    viewIdentity(identity, await identityActivity(em, identity.orgId, identity.id), now),
  );
