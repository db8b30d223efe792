import {
  type CredentialPatch,
  deleteCredential,
  identityOf,
  reactivateCredential,
  revokeCredential,
  rotateCredential,
  suspendCredential,
  updateCredential,
} from '../credentials.ts';
import {
  issueCredential,
  issueJitCredential,
  type NewCredential,
  type NewJitCredential,
} from '../issuing.ts';
import { requireId } from '../../platform/list-filters.ts';
import { exchangeToken } from '../token-exchange.ts';
import { unwrapSecret } from '../wrapping.ts';
import type { Credential } from '../entities/credential.ts';
import { Failure } from '../../failure.ts';
import { type AnyApiCaller, created, type Handlers, ok } from '../../operation.ts';
import { presentedSecret } from '../presented-secret.ts';
import type { SecretUses } from '../verifications.ts';
import { countCredentials, statsOf } from '../sql/counts.ts';
import { listCredentials } from '../sql/credentials.ts';
import {
  viewCredential,
  viewCredentialDetails,
  viewCredentialItem,
  viewInvalid,
  viewIssued,
  viewIssuedJit,
  viewRotated,
  viewValid,
} from '../views/credentials.ts';
import { viewUnwrapped } from '../views/wrapping.ts';
import { etagOf } from '../../lib/etag.ts';
import { askedSlice } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { AccessGuard } from '../../conditional-access/judge/machines.ts';
import type { FindTenant } from '../../platform/tenancy.ts';
import type { IssuerKeys } from '../issuer-keys.ts';
import type { SecretOwners } from '../secret-owners.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { ShownRows } from '../shown-rows.ts';
import type { SharedReads } from '../../platform/shared-reads.ts';
import type { Tx } from '../../platform/tx.ts';

type Family = Exclude<
  keyof Handlers<'credentials'>,
  'getCredentialUsage' | 'cleanUpCredentials' | 'receiveLeakedSecrets' | 'streamCredentialChanges'
>;

export const routes = ({
  access,
  findServing,
  issuers,
  owners,
  quotas,
  rows,
  shared,
  uses,
}: {
  access: AccessGuard;
  findServing: FindTenant;
  issuers: IssuerKeys;
  owners: SecretOwners;
  quotas: Quotas;
  rows: ShownRows;
  shared: SharedReads;
  uses: SecretUses;
}): Pick<Handlers<'credentials'>, Family> => ({
  async listCredentials({ query, tx, caller }) {
    const { window, rest, pagination } = askedSlice(['listCredentials', caller.orgId], query);
    const { sort, ...filter } = rest;
    requireId('identityId', 'idn', filter.identityId);
    const { body, bytes } = await shared('listCredentials', caller, query, async () => {
      const found = await listCredentials(tx, caller.orgId, filter, sort, window);
      return {
        data: found.rows.map((row) => viewCredentialItem(row, caller.environment)),
        // A page without rows has nothing beside it.
        stats: found.beside === undefined ? await countCredentials(tx, caller.orgId) : statsOf(found.beside),
        pagination: pagination(found),
      };
    });
    return { ...ok(body), bytes };
  },

  async createCredential({ body, tx, caller }) {
    // Callers can choose one type only.
    const { type: _, ...input } = body;
    input satisfies ReadBy<NewCredential, typeof input>;
    const { credential, secret } = await issueCredential(tx, input, caller, quotas);
    return created(viewIssued(credential, secret, caller.environment));
  },

  async createJitCredential({ body, tx, caller }) {
    body satisfies ReadBy<NewJitCredential, typeof body>;
    const { credential, secret } = await issueJitCredential(tx, body, caller, quotas);
    return created(viewIssuedJit(credential, secret, caller.environment));
  },

  async exchangeToken({ body, inTenant, origin }) {
    const tenant = await findServing(body.orgId);
    if (!tenant) throw new Failure('TOKEN_REFUSED');
    return exchangeToken(
      body,
      { inTenant: (work) => inTenant(tenant, work), issuers, quotas, access, origin },
      ({ credential, secret }) => created(viewIssuedJit(credential, secret, tenant.environment)),
    );
  },

  async verifyCredential({ body, caller, now, origin: { requestId } }) {
    const { orgId, environment } = caller;
    const early = 'verification' in caller ? caller.verification : undefined;
    const presented = early?.presented ?? presentedSecret(body);
    const verdict = await uses.verify(presented, { orgId, environment, requestId }, early?.answer);
    return verdict.code === 'VALID'
      ? ok(viewValid(verdict.finding, verdict.usageCount, environment))
      : ok(viewInvalid(verdict, verdict.now ?? now, environment));
  },

  async unwrapCredential({ body, inTenant, origin }) {
    const tenant = await owners.ofWrapToken(body.token);
    // Failures are recorded like successes, so the refusal comes after the transaction.
    const found = tenant && (await inTenant(tenant, (tx) => unwrapSecret(tx, body.token, origin)));
    if (!found) throw new Failure('WRAP_TOKEN_NOT_FOUND');
    return ok(viewUnwrapped(found));
  },

  async getCredential({ path, caller }) {
    const row = await rows.credential(caller.orgId, path.id);
    if (!row) throw new Failure('CREDENTIAL_NOT_FOUND');
    return ok(viewCredentialDetails(row, caller.environment), { ETag: etagOf(row.version) });
  },

  async updateCredential({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<CredentialPatch, typeof body>;
    const means = { ifMatch, quotas };
    const { credential, changes } = await updateCredential(tx, path.id, body, means, caller);
    attempt.changes = changes;
    return shown(credential, tx, caller, now);
  },

  async deleteCredential({ path, tx, caller, attempt, sent: { ifMatch } }) {
    const { id, name } = await deleteCredential(tx, path.id, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Credential deleted', id });
  },

  async rotateCredential({ path, body, tx, caller, now, seen, sent: { ifMatch } }) {
    const how = { graceSeconds: body.gracePeriod, ifMatch, seen };
    const { credential, secret, previousEndsAt } = await rotateCredential(tx, path.id, how, caller);
    return ok(viewRotated(credential, secret, previousEndsAt, { environment: caller.environment, now }));
  },

  async suspendCredential({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await suspendCredential(tx, path.id, { reason, ifMatch }, caller), tx, caller, now);
  },

  async reactivateCredential({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    attempt.reason = body.reason ?? null;
    return shown(await reactivateCredential(tx, path.id, { ifMatch }, caller), tx, caller, now);
  },

  async revokeCredential({ path, body, tx, caller, now, attempt, sent: { ifMatch } }) {
    const reason = (attempt.reason = body.reason ?? null);
    return shown(await revokeCredential(tx, path.id, { reason, ifMatch }, caller), tx, caller, now);
  },

  async revokeOwnCredential({ tx, caller, attempt }) {
    if ('loginId' in caller)
      throw new Failure('CREDENTIAL_NOT_FOUND', {
        caller: 'A session has no credential. Send the key that must end as Authorization: Bearer <API key>.',
      });
    const { id, name } = await revokeCredential(
      tx,
      caller.credentialId,
      { reason: null, ifMatch: undefined },
      caller,
    );
    attempt.targetId = id;
    attempt.targetName = name;
    return ok({ id, name, status: 'REVOKED' as const });
  },
});

const shown = (
  credential: Credential,
  tx: Tx,
  { environment }: Pick<AnyApiCaller, 'environment'>,
  now: Date,
) =>
  versioned(credential, tx, async () => {
    const { name } = await identityOf(tx, credential);
    return viewCredential(credential, name, { environment, now });
  });
