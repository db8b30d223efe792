import { isIP } from 'node:net';
import { factsOf } from '../credentials/credentials.ts';
import { Credential } from '../credentials/entities/credential.ts';
import { Identity } from '../credentials/entities/identity.ts';
import { operatorsIdentity, operatorsKey } from '../credentials/operator-made.ts';
import { newId } from '../lib/id.ts';
import { hostOf } from '../lib/public-url.ts';
import { newSecret } from '../lib/secret.ts';
import { sql } from '../lib/sql.ts';
import { setTenancy, transactionally } from '../platform/tenancy.ts';
import type { Orm, Tx } from '../platform/tx.ts';
import type { OwnQuotas } from './sql/organizations.ts';

/** One half of an organization, and the key that can do everything in it. */
export interface NewTenant {
  orgId: string;
  key: string;
}

/** A key for services that verify, which call more often than others. */
export interface NewVerifyingKey {
  key: string;
  rateLimitPerMinute: number;
}

/** A pair of tenants (decisions 6.1, "Environments"). */
export interface NewOrganization {
  name: string;
  live: NewTenant;
  test: NewTenant;
  /** A key of the test data that can only verify; absent where the operator gave the keys. */
  verifying?: NewVerifyingKey;
}

/** Returns the name of an organization that the operator did not name: the host of its pages, if that says something. */
export function nameFor(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? 'localhost' : hostOf(new URL(baseUrl));
  const isName = isIP(host) === 0 && host !== 'localhost' && !host.endsWith('.localhost');
  return isName && host.length >= 2 && host.length <= 100 ? host : 'Keyward';
}

export const describeOrganization = (
  name: string,
  given: {
    liveKey?: string | undefined;
    testKey?: string | undefined;
    orgId?: string | undefined;
    testOrgId?: string | undefined;
  } = {},
): NewOrganization => ({
  name,
  live: { orgId: given.orgId ?? newId('org'), key: given.liveKey ?? newSecret('kd_live_') },
  test: { orgId: given.testOrgId ?? newId('org'), key: given.testKey ?? newSecret('kd_test_') },
});

/**
 * Adds a key that can only verify test data, so that a first load test meets no limit of 100 a minute.
 * @param rateLimitPerMinute the highest limit of a key
 */
export const withVerifyingKey = (
  organization: NewOrganization,
  rateLimitPerMinute: number,
): NewOrganization => ({
  ...organization,
  verifying: { key: newSecret('kd_test_'), rateLimitPerMinute },
});

/**
 * Creates an organization: its two tenants, in each an identity named `bootstrap` and its key with scope `*`; and the identity `verifier`
 * for a key that can only verify.
 *
 * @param onlyIfFirst do nothing when there is an organization already, or there was one that was erased; safe when several nodes start at once
 * @param announce called with the keys before they exist for good: a crash in between shows keys that do not work, and
 * never leaves keys that were not shown
 * @returns whether it was created
 */
export function createOrganization(
  orm: Orm,
  organization: NewOrganization,
  { onlyIfFirst, announce }: { onlyIfFirst: boolean; announce: (organization: NewOrganization) => void },
): Promise<boolean> {
  const { name, live, test, verifying } = organization;
  return transactionally(orm, async (tx) => {
    await lockOrganizations(tx);
    const clock = await tx.row<{ now: string; first: boolean }>(
      // A server whose organizations were all erased is not new: its settings may still have the keys of the first.
      sql`
select date_trunc('milliseconds', now()) as now,
       not exists (select from tenants) and not exists (select from erased_organizations) as first`,
    );
    if (!clock || (onlyIfFirst && !clock.first)) return false;
    const now = new Date(clock.now);
    await insertTenants(tx, { name, live, test });
    for (const [environment, { orgId, key }] of [
      ['live', live],
      ['test', test],
    ] as const) {
      setTenancy(tx, { orgId, environment, now });
      const identityId = newId('idn');
      tx.create(Identity, { ...operatorsIdentity('bootstrap', madeWith), id: identityId });
      await tx.flush();
      tx.create(Credential, { ...operatorsKey('bootstrap'), id: newId('cred'), identityId, ...factsOf(key) });
      await tx.flush();
      if (environment === 'test' && verifying) await createVerifier(tx, verifying);
    }
    announce(organization);
    return true;
  });
}

/** Lets one organization be made at a time, until the transaction ends. Several nodes may start at once. */
export async function lockOrganizations(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('keyward.organizations'))`);
}

/** Inserts the two tenants of an organization. The trigger `tenants_ids_never_return` refuses the ids of erased tenants. */
export async function insertTenants(
  tx: Tx,
  {
    name,
    live,
    test,
    quotas: { maxUsers = null, maxIdentities = null, maxCredentials = null } = {},
  }: {
    name: string;
    live: Pick<NewTenant, 'orgId'>;
    test: Pick<NewTenant, 'orgId'>;
    quotas?: Partial<OwnQuotas>;
  },
): Promise<void> {
  const limits = sql`${maxUsers}::int, ${maxIdentities}::int, ${maxCredentials}::int`;
  await tx.run(sql`
insert into tenants (id, organization_id, name, environment, max_users, max_identities, max_credentials)
values (${live.orgId}, ${live.orgId}, ${name}, 'live', ${limits}), (${test.orgId}, ${live.orgId}, ${name}, 'test', ${limits})`);
}

async function createVerifier(tx: Tx, { key, rateLimitPerMinute }: NewVerifyingKey): Promise<void> {
  const identityId = newId('idn');
  tx.create(Identity, { ...operatorsIdentity('verifier', madeWith), id: identityId });
  await tx.flush();
  const bounds = { scopes: ['credentials.verify'], rateLimitPerMinute };
  tx.create(Credential, {
    ...operatorsKey('verifier'),
    ...bounds,
    id: newId('cred'),
    identityId,
    ...factsOf(key),
  });
  await tx.flush();
}

const madeWith = 'Created with the organization';
