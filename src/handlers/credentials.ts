import type { EntityManager } from '@mikro-orm/postgresql';
import { cleanUpCredentials } from '../usage/clean-up-credentials.ts';
import {
  type CredentialPatch,
  deleteCredential,
  findCredential,
  identityOf,
  reactivateCredential,
  revokeCredential,
  rotateCredential,
  suspendCredential,
  updateCredential,
} from '../credentials/credentials.ts';
import { requireBoundedContext } from '../platform/fields.ts';
import {
  issueCredential,
  issueJitCredential,
  type NewCredential,
  type NewJitCredential,
} from '../credentials/issuing.ts';
import { requireId } from '../platform/list-filters.ts';
import { exchangeToken } from '../credentials/token-exchange.ts';
import { unwrapSecret } from '../credentials/wrapping.ts';
import type { Credential } from '../credentials/entities/credential.ts';
import { Failure } from '../failure.ts';
import { type AnyApiCaller, type AtOnce, created, type Handlers, ok } from '../operation.ts';
import { secretAtOnce } from '../credentials/verifications.ts';
import { countCredentials, statsOf } from '../credentials/sql/counts.ts';
import { listCredentials } from '../credentials/sql/credentials.ts';
import { readUsage } from '../usage/sql/usage.ts';
import {
  viewCredential,
  viewCredentialDetails,
  viewCredentialItem,
  viewInvalid,
  viewIssued,
  viewIssuedJit,
  viewRotated,
  viewValid,
} from '../credentials/views/credentials.ts';
import { viewUnwrapped } from '../credentials/views/wrapping.ts';
import { receiveLeakedSecrets } from './leaked-secrets.ts';
import { viewCleanUp } from '../usage/views/usage.ts';
import { etagOf } from '../lib/etag.ts';
import { askedSlice } from '../platform/paging.ts';
import { versioned } from '../platform/versioned.ts';
import type { ReadBy } from '../lib/read-by.ts';

export const credentials: Handlers<'credentials'> = {
  async listCredentials({ query, em, caller, shared }) {
    const { window, rest, pagination } = askedSlice(['listCredentials', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireId('identityId', 'idn', filter.identityId);
    const { body, bytes } = await shared('listCredentials', caller, query, async () => {
      const found = await listCredentials(em, caller.orgId, filter, sort, window);
      return {
        data: found.rows.map((row) => viewCredentialItem(row, caller.environment)),
        // A page without rows has nothing beside it.
        stats: found.beside === undefined ? await countCredentials(em, caller.orgId) : statsOf(found.beside),
        pagination: pagination(found),
      };
    });
    return { ...ok(body), bytes };
  },

  async createCredential({ body, em, caller, quotas }) {
    // Callers can choose one type only.
    const { type: _, ...input } = body;
    input satisfies ReadBy<NewCredential, typeof input>;
    const { credential, secret } = await issueCredential(em, input, caller, quotas);
    return created(viewIssued(credential, secret, caller.environment));
  },

  async createJitCredential({ body, em, caller, quotas }) {
    body satisfies ReadBy<NewJitCredential, typeof body>;
    const { credential, secret } = await issueJitCredential(em, body, caller, quotas);
    return created(viewIssuedJit(credential, secret, caller.environment));
  },

  async exchangeToken({ body, findTenant, inTenant, issuers, quotas, access, origin }) {
    const tenant = await findTenant(body.orgId);
    if (!tenant) throw new Failure('TOKEN_REFUSED');
    return exchangeToken(
      body,
      { inTenant: (work) => inTenant(tenant, work), issuers, quotas, access, origin },
      ({ credential, secret }) => created(viewIssuedJit(credential, secret, tenant.environment)),
    );
  },

  async verifyCredential({ body, caller, uses, now, origin: { requestId }, settled }) {
    const { credential: secret, consume, scopes, ipAddress = null, context } = body;
    if (context) requireBoundedContext(context);
    const { orgId, environment } = caller;
    const presented = { orgId, environment, requestId, secret, consume, scopes, ipAddress };
    const application = applicationOf(context);
    const named = application === undefined ? presented : { ...presented, application };
    const verdict = await uses.verify(named, settled);
    return verdict.code === 'VALID'
      ? ok(viewValid(verdict.finding, verdict.usageCount, caller.environment))
      : ok(viewInvalid(verdict, verdict.now ?? now, caller.environment));
  },

  async unwrapCredential({ body, owners, inTenant, origin }) {
    const tenant = await owners.ofWrapToken(body.token);
    // Failures are recorded like successes, so the refusal comes after the transaction.
    const found = tenant && (await inTenant(tenant, (em) => unwrapSecret(em, body.token, origin)));
    if (!found) throw new Failure('WRAP_TOKEN_NOT_FOUND');
    return ok(viewUnwrapped(found));
  },

  receiveLeakedSecrets,

  async getCredential({ path, caller, rows }) {
    const row = await rows.credential(caller.orgId, path.id);
    if (!row) throw new Failure('CREDENTIAL_NOT_FOUND');
    return ok(viewCredentialDetails(row, caller.environment), { ETag: etagOf(row.version) });
  },

  async updateCredential({ path, body, em, caller, now, ifMatch, attempt, quotas }) {
    body satisfies ReadBy<CredentialPatch, typeof body>;
    const means = { ifMatch, quotas };
    const { credential, changes } = await updateCredential(em, path.id, body, means, caller);
    attempt.changes = changes;
    return shown(credential, em, caller, now);
  },

  async deleteCredential({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteCredential(em, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Credential deleted', id });
  },

  async rotateCredential({ path, body, em, caller, now, ifMatch, seen }) {
    const how = { graceSeconds: body.gracePeriod, ifMatch, seen };
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
      ...(await readUsage(em, caller.orgId, { credentialId: id }, query.days)),
    });
  },

  async cleanUpCredentials({ body, em, caller, attempt }) {
    const cleanedUp = await cleanUpCredentials(em, body, caller);
    if (body.dryRun) attempt.reason = 'dry run';
    else {
      attempt.reason = body.reason ?? null;
      const action = body.action === 'SUSPEND' ? 'credential.suspend' : 'credential.revoke';
      attempt.each = cleanedUp.done.map(({ id, name }) => ({ action, targetId: id, targetName: name }));
    }
    return ok(viewCleanUp(body, cleanedUp));
  },
};

const shown = (
  credential: Credential,
  em: EntityManager,
  { environment }: Pick<AnyApiCaller, 'environment'>,
  now: Date,
) =>
  versioned(credential, em, async () => {
    const { name } = await identityOf(em, credential);
    return viewCredential(credential, name, { environment, now });
  });

const mostOfApplication = 248;

/** The application that the verifying service names, as conditional access knows it; texts that are too long name none. */
function applicationOf(context: Record<string, unknown> | undefined): string | undefined {
  const named = context?.['application'];
  return typeof named === 'string' && named.length <= mostOfApplication ? named : undefined;
}

export const credentialsAtOnce: AtOnce<'credentials'> = {
  verifyCredential({ credential: secret, consume, scopes, ipAddress = null, context }, permission) {
    if (context) requireBoundedContext(context);
    return secretAtOnce({ secret, consume, scopes, ipAddress }, permission);
  },
};
