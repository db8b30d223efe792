// The named statements of the source, and calls that make most of them. A call without things to work on makes the same text.
import { globSync, readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { anonymousActor, recordAudit } from '../../src/audit/audit.ts';
import { tenantsWithUnsealedAudit } from '../../src/audit/sql/sealing.ts';
import type { CompiledAccess } from '../../src/conditional-access/judge/compile.ts';
import type { AccessGuard } from '../../src/conditional-access/judge/machines.ts';
import { loadAccess } from '../../src/conditional-access/judge/sql/access-policies.ts';
import { isSimplyAllowed } from '../../src/conditional-access/resources/simply-allowed.ts';
import {
  readDecisions,
  readUses,
  start,
} from '../../src/conditional-access/resources/sql/replayed-attempts.ts';
import type { UserAttempt } from '../../src/conditional-access/resources/user-attempts.ts';
import { authenticateKeys, noteUse } from '../../src/credentials/sql/authenticate-keys.ts';
import { foldCounts, tenantsToCount } from '../../src/credentials/sql/counts.ts';
import { readCredentials } from '../../src/credentials/sql/credentials.ts';
import { readIdentities } from '../../src/credentials/sql/identities.ts';
import { countPlainUses } from '../../src/credentials/sql/plain-uses.ts';
import {
  findLeakedSecrets,
  retiredSecrets,
  verifySecrets,
} from '../../src/credentials/sql/presented-secrets.ts';
import { recordFailures, recordScopeUses } from '../../src/credentials/sql/uses.ts';
import { findWrappedSecret } from '../../src/credentials/sql/wrapped-secrets.ts';
import { tenantOfConnection } from '../../src/federation/linking/sql/routing.ts';
import { numbered, type Sql } from '../../src/lib/sql.ts';
import { addClientUses } from '../../src/oidc/sql/client-hours.ts';
import { findDeviceCode, pollDeviceCode } from '../../src/oidc/sql/device-codes.ts';
import { saveMachineTokens } from '../../src/oidc/sql/machine-tokens.ts';
import {
  consumeOidcArtifact,
  deleteOidcArtifact,
  findOidcArtifact,
  rememberOidcProof,
  replaceOidcArtifact,
  saveOidcArtifacts,
  supersedeSuccessor,
} from '../../src/oidc/sql/oidc-artifacts.ts';
import { findOidcClient } from '../../src/oidc/sql/oidc-clients.ts';
import { findOidcConsent, useOidcConsent } from '../../src/oidc/sql/oidc-consents.ts';
import { linkOidcGrant, revokeOidcGrant } from '../../src/oidc/sql/oidc-grants.ts';
import { findOidcSession, findOidcSessionsOf, isLoginLive } from '../../src/oidc/sql/oidc-sessions.ts';
import { findOidcSubject, findPairwiseSalt } from '../../src/oidc/sql/oidc-subjects.ts';
import { readOidcRequests } from '../../src/oidc/sql/read-oidc-requests.ts';
import { findRefusals } from '../../src/oidc/sql/refused-proofs.ts';
import { tenantOfToken } from '../../src/oidc/sql/token-callers.ts';
import { readOidcVisit } from '../../src/oidc/sql/read-oidc-visit.ts';
import { liveOperatorKeys, noteOperatorKeyUse } from '../../src/organizations/sql/operator-keys.ts';
import { countOrganizations } from '../../src/organizations/sql/organizations.ts';
import { emit } from '../../src/platform/events.ts';
import { countQuota, countRequests } from '../../src/platform/sql/counters.ts';
import { readPartitions } from '../../src/platform/sql/partitions.ts';
import {
  claimTenantJobs,
  postponeTenantJob,
  readQueue,
  removeTenantJob,
  renewTenantJobs,
} from '../../src/platform/sql/tenant-jobs.ts';
import { findServingTenant, findTenant } from '../../src/platform/sql/tenants.ts';
import type { Tx } from '../../src/platform/tx.ts';
import { loadPolicies } from '../../src/policies/judge/sql/policies.ts';
import { tenantsToPass } from '../../src/policies/resources/sql/policy-pass.ts';
import { readScimUsersNamed } from '../../src/scim/sql/scim-resources.ts';
import { authenticateScimTokens } from '../../src/scim/sql/scim-tokens.ts';
import { newUserFacts } from '../../src/users/directory/sql/new-user.ts';
import { tenantOfBrowser } from '../../src/users/sessions/sql/api-callers.ts';
import { userOfBrowser } from '../../src/users/sessions/sql/browsers.ts';
import { findLoginRow } from '../../src/users/sessions/sql/logins.ts';
import { findBranding } from '../../src/users/sql/auth-config.ts';
import { claimDeliveries, parkDeliveries, readDeliveryLag } from '../../src/webhooks/sql/delivery-queue.ts';
import { recordAttempts } from '../../src/webhooks/sql/record-attempts.ts';

const orgId = 'org_1';
const hash = Buffer.from('a hash');
const now = new Date(0);
const limits = { passing: 1, verifyPassing: 1, burst: 1, highestOwn: 1 };
const artifact = { orgId, model: 'Grant', idHash: hash };
const consent = { orgId, userId: 'usr_1', clientId: 'client_1' };
const job = { orgId, id: '1', lease: 'a lease', address: '' };
const period = { orgId, from: now, to: now };
const visit = { orgId, clientId: null, tokenHash: null, browserHash: null, engineHash: null };
const claim = { most: 1, sending: new Map(), slots: 1, sendingOfTenants: new Map(), failingSlots: 1 };
const attempt = {
  orgId,
  deliveryId: 'dlv_1',
  createdAt: now,
  claimedUntil: now,
  webhookId: 'whk_1',
  attempt: 1,
  at: now,
  responseCode: 200,
  latencyMs: 1,
  error: null,
  responseBody: null,
  ordered: true,
};

const isAllowed = (pool: Pool, riskLevels: readonly string[]) =>
  isSimplyAllowed(
    pool,
    {} as AccessGuard,
    { policies: [{ conditions: { riskLevels } }] } as unknown as CompiledAccess,
    orgId,
    { userId: 'usr_1' } as UserAttempt,
  );

const ofPools: readonly ((pool: Pool) => Promise<unknown>)[] = [
  (pool) => tenantsWithUnsealedAudit(pool),
  (pool) => loadAccess(pool, orgId),
  (pool) => isAllowed(pool, []),
  (pool) => isAllowed(pool, ['HIGH']),
  (pool) => readDecisions(pool, period, start),
  (pool) => readUses(pool, period, start),
  (pool) => authenticateKeys(pool, [], limits, true),
  (pool) => authenticateKeys(pool, [], limits, false),
  (pool) => noteUse(pool, orgId, 'crd_1'),
  (pool) => foldCounts(pool),
  (pool) => tenantsToCount(pool),
  (pool) => readCredentials(pool, orgId, []),
  (pool) => readIdentities(pool, orgId, []),
  (pool) => countPlainUses(pool, [], [], limits),
  (pool) => verifySecrets(pool, [], true),
  (pool) => verifySecrets(pool, [], false),
  (pool) => retiredSecrets(pool, []),
  (pool) => findLeakedSecrets(pool, []),
  (pool) => recordFailures(pool, []),
  (pool) => recordScopeUses(pool, []),
  (pool) => findWrappedSecret(pool, hash),
  (pool) => tenantOfConnection(pool, 'con_1'),
  (pool) => addClientUses(pool, []),
  (pool) => findRefusals(pool, []),
  (pool) => findDeviceCode(pool, orgId, hash, '127.0.0.1'),
  (pool) => pollDeviceCode(pool, artifact),
  (pool) => saveMachineTokens(pool, []),
  (pool) => saveOidcArtifacts(pool, []),
  (pool) => findOidcArtifact(pool, artifact),
  (pool) => rememberOidcProof(pool, artifact, '', 1),
  (pool) => consumeOidcArtifact(pool, artifact),
  (pool) => supersedeSuccessor(pool, artifact, 1),
  (pool) => deleteOidcArtifact(pool, artifact),
  (pool) => replaceOidcArtifact(pool, { kind: 'deleted', key: artifact }, []),
  (pool) => replaceOidcArtifact(pool, { kind: 'consumed', key: artifact, successor: null }, []),
  (pool) =>
    replaceOidcArtifact(
      pool,
      { kind: 'repeated', key: artifact, windowSeconds: 1, before: null, successor: null },
      [],
    ),
  (pool) => findOidcClient(pool, orgId, 'client_1'),
  (pool) => findOidcConsent(pool, consent),
  (pool) => useOidcConsent(pool, consent),
  (pool) => linkOidcGrant(pool, orgId, hash, hash),
  (pool) => revokeOidcGrant(pool, orgId, 'grant_1'),
  (pool) => findOidcSession(pool, orgId, hash),
  (pool) => findOidcSessionsOf(pool, orgId, 'usr_1'),
  (pool) => findOidcSubject(pool, orgId, 'usr_1'),
  (pool) => findPairwiseSalt(pool, orgId, hash),
  (pool) => readOidcRequests(pool, []),
  (pool) => readOidcVisit(pool, { ...visit, front: { address: undefined } }),
  (pool) => countRequests(pool, new Map()),
  (pool) => readPartitions(pool),
  (pool) => claimTenantJobs(pool, { class: 'mail', free: 1, running: [], perAddress: 1 }),
  (pool) => removeTenantJob(pool, job),
  (pool) => postponeTenantJob(pool, job, 'a reason'),
  (pool) => renewTenantJobs(pool, []),
  (pool) => readQueue(pool),
  (pool) => findTenant(pool, orgId),
  (pool) => findServingTenant(pool, orgId),
  (pool) => countOrganizations(pool),
  (pool) => loadPolicies(pool, orgId),
  (pool) => tenantsToPass(pool),
  (pool) => readScimUsersNamed(pool, orgId, [], { groups: true }),
  (pool) => readScimUsersNamed(pool, orgId, [], { groups: false }),
  (pool) => authenticateScimTokens(pool, []),
  (pool) => liveOperatorKeys(pool, []),
  (pool) => noteOperatorKeyUse(pool, 'opk_01kahz5v3be4nr7q2m8x9c0d1e'),
  (pool) => tenantOfBrowser(pool, hash, orgId),
  (pool) => tenantOfToken(pool, hash, orgId),
  (pool) => isLoginLive(pool, orgId, { loginId: 'ses_1', accountId: 'usr_1' }),
  (pool) => userOfBrowser(pool, hash, orgId),
  (pool) => findBranding(pool, orgId),
  (pool) => claimDeliveries(pool, claim),
  (pool) => parkDeliveries(pool, []),
  (pool) => readDeliveryLag(pool),
  (pool) => recordAttempts(pool, [attempt]),
];

const ofTransactions: readonly ((tx: Tx) => Promise<unknown>)[] = [
  (tx) => countQuota(tx, orgId, 'users'),
  (tx) => newUserFacts(tx, orgId, { username: null, email: null, managerId: null }),
  (tx) => findLoginRow(tx, orgId, hash, undefined),
  (tx) => recordAudit(tx, [{ action: 'user.login', actor: anonymousActor, result: 'SUCCESS' }]),
  (tx) => emit(tx, [{ type: 'user.login', data: {} }] as unknown as Parameters<typeof emit>[1]),
];

/** Makes named statements and sends none. @returns their texts by their names */
export async function madeByCalls(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const query = async (asked: string | { name?: string; text: string }) => {
    if (typeof asked !== 'string' && asked.name !== undefined) found.set(asked.name, asked.text);
    return { rows: [], rowCount: 0 };
  };
  const pool = { query, connect: async () => ({ query, release: () => undefined }) } as unknown as Pool;
  const send = async (statement: Sql): Promise<undefined> => void (await query(numbered(statement)));
  const getFilterParams = () => ({ orgId, environment: 'live', now });
  const tx = { row: send, rows: send, run: send, has: send, getFilterParams } as unknown as Tx;
  // Some functions need a row, and throw.
  await Promise.allSettled([...ofPools.map((call) => call(pool)), ...ofTransactions.map((call) => call(tx))]);
  return found;
}

/** The names that a file makes of parts, as they begin. */
const madeOfParts: Readonly<Record<string, readonly string[]>> = {
  'src/platform/last-writes.ts': ['last-'],
  'src/platform/sql/page-of-rows.ts': [],
  'src/scim/sql/scim-resources.ts': ['scim-users-named-with-groups', 'scim-users-named'],
};

/**
 * Reads the names of the named statements in the source: whole names, and the beginnings of those that are made of parts.
 * @throws if a file that is unknown here makes names of parts
 */
export function namesInSource(): { whole: string[]; beginnings: string[] } {
  const whole: string[] = [];
  const beginnings: string[] = [];
  for (const file of globSync('src/**/*.ts')) {
    const text = readFileSync(file, 'utf8');
    beginnings.push(...[...text.matchAll(/\bnamed: '([^' ]+)'/g)].map(([, name]) => `${name} `));
    whole.push(...[...text.matchAll(/\bwriteNow\([^;]*'([^']+)'\);/g)].map(([, name = '']) => name));
    if (!/import \{[^}]*\bnamed\b[^}]*\} from '[./]*lib\/sql\.ts'/.test(text)) continue;
    let isMade = false;
    for (const [, name] of text.matchAll(/\bnamed\(\s*(?:'([^']+)')?/g)) {
      if (name === undefined) isMade = true;
      else whole.push(name);
    }
    if (!isMade) continue;
    const names = madeOfParts[file];
    if (!names) throw new Error(`${file} gives a statement a name that is not written there`);
    beginnings.push(...names);
  }
  return { whole, beginnings };
}
