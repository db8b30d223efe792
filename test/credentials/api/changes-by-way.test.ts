// Every way in which a valid verification ends is told on the stream of changes (docs/decisions/0144).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { aCredential, verify } from '../../support/builders.ts';
import { openChanges } from '../../support/changes.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { github, published } from '../../support/secret-scanning.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { type Kept, type WayToEnd, waysToEnd } from '../../support/ways-to-end.ts';

let service: TestService;
let keys: Receiver;
beforeAll(async () => {
  const answer = published({ k1: github.publicKey });
  keys = await startReceiver((response) => response.end(answer));
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url, LOG_LEVEL: 'silent' });
});
afterAll(async () => {
  await service.stop();
  await keys.close();
});

/** Listens while a change is made. @returns the first event */
async function heardOf(kept: Kept, { before, change }: WayToEnd) {
  const made = (await before?.(kept)) ?? '';
  const stream = await openChanges(kept.client);
  await stream.next();
  await change(kept, made);
  const { event, data } = await stream.event();
  stream.close();
  return { event, data, made };
}

describe('the stream of changes tells', () => {
  test.for(Object.entries(waysToEnd))('%s', async ([, way]) => {
    const { ours: client } = await service.addPair();
    const kept: Kept = { service, client, ...(await aCredential(client, { scopes: ['secrets.*'] })) };
    expect(await verify(client, kept.secret)).toMatchObject({ code: 'VALID', cacheableSeconds: 60 });
    const { event, data, made } = await heardOf(kept, way);
    // An organization that is stopped has no callers, so its streams end. A client drops everything then.
    if (way.tells === 'all' && event === 'end') return expect(data).toMatchObject({ reason: 'REFUSED' });
    const told = new Map(Object.entries(data ?? {}));
    if (way.tells === 'all') return expect(told.get('all')).toBe(true);
    const ids = [kept.id, kept.identityId, made];
    const named = told.get(way.tells === 'credential' ? 'credentials' : 'identities') as string[];
    if (way.before && made === '') return expect(named).toHaveLength(1);
    expect(named.every((id) => ids.includes(id)) && named.length > 0).toBe(true);
  });
});

/** Operations that end no valid verification, and change nothing that it shows. */
const harmless: Readonly<Record<string, string>> = {
  createIdentity: 'It has no credential yet',
  createCredential: 'It was never verified',
  createJitCredential: 'It was never verified',
  exchangeToken: 'It was never verified',
  reactivateIdentity: 'Its verifications were not valid',
  reactivateCredential: 'Its verifications were not valid',
  verifyCredential: 'It counts uses, and the last use of a cap was never kept',
  unwrapCredential: 'It shows a secret',
  putAccessDevice: 'A device is of users',
  deleteAccessDevice: 'A device is of users',
  startAccessBacktest: 'It judges decisions of the past',
  simulateAccess: 'It changes nothing',
  evaluatePolicies: 'It changes nothing',
  createNamedLocation: 'No policy names it yet',
  deleteNamedLocation: 'No policy names it',
  planConfiguration: 'It changes nothing',
  createOrganization: 'It has no credential yet',
  updateOrganization: 'Its name and quotas decide no verification',
  resumeOrganization: 'Its verifications were not valid',
};

test('every operation that writes what a verification reads is a way, or harmless', () => {
  const families = /^(credentials|identities|policies|conditional_access|configuration)\./;
  const paths =
    /^\/api\/v1\/(credentials|identities|policies|conditional-access|configuration|organizations|secret-scanning)\b/;
  const written = Object.entries(operations)
    .filter(
      ([, { method, path, permission }]) =>
        method !== 'GET' && (paths.test(path) || families.test(permission ?? '')),
    )
    .map(([id]) => id);
  expect(written.length).toBeGreaterThan(30);
  const known = new Set([
    ...Object.keys(waysToEnd).map((name) => name.split(':')[0]),
    ...Object.keys(harmless),
  ]);
  expect(written.filter((id) => !known.has(id))).toEqual([]);
});

/** Columns that no verification reads, or that only counting changes. A new column stands here, or in a trigger. */
const unread: Readonly<Record<string, readonly string[]>> = {
  credentials: [
    'org_id',
    'id',
    'type',
    'status_reason',
    'secret_prefix',
    'secret_last4',
    'previous_expires_at',
    'usage_count',
    'last_used_at',
    'metadata',
    'window_started_at',
    'window_count',
    'verify_window_started_at',
    'verify_window_count',
    'version',
    'created_by',
    'created_at',
    'updated_at',
    'last_rotated_at',
    'use_window_started_at',
    'use_window_count',
    'observed_since',
    'expiry_notice_at',
    'rate_limit_per_minute',
    'may_give_lasting',
  ],
  identities: [
    'org_id',
    'id',
    'description',
    'owner_user_id',
    'allowed_scopes',
    'federated_subjects',
    'metadata',
    'risk_factors',
    'version',
    'created_by',
    'created_at',
    'updated_at',
  ],
  tenants: [
    'id',
    'organization_id',
    'name',
    'environment',
    'created_at',
    'policies_idle_days',
    'oidc_version',
    'domain_salt',
    'access_version',
    'credentials_counted',
    'version',
    'max_users',
    'max_identities',
    'max_credentials',
    'erase_at',
    'erasing_at',
  ],
};

test('every column of what a verification reads starts a trigger, or is known as unread', async () => {
  const rows = await service.sql<{ table: string; column: string; noted: boolean }>(
    `select c.relname as table, a.attname as column, a.attnum = any (t.tgattr::int2[]) as noted
       from pg_trigger t join pg_class c on c.oid = t.tgrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where t.tgname like '%note_change' order by 1, a.attnum`,
  );
  const unknown = rows.filter(({ table, column, noted }) => noted === unread[table]?.includes(column));
  expect(unknown).toEqual([]);
  expect(rows.filter(({ noted }) => noted)).toHaveLength(21);
});
