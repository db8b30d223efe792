import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';
import { letIn } from '../../../src/credentials/let-in.ts';
import { presentedSecret, type VerificationRequest } from '../../../src/credentials/presented-secret.ts';
import { secretUses, type Verdict } from '../../../src/credentials/verifications.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { type TestService, test } from '../../support/service.ts';

/** Verifies as the service does, for a tenant without policies, and tells how many statements it took. */
function countedUses(service: TestService) {
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  let statements = 0;
  const counting = {
    query: (...asked: Parameters<Pool['query']>) => (statements++, pool.query(...asked)),
  } as unknown as Pool;
  const guards = { policies: { cache: { held: () => undefined } }, access: {} } as never;
  const nothing = { note: () => undefined };
  const uses = secretUses(counting, counting, guards, nothing, nothing);
  const { orgId } = service.organizations.ours.live;
  return {
    verify: (credential: string, more: Partial<VerificationRequest>): Promise<Verdict> =>
      uses.verify(presentedSecret({ credential, consume: true, scopes: [], ...more }), {
        orgId,
        environment: 'live',
      }),
    statements: () => statements,
  };
}

test('scopes and addresses are judged by the statement that counts the use', async ({ service }) => {
  const { ours } = service;
  const identityId = await anIdentity(ours, { allowedIps: ['10.0.0.0/8', '2001:db8::/32'] });
  const { secret } = await aCredential(ours, {
    identityId,
    scopes: ['orders.*', 'bills'],
    allowedIps: ['10.1.0.0/16', '2001:db8:1::/48'],
  });
  const uses = countedUses(service);
  let before = 0;
  const verified = async (scopes: string[], ipAddress: string | null): Promise<[string, number]> => {
    const { code } = await uses.verify(secret, { scopes, ipAddress });
    const took = uses.statements() - before;
    before = uses.statements();
    return [code, took];
  };
  expect(await verified(['orders.read', 'bills'], '10.1.2.3')).toEqual(['VALID', 1]);
  expect(await verified(['orders.read.all'], '::ffff:10.1.2.3')).toEqual(['VALID', 1]);
  expect(await verified([], '2001:DB8:1:0::7')).toEqual(['VALID', 1]);
  expect(await verified(['orders'], '10.1.2.3')).toEqual(['INSUFFICIENT_SCOPE', 1]);
  expect(await verified(['orders.read', 'other'], '10.1.2.3')).toEqual(['INSUFFICIENT_SCOPE', 1]);
  expect(await verified(['orders.read'], '10.2.0.1')).toEqual(['IP_NOT_ALLOWED', 1]);
  expect(await verified(['orders.read'], null)).toEqual(['IP_NOT_ALLOWED', 1]);
  // The statement does not read as many covering scopes.
  const long = Array.from({ length: 60 }, (_, at) => `orders.${'x'.repeat(80)}.${at}`);
  expect(await verified(long, '10.1.2.3')).toEqual(['VALID', 2]);
});

test('an address that Postgres cannot read delays no other verification', async ({ service }) => {
  const { ours } = service;
  const free = await aCredential(ours);
  const bound = await aCredential(ours, { allowedIps: ['10.0.0.0/8'] });
  const uses = countedUses(service);
  const unreadable = ['', 'nowhere', '10.0.0.1/8', '10.0.0.256', 'fe80::1%eth0', '1:2:3', "'", '10.0.0.01'];
  const verdicts = await Promise.all(
    [...unreadable, '10.0.0.1'].flatMap((ipAddress) =>
      [free, bound].map(({ secret }) => uses.verify(secret, { ipAddress })),
    ),
  );
  expect(verdicts.map(({ code }) => code)).toEqual([
    ...unreadable.flatMap(() => ['VALID', 'IP_NOT_ALLOWED']),
    'VALID',
    'VALID',
  ]);
});

test('a batch has one usage fact for each credential and address', async ({ service }) => {
  const { ours, sql } = service;
  const { id, secret } = await aCredential(ours, { scopes: ['a.b', 'c'] });
  const uses = countedUses(service);
  const asked = [[], ['a.b'], ['c']].flatMap((scopes) =>
    [null, '10.0.0.1', '10.0.0.2'].map((ipAddress) => ({ scopes, ipAddress })),
  );
  await Promise.all([...asked, ...asked].map((one) => uses.verify(secret, one)));
  expect(uses.statements()).toBe(1);
  expect(
    await sql('select address, uses from usage_facts where credential_id = $1 order by address', [id]),
  ).toEqual([
    { address: '10.0.0.1', uses: 6 },
    { address: '10.0.0.2', uses: 6 },
    { address: null, uses: 6 },
  ]);
});

test('calls that are not plain leave the verification of others to one statement', async ({ service }) => {
  const { ours, theirs, organizations, sql } = service;
  const { orgId } = organizations.theirs.live;
  const scopes = ['credentials.verify'];
  const [key, secret, last] = [
    await aCredential(ours, { scopes }),
    await aCredential(ours),
    await aCredential(ours, { maxUsageCount: 1 }),
  ];
  const [policedKey, policedSecret] = [await aCredential(theirs, { scopes }), await aCredential(theirs)];
  await sql('update tenants set policies_version = 7 where id = $1', [orgId]);
  onTestFinished(
    async () => void (await sql('update tenants set policies_version = 0 where id = $1', [orgId])),
  );
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const names: unknown[] = [];
  const named = {
    query: (asked: { name: string }) => (names.push(asked.name), pool.query(asked as never)),
  } as unknown as Pool;
  const call = (by: { secret: string }, of: { secret: string }) => ({
    hash: hashSecret(by.secret),
    address: '10.0.0.1',
    userAgent: null,
    verifyBucket: false,
    verifies: true,
    permission: 'credentials.verify',
    presented: presentedSecret({ credential: of.secret, consume: true, scopes: [] }),
  });
  const calls = [call(policedKey, policedSecret), call(key, secret), call(key, last)];
  const limits = { passing: null, verifyPassing: null, burst: 0, highestOwn: 100 };
  const found = await letIn(named, calls, limits, false);
  expect(names).toEqual(['count-plain-uses', 'authenticate-keys']);
  expect(found).toMatchObject([
    { grant: { orgId, policiesVersion: 7, granted: 1 }, answer: undefined },
    { grant: { credentialId: key.id, granted: 2 }, answer: { use: 1 } },
    { grant: { credentialId: key.id, granted: 2 }, answer: undefined },
  ]);
  const ids = [policedKey.id, policedSecret.id, key.id, secret.id, last.id];
  const uses = `select usage_count::int as uses from credentials where id = any ($1) order by array_position($1, id)`;
  expect(await sql(uses, [ids])).toEqual([1, 0, 2, 1, 0].map((one) => ({ uses: one })));

  // The plain call is counted when the second statement of the run fails, so it must be answered.
  const lost = new Error('the connection was lost');
  const failing = {
    query: (asked: { name: string }) =>
      asked.name === 'authenticate-keys' ? Promise.reject(lost) : pool.query(asked as never),
  } as unknown as Pool;
  expect(await letIn(failing, calls.slice(0, 2), limits, false)).toMatchObject([
    { failure: lost },
    { grant: { credentialId: key.id }, answer: { use: 2 } },
  ]);
});
