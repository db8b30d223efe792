import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import type { KeyCall } from '../../../src/credentials/key-calls.ts';
import { letIn } from '../../../src/credentials/let-in.ts';
import { presentedSecret } from '../../../src/credentials/presented-secret.ts';
import { secretUses } from '../../../src/credentials/verifications.ts';
import { newId } from '../../../src/lib/id.ts';
import { holds } from '../../../src/lib/scope.ts';
import { hashSecret, newSecret } from '../../../src/lib/secret.ts';
import { aCredential } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { type TestService, test } from '../../support/service.ts';
import { rounds } from '../../support/thorough.ts';

// Random sequences run by both ways: the statement that lets the caller in verifies the secret too if the uses are plain, or a second
// statement does. Both ways have rows of their own, which begin alike. `make verifications` runs 10,000 of them.
const sequences = rounds(10_000, 100, 50);

const permission = 'credentials.verify';
const count = 5;
const place = fc.nat(count - 1);
const some = <Value>(...values: Value[]) => fc.constantFrom(...values);

const credential = fc.record({
  tenant: some(0, 0, 0, 1),
  identity: some(0, 0, 0, 1),
  scopes: some(['*'], ['*'], [permission], ['credentials.*', 'a.*'], ['a.b'], []),
  cap: some(null, null, null, null, 1, 2, 3, 5, 13, 30),
  perMinute: some(null, null, 1, 3),
  allowedIps: some(null, null, null, ['10.0.0.0/8', '2001:db8::/32']),
});

const call = fc.record({
  key: place,
  secret: fc.oneof({ weight: 8, arbitrary: place }, { weight: 1, arbitrary: fc.constant(-1) }),
  oldKey: some(false, false, false, true),
  oldSecret: some(false, false, false, true),
  address: some('10.0.0.1', '10.0.0.1', '192.0.2.1'),
  verifyBucket: some(true, true, false),
  consume: some(true, true, true, false),
  scopes: some([], [], ['a.b'], ['a.b', 'a.c:d'], ['z']),
  ipAddress: some(null, null, '10.1.1.1', '::ffff:10.1.1.1', '192.0.2.9', 'fe80::1%eth0', 'x'),
});

const change = fc.record({
  kind: some(
    'rotate',
    'endGrace',
    'revoke',
    'suspend',
    'reactivate',
    'expire',
    'age',
    'cap',
    'suspendIdentity',
  ),
  at: place,
});

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 12 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 1 }) }),
  },
  { weight: 2, arbitrary: change },
);

const sequence = fc.record({
  credentials: fc.array(credential, { minLength: count, maxLength: count }),
  passing: some(null, null, 4, 10),
  separate: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  /** Whether a webhook wants the uses of the first tenant. */
  watched: some(false, false, true),
});

type Call = typeof call extends fc.Arbitrary<infer Value> ? Value : never;
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
type Sequence = typeof sequence extends fc.Arbitrary<infer Value> ? Value : never;

const changes: Record<Change['kind'], string> = {
  rotate: `previous_secret_hash = secret_hash, previous_expires_at = now() + interval '1 h', secret_hash = $3, version = version + 1`,
  endGrace: `previous_expires_at = previous_expires_at - interval '2 h', version = version + 1`,
  revoke: `status = 'REVOKED', version = version + 1`,
  suspend: `status = 'SUSPENDED', version = version + 1`,
  reactivate: `status = 'ACTIVE', status_reason = null, max_usage_count = null, expires_at = null, version = version + 1`,
  expire: `expires_at = now() - interval '1 s', version = version + 1`,
  age: `window_started_at = window_started_at - interval '1 h', verify_window_started_at = verify_window_started_at - interval '1 h'`,
  cap: `max_usage_count = usage_count + 1, version = version + 1`,
  suspendIdentity: '',
};

/** One of the two ways, with rows of its own. */
function way(
  service: TestService,
  pool: ReturnType<typeof poolOf>,
  tenants: readonly string[],
  atOnce: boolean,
) {
  const { sql } = service;
  const noted: string[] = [];
  let isAlone = true;
  const guards = { policies: { cache: { held: () => undefined } }, access: {} } as never;
  let ids: string[] = [];
  let identities: string[][] = [];
  let secrets: { now: string; old: string }[] = [];
  let of: Sequence['credentials'] = [];
  let limits = {
    passing: null as number | null,
    verifyPassing: null as number | null,
    burst: 1,
    highestOwn: 100,
  };
  const nameOf = (id: string | null): number => (id === null ? -1 : ids.indexOf(id));
  const uses = secretUses(
    pool,
    pool,
    guards,
    {
      note: ({ credentialId }, scopes) =>
        noted.push(`right ${nameOf(credentialId)} ${isAlone ? scopes.join() : ''}`),
    },
    {
      note: ({ credentialId, code, address, source }) =>
        noted.push(`refused ${source} ${nameOf(credentialId)} ${code} ${isAlone ? address : ''}`),
    },
  );
  let answeredCalls = 0;

  const run = async (calls: Call[]): Promise<{ verdict: string; who: string; use: string }[]> => {
    isAlone = calls.length === 1;
    const keyCalls = calls.map((one): KeyCall => {
      const key = secrets[one.key];
      return {
        hash: hashSecret((one.oldKey ? key?.old : key?.now) ?? ''),
        address: one.address,
        userAgent: 'test',
        verifyBucket: one.verifyBucket,
        verifies: true,
        permission,
        presented: atOnce ? presentedBy(one) : undefined,
      };
    });
    const outcomes = await letIn(pool, keyCalls, limits, false);
    return Promise.all(
      outcomes.map(async (outcome, at) => {
        if (!outcome) return { verdict: '401', who: '', use: '' };
        if ('failure' in outcome) throw outcome.failure;
        const { grant, place: mine, answer } = outcome;
        if (mine >= grant.granted) return { verdict: grant.spent ? '401' : '429', who: '', use: '' };
        const who = `${nameOf(grant.credentialId)} ${grant.counted + mine}`;
        if (!holds(grant.scopes, permission)) {
          expect(answer).toBeUndefined();
          return { verdict: '403', who, use: '' };
        }
        if (answer) answeredCalls++;
        const verifier = { orgId: grant.orgId, environment: 'live' as const };
        const verdict = await uses.verify(presentedBy(calls[at] as Call), verifier, answer);
        if (verdict.code !== 'VALID')
          return { verdict: `${verdict.code} ${verdict.reason ?? ''}`, who, use: '' };
        const { credentialId, grace, maxUsageCount } = verdict.finding;
        // A call that counts nothing sees the count before or after those uses that arrived together with it.
        const seen = isAlone || calls[at]?.consume ? verdict.usageCount : 'any';
        const name = nameOf(credentialId);
        return { verdict: `VALID ${name} ${grace}`, who, use: `${name} ${seen}/${maxUsageCount}` };
      }),
    );
  };
  const presentedBy = ({ secret, oldSecret, consume, scopes, ipAddress }: Call) => {
    const credential = (oldSecret ? secrets[secret]?.old : secrets[secret]?.now) ?? unknown;
    return presentedSecret({ credential, consume, scopes, ipAddress });
  };
  const unknown = newSecret('kd_live_');

  return {
    run,
    answeredCalls: () => answeredCalls,
    async begin({ credentials, passing, separate, watched }: Sequence) {
      await sql(`update webhooks set status = $2 where org_id = $1`, [
        tenants[0],
        watched ? 'PAUSED' : 'DISABLED',
      ]);
      limits = { ...limits, passing, verifyPassing: separate ? passing : null };
      of = credentials;
      noted.length = 0;
      secrets = credentials.map(() => ({ now: newSecret('kd_live_'), old: newSecret('kd_live_') }));
      ids = credentials.map(() => newId('cred'));
      identities = tenants.map(() => [newId('idn'), newId('idn')]);
      await sql(
        `insert into identities (org_id, id, name, type) select o, i, 'n', 'CI_CD' from unnest($1::text[], $2::text[]) as n (o, i)`,
        [tenants.flatMap((id) => [id, id]), identities.flat()],
      );
      const rows = credentials.map((one, at) => ({
        org_id: tenants[one.tenant],
        id: ids[at],
        identity_id: identities[one.tenant]?.[one.identity],
        name: 'n',
        type: 'API_KEY',
        status: 'ACTIVE',
        secret_prefix: 'kd_live_',
        secret_last4: 'xxxx',
        scopes: one.scopes,
        secret_hash: `\\x${hashSecret(secrets[at]?.now ?? '').toString('hex')}`,
        max_usage_count: one.cap,
        allowed_ips: one.allowedIps,
        rate_limit_per_minute: one.perMinute,
      }));
      await sql(
        `insert into credentials (org_id, id, identity_id, name, type, status, secret_prefix, secret_last4, scopes, secret_hash,
                max_usage_count, allowed_ips, rate_limit_per_minute)
         select org_id, id, identity_id, name, type, status, secret_prefix, secret_last4, scopes, secret_hash, max_usage_count,
                allowed_ips, rate_limit_per_minute from jsonb_populate_recordset(null::credentials, $1::jsonb)`,
        [JSON.stringify(rows)],
      );
    },
    async change({ kind, at }: Change) {
      const { tenant = 0, identity = 0 } = of[at] ?? {};
      if (kind === 'suspendIdentity') {
        const text = `update identities set status = 'SUSPENDED', version = version + 1 where org_id = $1 and id = $2`;
        return sql(text, [tenants[tenant], identities[tenant]?.[identity]]);
      }
      const values: unknown[] = [tenants[tenant], ids[at]];
      const known = secrets[at];
      if (kind === 'rotate' && known) {
        secrets[at] = { now: newSecret('kd_live_'), old: known.now };
        values.push(hashSecret(secrets[at].now));
      }
      return sql(`update credentials set ${changes[kind]} where org_id = $1 and id = $2`, values);
    },
    async left() {
      const rows = await sql(
        `select id, usage_count, status, status_reason, version, window_count, verify_window_count, last_used_at is null as unused,
                window_started_at is null as no_window, verify_window_started_at is null as no_verify_window,
                use_window_count
           from credentials where id = any ($1)`,
        [ids],
      );
      const facts = await sql(
        `select credential_id as id, source, sum(uses)::int as uses from usage_facts where credential_id = any ($1) group by 1, 2`,
        [ids],
      );
      const events = await sql(
        `select data ->> 'credentialId' as id, type, data ->> 'usageCount' as uses, data ->> 'maxUsageCount' as most,
                data ->> 'source' as source, data ->> 'reason' as reason, data ->> 'userAgent' as agent
           from events where data ->> 'credentialId' = any ($1)`,
        [ids],
      );
      const named = (list: object[]): string[] =>
        list
          .map((row) => JSON.stringify({ ...row, id: 'id' in row ? nameOf(row.id as string) : 0 }))
          .toSorted();
      return {
        rows: named(rows),
        facts: named(facts),
        events: named(events),
        noted: noted.toSorted(),
      };
    },
  };
}

/** The statement groups calls in this order, so that the same calls of a key are let in. */
const orderOf = ({ key, oldKey, verifyBucket, address, ...secret }: Call): string =>
  JSON.stringify([key, oldKey, verifyBucket, address, Object.values(secret)]);

test('in a tenant with policies, a key is let in as by its own statement, and no secret is verified', async ({
  service,
}) => {
  const { theirs, sql } = service;
  const pool = poolOf(service);
  onTestFinished(() => pool.end());
  const { id, secret } = await aCredential(theirs, { scopes: [permission] });
  const { id: verified, secret: other } = await aCredential(theirs);
  const policies = (version: number, days: number | null) =>
    sql('update tenants set policies_version = $2, policies_idle_days = $3 where id = $1', [
      service.organizations.theirs.live.orgId,
      version,
      days,
    ]);
  await policies(7, 30);
  onTestFinished(async () => void (await policies(0, null)));
  const limits = { passing: null, verifyPassing: null, burst: 0, highestOwn: 100 };
  const presented = presentedSecret({ credential: other, consume: true, scopes: [] });
  const grantBy = async (atOnce: boolean) => {
    const call = {
      hash: hashSecret(secret),
      address: '10.0.0.1',
      userAgent: null,
      verifyBucket: true,
      verifies: true,
      permission,
      presented: atOnce ? presented : undefined,
    };
    const [outcome] = await letIn(pool, [call], limits, false);
    if (!outcome || 'failure' in outcome) throw new Error('the call was not let in');
    expect(outcome.answer).toBeUndefined();
    return outcome.grant;
  };
  const [first, second, third] = [await grantBy(false), await grantBy(true), await grantBy(false)];
  expect([first, second, third]).toMatchObject(
    [0, 1, 2].map((windowUses) => ({
      held: true,
      policiesVersion: 7,
      riskScore: first?.riskScore,
      windowUses,
    })),
  );
  expect(first?.riskScore).toBeTypeOf('number');
  // A key that was unused for long is not used yet: a policy may refuse it.
  await sql(
    `update credentials set created_at = now() - interval '90 d', last_used_at = now() - interval '60 d' where id = $1`,
    [id],
  );
  expect(await grantBy(true)).toMatchObject({ dormant: true });
  expect(await grantBy(true)).toMatchObject({ dormant: true, windowUses: 4 });
  expect(
    await sql(`select id, usage_count::int as uses from credentials where id = any ($1) order by id = $2`, [
      [id, verified],
      id,
    ]),
  ).toEqual([
    { id: verified, uses: 0 },
    { id, uses: 5 },
  ]);
});

// After the other tests: it fills the tenants with more identities than their quota.

/** A test that is silent for too long is taken for one that hangs. */
const mostOfPart = 500;
const parts = Array.from({ length: Math.ceil(sequences / mostOfPart) }, (_, part) => ({
  part,
  numRuns: Math.min(mostOfPart, sequences - part * mostOfPart),
}));

test.for(parts)(
  'one statement answers, counts and tells the same as two: part $part with $numRuns sequences',
  { timeout: 900_000 },
  async ({ part, numRuns }, { service }) => {
    const { ours, theirs } = service.organizations;
    const pool = poolOf(service);
    onTestFinished(() => pool.end());
    for (const { orgId } of [ours.live, ours.test])
      await service.sql(
        `insert into webhooks (org_id, id, name, url, events, secret, status)
       select $1, $2, 'w', 'https://example.com', array['credential.used'], '', 'PAUSED'`,
        [orgId, newId('wh')],
      );
    const texts = new Map<string, number>();
    const observed = {
      query: (asked: { name: string }) => {
        texts.set(asked.name, (texts.get(asked.name) ?? 0) + 1);
        return pool.query(asked as never);
      },
    } as unknown as typeof pool;
    const one = way(service, observed, [ours.live.orgId, theirs.live.orgId], true);
    const two = way(service, pool, [ours.test.orgId, theirs.test.orgId], false);
    let verdicts = 0;
    await fc.assert(
      fc.asyncProperty(sequence, async (asked) => {
        await Promise.all([one.begin(asked), two.begin(asked)]);
        for (const next of asked.steps) {
          if ('kind' in next) {
            await Promise.all([one.change(next), two.change(next)]);
            continue;
          }
          const calls = next.calls.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
          const [got, expected] = await Promise.all([one.run(calls), two.run(calls)]);
          verdicts += got.length;
          // Which of the calls that arrived together has which use is not promised.
          for (const part of ['verdict', 'who', 'use'] as const)
            expect(got.map((each) => each[part]).toSorted()).toEqual(
              expected.map((each) => each[part]).toSorted(),
            );
        }
        expect(await one.left()).toEqual(await two.left());
      }),
      // Each part draws other sequences.
      { numRuns, endOnFailure: true, seed: Number(process.env['TEST_SEED']) + part },
    );
    const [plain = 0, rest = 0] = ['count-plain-uses', 'authenticate-keys'].map((name) => texts.get(name));
    expect(plain).toBeGreaterThan(rest);
    expect(rest).toBeGreaterThan(plain / 4);
    expect(two.answeredCalls()).toBe(0);
    expect(one.answeredCalls()).toBeGreaterThan(verdicts / 12);
  },
);
