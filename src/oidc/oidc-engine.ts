import { isSimplyAllowed } from '../conditional-access/resources/simply-allowed.ts';
import type { Pool } from 'pg';
import { decideOn } from '../conditional-access/resources/user-attempts.ts';
import { type AccessGuard, blockingPolicy } from '../conditional-access/judge/machines.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { atFirstUse } from '../lib/at-first-use.ts';
import { codeAtFirstUse } from '../lib/code-at-first-use.ts';
import type { OidcEngine } from './engine/engine.ts';
import type { EngineParts } from './engine/parts.ts';
import { readerAhead } from './engine/read-ahead.ts';
import { findOidcClient } from './sql/oidc-clients.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import type { Tenant } from '../platform/tenancy.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { guardedFetch } from './guarded-fetch.ts';
import type { Endings } from '../users/endings.ts';
import { endLogin, findLoginOf, signOut } from '../users/sessions/login-sessions.ts';
import { tellLogout } from './oidc-logouts.ts';
import { decideDevice, endFamily } from './oidc-trail.ts';
import { oidcProvider } from './signing-keys.ts';

/** The part of the engine that tells clients about the end of a login. */
export type LogoutEngine = Pick<OidcEngine, 'open'>;

/** Who answers machines; for tests. */
export interface OwnAnswerOptions {
  /** Set if the engine answers what machines ask, which it does not otherwise. */
  oauthBy?: 'engine' | undefined;
  /** Is called for each answer to a machine that the engine did not make. */
  answeredByOwn?: EngineParts['answeredByOwn'];
}

interface OidcParts extends OwnAnswerOptions {
  pool: Pool;
  vault: Vault;
  outgoing: Pick<Outgoing, 'send'>;
  /** The work that follows when a client has a login ended. */
  endings: Endings;
  /** Judges by the policies of conditional access. */
  access: AccessGuard;
  baseUrl: () => string;
  inTenant: <T>(tenant: Tenant, work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Makes a {@link Tx} for single statements. It knows no tenant, and begins no transaction. */
  reader: () => Tx;
  failed: EngineParts['failed'];
  noteClient?: EngineParts['noteClient'];
}

/**
 * The OpenID Connect engine on what a tenant has: its keys, scopes, clients and logins. The first request for it loads it: 260 modules,
 * which a start does not need.
 */
export function oidcEngine({
  pool,
  vault,
  outgoing,
  endings,
  access,
  baseUrl,
  inTenant,
  reader,
  failed,
  oauthBy,
  answeredByOwn,
  noteClient,
}: OidcParts): OidcEngine {
  const within = async <T>(orgId: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const tenant = await findTenant(pool, orgId);
    if (!tenant) throw new Error('the tenant was deleted');
    return inTenant(tenant, work);
  };
  const parts: Omit<EngineParts, 'saveToken' | 'saveMachineToken'> = {
    pool,
    sealer: vault,
    baseUrl,
    fetch: guardedFetch(outgoing),
    failed,
    ownAnswers: oauthBy !== 'engine',
    answeredByOwn,
    noteClient,
    tenants: {
      ahead: readerAhead(pool),
      async load(orgId) {
        const { version, keys, scopes, blockedHosts } = await within(orgId, (tx) => oidcProvider(tx, vault));
        return { orgId, version, keys, scopes, blockedHosts };
      },
      client: (orgId, clientId) => findOidcClient(pool, orgId, clientId),
    },
    trail: {
      endFamily: (key, end) => within(key.orgId, (tx) => endFamily(tx, key, end)),
      decideDevice: (key, decision) => within(key.orgId, (tx) => decideDevice(tx, key, decision)),
    },
    async judge(orgId, version, attempt) {
      // Policies that judge keys only need no transaction.
      const policies = await access.cache.at(orgId, version);
      if (!policies.judges('user')) return { kind: 'allowed' };
      if (await isSimplyAllowed(pool, access, policies, orgId, attempt)) return { kind: 'allowed' };
      return within(orgId, (tx) => decideOn(tx, access, version, attempt));
    },
    async isBlocked(tenant, use, version) {
      const nothing = {
        identityId: undefined,
        identityType: undefined,
        riskScore: undefined,
        credentialId: null,
      };
      return (await blockingPolicy(access, tenant, { ...nothing, ...use }, { version })) !== undefined;
    },
    // One statement, which commits by itself.
    login: (orgId, browserToken, front) => findLoginOf(reader(), orgId, browserToken, front),
    logoutDue: (orgId, logout) => within(orgId, (tx) => tellLogout(tx, orgId, logout)),
    endLogin: (orgId, loginId, nextUrl) =>
      within(orgId, (tx) => signOut(tx, { loginId, nextUrl }, endings, () => endLogin(tx, loginId, endings))),
  };
  const engine = atFirstUse(async () => {
    const { createOidcEngine, machineTokenKeeper, tokenKeeper } = await loadEngine();
    return createOidcEngine({
      ...parts,
      saveToken: tokenKeeper(pool),
      saveMachineToken: machineTokenKeeper(pool),
    });
  });
  return { open: async (...asked) => (await engine()).open(...asked) };
}

/** Loads the engine, not for a tenant yet. */
const loadEngine = codeAtFirstUse(async () => ({
  ...(await import('./engine/engine.ts')),
  ...(await import('./engine/adapter.ts')),
}));
