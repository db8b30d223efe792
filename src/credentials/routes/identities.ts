import type { Fits } from '../../platform/fits.ts';
import {
  createIdentity,
  deleteIdentity,
  findIdentity,
  type IdentityPatch,
  type MayOwn,
  reactivateIdentity,
  revokeIdentity,
  suspendIdentity,
  updateIdentity,
} from '../identities.ts';
import { requireId, requireTag } from '../../platform/list-filters.ts';
import type { Identity } from '../entities/identity.ts';
import { Failure } from '../../failure.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { etagOf } from '../../lib/etag.ts';
import { identityActivity, listIdentities } from '../sql/identities.ts';
import { listCredentials } from '../sql/credentials.ts';
import { viewCredentialItem } from '../views/credentials.ts';
import { viewIdentity, viewIdentityRow } from '../views/identities.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ShownRows } from '../shown-rows.ts';

interface Parts {
  fits: Fits;
  outgoing: Outgoing;
  quotas: Quotas;
  rows: ShownRows;
  wired: { mayOwnIdentities: MayOwn };
}

type Family = Exclude<
  keyof Handlers<'identities'>,
  'getIdentityRisk' | 'getIdentityActivity' | 'listUnusedScopes' | 'rightSizeIdentity'
>;

export const routes = ({
  fits,
  outgoing,
  quotas,
  rows,
  wired: { mayOwnIdentities: mayOwn },
}: Parts): Pick<Handlers<'identities'>, Family> => ({
  async listIdentities({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listIdentities', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireTag(filter.tag, fits);
    requireId('ownerUserId', 'usr', filter.ownerUserId);
    const found = await listIdentities(tx, caller.orgId, filter, sort, window);
    return ok({ data: found.rows.map(viewIdentityRow), pagination: pagination(found) });
  },

  async createIdentity({ body, tx, caller, now }) {
    const identity = await createIdentity(tx, body, caller, { quotas, outgoing, mayOwn });
    // A new identity has no credentials to count.
    const { body: view, headers } = await versioned(identity, tx, () => viewIdentity(identity, unused, now));
    return created(view, headers);
  },

  async getIdentity({ path, caller }) {
    const row = await rows.identity(caller.orgId, path.id);
    if (!row) throw new Failure('IDENTITY_NOT_FOUND');
    return ok(viewIdentityRow(row), { ETag: etagOf(row.version) });
  },

  async updateIdentity({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<IdentityPatch, typeof body>;
    const condition = { ifMatch, outgoing, mayOwn };
    const { identity, changes } = await updateIdentity(tx, path.id, body, condition, caller);
    attempt.changes = changes;
    return shown(identity, tx, now);
  },

  async deleteIdentity({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteIdentity(tx, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Identity deleted', id });
  },

  async suspendIdentity({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await suspendIdentity(tx, path.id, { reason, ifMatch }, caller), tx, now);
  },

  async reactivateIdentity({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateIdentity(tx, path.id, { ifMatch }, caller), tx, now);
  },

  async revokeIdentity({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await revokeIdentity(tx, path.id, { reason, ifMatch }, caller), tx, now);
  },

  async listIdentityCredentials({ path, query, tx, caller }) {
    const { id: identityId } = await findIdentity(tx, path.id);
    const { window, rest, pagination } = askedPage(['listIdentityCredentials', identityId], query);
    const { sort, ...filter } = rest;
    const found = await listCredentials(tx, caller.orgId, { ...filter, identityId }, sort, window);
    return ok({
      data: found.rows.map((row) => viewCredentialItem(row, caller.environment)),
      pagination: pagination(found),
    });
  },
});

const unused = { credentialCount: 0, lastActivityAt: null };

const shown = (identity: Identity, tx: Tx, now: Date) =>
  versioned(identity, tx, async () =>
    viewIdentity(identity, await identityActivity(tx, identity.orgId, identity.id), now),
  );
