import type { EntityManager } from '@mikro-orm/postgresql';
import {
  deleteCredential,
  findCredential,
  identityOf,
  reactivateCredential,
  revokeCredential,
  rotateCredential,
  suspendCredential,
  updateCredential,
} from '../domain/credentials.ts';
import { issueCredential, issueJitCredential } from '../domain/issuing.ts';
import type { Credential } from '../entities/credential.ts';
import { type ApiCaller, created, type Handlers, ok } from '../http/operation.ts';
import { etagOf } from '../lib/etag.ts';
import { sliceOf } from '../lib/page.ts';
import { countCredentials } from '../queries/count-credentials.ts';
import { listCredentials } from '../queries/list-credentials.ts';
import { readUsage } from '../queries/read-usage.ts';
import {
  viewCredential,
  viewCredentialItem,
  viewInvalid,
  viewIssued,
  viewIssuedJit,
  viewRotated,
  viewValid,
} from '../views/credentials.ts';

export const credentials: Handlers<'credentials'> = {
  async listCredentials({ query, em, caller }) {
    const { limit, offset, ...filter } = query;
    const { rows, total } = await listCredentials(em, caller.orgId, filter, { limit, offset });
    return ok({
      data: rows.map((row) => viewCredentialItem(row, caller.environment)),
      stats: await countCredentials(em, caller.orgId),
      pagination: sliceOf(limit, offset, total),
    });
  },

  async createCredential({ body, em, caller, quotas }) {
    const { credential, secret } = await issueCredential(em, body, caller, quotas);
    return created(viewIssued(credential, secret, caller.environment));
  },

  async createJitCredential({ body, em, caller, quotas }) {
    const { credential, secret } = await issueJitCredential(em, body, caller, quotas);
    return created(viewIssuedJit(credential, secret, caller.environment));
  },

  async verifyCredential({ body, caller, uses, now }) {
    const { credential: secret, consume, scopes, ipAddress = null } = body;
    const verdict = await uses.verify({ orgId: caller.orgId, secret, consume, scopes, ipAddress });
    return verdict.code === 'VALID'
      ? ok(viewValid(verdict.finding, verdict.usageCount, caller.environment))
      : ok(viewInvalid(verdict.code, verdict.now ?? now, caller.environment));
  },

  async getCredential({ path, em, caller, now }) {
    return shown(await findCredential(em, path.id), em, caller, now);
  },

  async updateCredential({ path, body, em, caller, now, ifMatch, attempt }) {
    const { credential, changes } = await updateCredential(em, path.id, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(credential, em, caller, now);
  },

  async deleteCredential({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteCredential(em, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Credential deleted', id });
  },

  async rotateCredential({ path, body, em, caller, now, ifMatch }) {
    const how = { graceSeconds: body.gracePeriod, ifMatch };
    const { credential, secret, previousEndsAt } = await rotateCredential(em, path.id, how, caller);
    return ok(viewRotated(credential, secret, previousEndsAt, { environment: caller.environment, now }));
  },

  async suspendCredential({ path, body, em, caller, now, ifMatch, attempt }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await suspendCredential(em, path.id, { reason, ifMatch }, caller), em, caller, now);
  },

  async reactivateCredential({ path, body, em, caller, now, ifMatch, attempt }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateCredential(em, path.id, { ifMatch }, caller), em, caller, now);
  },

  async revokeCredential({ path, body, em, caller, now, ifMatch, attempt }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await revokeCredential(em, path.id, { reason, ifMatch }, caller), em, caller, now);
  },

  async getCredentialUsage({ path, query, em, caller }) {
    const { id, usageCount, maxUsageCount, lastUsedAt } = await findCredential(em, path.id);
    return ok({
      credentialId: id,
      usageCount,
      maxUsageCount,
      remainingUses: maxUsageCount === null ? null : Math.max(0, maxUsageCount - usageCount),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      days: await readUsage(em, caller.orgId, id, query.days),
    });
  },
};

/** Flushed first, so that version and time of change are those the database has. */
async function shown(credential: Credential, em: EntityManager, { environment }: ApiCaller, now: Date) {
  await em.flush();
  const { name } = await identityOf(em, credential);
  return ok(viewCredential(credential, name, { environment, now }), { ETag: etagOf(credential.version) });
}
