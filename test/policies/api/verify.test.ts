import { describe, expect, onTestFinished } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { hashSecret } from '../../../src/lib/secret.ts';
import { verifySecrets } from '../../../src/credentials/sql/presented-secrets.ts';
import { aCallerWith, aCredential, anIdentity, verify } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { aDayThatLasts } from '../../support/lasting-day.ts';
import { poolOf } from '../../support/pool.ts';
import { aPolicy, withoutPolicies } from '../../support/policies.ts';
import { test as base, type TestService } from '../../support/service.ts';

const test = base.extend<{ cleaned: undefined }>({
  cleaned: [
    async ({ service }, use) => {
      await use(undefined);
      await withoutPolicies(service.ours);
    },
    { auto: true },
  ],
});

const day = 86_400;
const here = '203.0.113.7';
const allowed = { cidrs: ['203.0.113.0/24'] };
const elsewhere = { cidrs: ['198.51.100.0/24'] };

const policyOf = async ({ ours }: TestService, id: string) =>
  (await ours.call('getPolicy', { path: { id } })).body;
const usesOf = async ({ ours }: TestService, id: string): Promise<number> =>
  (await ours.call('getCredential', { path: { id } })).body.usageCount;
const told = ({ sql }: TestService, policyId: string) =>
  sql<{ data: { outcome: string; action: string; credentialId: string; details: Record<string, unknown> } }>(
    `select data from events where type = 'policy.violated' and data ->> 'policyId' = $1 order by created_at, id`,
    [policyId],
  );
/** Moves the life of a credential into the past. */
const age = ({ sql }: TestService, id: string, days: number) =>
  sql(
    `update credentials set created_at = created_at - $2 * interval '1 day',
            last_used_at = last_used_at - $2 * interval '1 day' where id = $1`,
    [id, days],
  );

describe('verifyCredential under policies', () => {
  test('refuses by IP_ALLOWLIST, also without an address, counts nothing and tells it', async ({
    service,
  }) => {
    const { ours } = service;
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: allowed,
      selector: { identityIds: [identityId] },
    });
    expect(await verify(ours, secret, { ipAddress: here })).toMatchObject({
      valid: true,
      credential: { usageCount: 1 },
    });
    const refused = await verify(ours, secret, { ipAddress: '198.51.100.1' });
    expect(refused).toMatchObject({ valid: false, code: 'POLICY_DENIED', identity: null, credential: null });
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret, { consume: false })).code).toBe('POLICY_DENIED');
    expect(await usesOf(service, credentialId)).toBe(1);
    await expect.poll(async () => (await policyOf(service, id)).violationCount, { timeout: 20_000 }).toBe(2);
    const [event, ...others] = await told(service, id);
    expect(others).toEqual([]);
    expect(event?.data).toMatchObject({ outcome: 'DENIED', action: 'verifyCredential', credentialId });
  });

  test('goes on under REPORT_ONLY, and tells a hundred violations as one', async ({ service }) => {
    const { ours } = service;
    const { identityId, secret } = await aCredential(ours, { maxUsageCount: 1000 });
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      mode: 'REPORT_ONLY',
      parameters: elsewhere,
      selector: { identityIds: [identityId] },
    });
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => verify(ours, secret, { ipAddress: here })),
    );
    expect(answers.every(({ valid }) => valid)).toBe(true);
    await expect
      .poll(async () => (await policyOf(service, id)).violationCount, { timeout: 20_000 })
      .toBe(100);
    const events = await told(service, id);
    expect(events).toHaveLength(1);
    expect(events[0]?.data.outcome).toBe('REPORTED');
  });

  test('refuses what is too old, and what was not used for long, until it is rotated', async ({
    service,
  }) => {
    const { ours } = service;
    const { id, identityId, secret } = await aCredential(ours);
    const selector = { identityIds: [identityId] };
    await verify(ours, secret);
    await age(service, id, 40);
    const old = await aPolicy(ours, { type: 'ROTATION_AGE', selector, parameters: { maxAgeDays: 39 } });
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    await ours.call('updatePolicy', { path: { id: old }, body: { mode: 'DISABLED' } });
    const idle = await aPolicy(ours, { type: 'INACTIVITY', selector, parameters: { maxIdleDays: 39 } });
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    expect((await verify(ours, secret)).code).toBe('POLICY_DENIED');
    await ours.call('updatePolicy', { path: { id: idle }, body: { parameters: { maxIdleDays: 41 } } });
    expect((await verify(ours, secret)).valid).toBe(true);
    await ours.call('updatePolicy', { path: { id: old }, body: { mode: 'ENFORCE' } });
    const { body } = await ours.call('rotateCredential', { path: { id }, body: {} });
    expect((await verify(ours, body.credential)).valid).toBe(true);
  });

  test('counts exactly up to USAGE_RATE, however many ask at once', async ({ service }) => {
    const { ours } = service;
    const { id: credentialId, identityId, secret } = await aCredential(ours);
    await aPolicy(ours, {
      type: 'USAGE_RATE',
      parameters: { maxUses: 7 },
      selector: { identityIds: [identityId] },
    });
    const other = createClient((await nodeOf(service)).origin, ours.key);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => verify(at % 2 ? ours : other, secret)),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 'VALID')).toHaveLength(7);
    expect(codes.filter((code) => code === 'POLICY_DENIED')).toHaveLength(53);
    expect(await usesOf(service, credentialId)).toBe(7);
    await service.sql(
      "update credentials set use_window_started_at = now() - interval '61 s' where id = $1",
      [credentialId],
    );
    expect((await verify(ours, secret)).valid).toBe(true);
  });

  test('grants no more than it counts where some still ask by a USAGE_RATE that is gone', async ({
    service,
  }) => {
    const { ours } = service;
    const { id, secret } = await aCredential(ours, { maxUsageCount: 100 });
    const pool = poolOf(service);
    onTestFinished(() => pool.end());
    const demand = {
      orgId: service.organizations.ours.live.orgId,
      hash: hashSecret(secret),
      address: null,
      consume: true,
      needsJudgement: false,
      inet: null,
      coverings: [],
      judged: null,
      ruledOut: null,
    };
    const demands = [1, null].map((mostInWindow) => ({
      ...demand,
      mostInWindow,
      calls: 5,
      eventId: newId('evt'),
    }));
    const findings = await verifySecrets(pool, demands, true);
    expect(findings.map(({ granted }) => granted)).toEqual([10, 10]);
    expect(await usesOf(service, id)).toBe(10);
  });

  test('is never judged by what a change has replaced, on two nodes under load', async ({ service }) => {
    const { ours } = service;
    const { identityId, secret } = await aCredential(ours);
    const nodes = [ours, createClient((await nodeOf(service)).origin, ours.key)] as const;
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: allowed,
      selector: { identityIds: [identityId] },
    });
    let busy = true;
    const load = Promise.all(
      nodes.map(async (node) => {
        while (busy) await verify(node, secret, { ipAddress: here });
      }),
    );
    const wrong: unknown[] = [];
    for (let round = 0; round < 30; round++) {
      const allows = round % 2 === 1;
      // Also by mode, so that the version goes to 0 and comes back.
      const body =
        round % 4 < 2
          ? { mode: 'ENFORCE', parameters: allows ? allowed : elsewhere }
          : { mode: allows ? 'DISABLED' : 'ENFORCE', parameters: elsewhere };
      const changed = await nodes[(round >> 1) % 2]?.call('updatePolicy', { path: { id }, body });
      expect(changed?.status).toBe(200);
      const answers = await Promise.all(
        [...nodes, ...nodes].map((node) => verify(node, secret, { ipAddress: here })),
      );
      for (const { code } of answers) if ((code === 'VALID') !== allows) wrong.push([round, code]);
    }
    busy = false;
    await load;
    expect(wrong).toEqual([]);
  });
});

describe('a call of the API under policies', () => {
  test('is refused after it is authenticated, and told with its audit row', async ({ service }) => {
    const { ours, sql } = service;
    const { caller, id: credentialId, identityId } = await aCallerWith(service, ['identities.*']);
    const id = await aPolicy(ours, {
      type: 'IP_ALLOWLIST',
      parameters: elsewhere,
      selector: { identityIds: [identityId] },
    });
    const read = await caller.call('listIdentities');
    expect([read.status, read.body.code, read.body.details]).toMatchObject([
      403,
      'POLICY_DENIED',
      { policyId: id, policyType: 'IP_ALLOWLIST' },
    ]);
    const refused = await caller.call('createIdentity', { body: { name: 'nobody', type: 'CI_CD' } });
    expect(refused.body.code).toBe('POLICY_DENIED');
    const requestId = refused.headers.get('x-request-id');
    const rows = await sql<{ result: string }>('select result from audit_logs where request_id = $1', [
      requestId,
    ]);
    expect(rows).toEqual([{ result: 'DENIED' }]);
    const events = await told(service, id);
    expect(events.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ action: 'createIdentity', credentialId, outcome: 'DENIED' }),
    );
    await expect.poll(async () => (await policyOf(service, id)).violationCount, { timeout: 20_000 }).toBe(2);
  });

  test('does not end its inactivity by being refused', async ({ service }) => {
    const { ours } = service;
    const { caller, id, identityId } = await aCallerWith(service, ['identities.read']);
    expect((await caller.call('listIdentities')).status).toBe(200);
    await age(service, id, 40);
    const policy = await aPolicy(ours, {
      type: 'INACTIVITY',
      parameters: { maxIdleDays: 39 },
      selector: { identityIds: [identityId] },
    });
    for (let times = 0; times < 3; times++)
      expect((await caller.call('listIdentities')).body.code).toBe('POLICY_DENIED');
    await ours.call('updatePolicy', { path: { id: policy }, body: { mode: 'REPORT_ONLY' } });
    for (let times = 0; times < 3; times++) expect((await caller.call('listIdentities')).status).toBe(200);
    const { body } = await ours.call('getCredential', { path: { id } });
    expect(Date.now() - Date.parse(body.lastUsedAt)).toBeLessThan(3600_000);
  });

  test('is counted by USAGE_RATE together with its verifications', async ({ service }) => {
    const { ours } = service;
    const { caller, identityId } = await aCallerWith(service, ['identities.read']);
    await aPolicy(ours, {
      type: 'USAGE_RATE',
      parameters: { maxUses: 3 },
      selector: { identityIds: [identityId] },
    });
    await verify(ours, caller.key ?? '');
    const statuses: number[] = [];
    for (let times = 0; times < 4; times++) statuses.push((await caller.call('listIdentities')).status);
    expect(statuses).toEqual([200, 200, 403, 403]);
    expect((await verify(ours, caller.key ?? '')).code).toBe('POLICY_DENIED');
  });
});

describe('the nightly pass', () => {
  test('tells each violation once a day, and suspends by job', async ({ service }) => {
    const { ours, sql, runTask } = service;
    await aDayThatLasts(service);
    const forever = await aCredential(ours);
    const fine = await aCredential(ours, { identityId: forever.identityId, isTemporary: true, ttl: 3600 });
    const id = await aPolicy(ours, {
      type: 'CREDENTIAL_LIFETIME',
      parameters: { maxTtlSeconds: 86_400 },
      selector: { identityIds: [forever.identityId] },
    });
    // The workers of another test may have passed today.
    await sql('delete from policy_passes');
    await runTask('apply-policies');
    await runTask('apply-policies');
    const events = await told(service, id);
    expect(events.map(({ data }) => [data.credentialId, data.outcome, data.action])).toEqual([
      [forever.id, 'REPORTED', 'dailyPass'],
    ]);
    expect(events.some(({ data }) => data.credentialId === fine.id)).toBe(false);
    expect((await policyOf(service, id)).violationCount).toBe(1);
    await ours.call('updatePolicy', { path: { id }, body: { actions: ['SUSPEND'] } });
    await sql("update policy_passes set day = day - 1, after_id = 'zzz'");
    await runTask('apply-policies');
    expect(await told(service, id)).toHaveLength(2);
    await nodeOf(service, { ROLE: 'all' });
    const status = async () => (await ours.call('getCredential', { path: { id: forever.id } })).body.status;
    await expect.poll(status, { timeout: 20_000 }).toBe('SUSPENDED');
  });
});

describe('evaluatePolicies', () => {
  test.for([
    [['policies.read'], 'identities.read'],
    [['policies.read', 'identities.read'], 'credentials.read'],
  ] as const)(
    'refuses a key with %s, which may not read what it asks about',
    async ([scopes, required], { service }) => {
      const { id: credentialId } = await aCredential(service.ours);
      const { caller } = await aCallerWith(service, [...scopes]);
      const { status, body } = await caller.call('evaluatePolicies', {
        body: { operation: 'verifyCredential', credentialId },
      });
      expect([status, body.code, body.details]).toEqual([
        403,
        'INSUFFICIENT_SCOPE',
        { required: [required] },
      ]);
    },
  );

  test('says what each policy says, a draft too, and changes nothing', async ({ service }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours);
    const selector = { identityIds: [identityId] };
    const id = await aPolicy(ours, {
      type: 'CREDENTIAL_LIFETIME',
      selector,
      parameters: { maxTtlSeconds: day, defaultTtlSeconds: 3600 },
    });
    const other = await aPolicy(ours, {
      type: 'OWNER_REQUIRED',
      mode: 'REPORT_ONLY',
      selector: { tags: ['nobody'] },
    });
    const draft = { name: 'Draft', type: 'OWNER_REQUIRED', mode: 'ENFORCE' };
    const evaluate = (body: object) => ours.call('evaluatePolicies', { body });
    const attempt = { operation: 'createCredential', identityId };
    const { status, body } = await evaluate({ ...attempt, ttl: 2 * day, policy: draft });
    expect(status).toBe(200);
    expect(body.decision).toBe('DENY');
    const short = body.evaluated.map((one: Record<string, unknown>) => [one['policyId'], one['outcome']]);
    expect(short).toEqual([
      [id, 'DENIED'],
      [other, 'NOT_APPLICABLE'],
      [null, 'DENIED'],
    ]);
    expect((await evaluate(attempt)).body).toMatchObject({ decision: 'ALLOW', ttlSeconds: 3600 });
    expect(await told(service, id)).toEqual([]);
    expect((await ours.call('getPolicy', { path: { id } })).body.violationCount).toBe(0);
    const unknown = 'idn_00000000000000000000000000';
    expect((await evaluate({ ...attempt, identityId: unknown })).body.code).toBe('IDENTITY_NOT_FOUND');
    expect((await evaluate({ operation: 'verifyCredential', credentialId: 'nonsense' })).body.code).toBe(
      'CREDENTIAL_NOT_FOUND',
    );
    expect((await evaluate({ operation: 'verifyCredential', identityId })).body.details).toEqual({
      credentialId: 'is required for this operation',
    });
    const bad = await evaluate({ ...attempt, policy: { ...draft, parameters: { maxUses: 1 } } });
    expect(bad.body.details).toEqual({ 'policy.parameters.maxUses': 'is not a field that can be sent here' });
  });

  test('judges uses at any time and from any address', async ({ service: { ours } }) => {
    const { id: credentialId, identityId } = await aCredential(ours);
    const selector = { identityIds: [identityId] };
    await aPolicy(ours, {
      type: 'TIME_WINDOW',
      selector,
      parameters: { timezone: 'Europe/Berlin', days: ['MON'], from: '22:00', to: '06:00' },
    });
    await aPolicy(ours, { type: 'IP_ALLOWLIST', selector, parameters: { cidrs: ['203.0.113.0/24'] } });
    const outcomes = async (fields: object) => {
      const attempt = { operation: 'verifyCredential', credentialId };
      const { body } = await ours.call('evaluatePolicies', { body: { ...attempt, ...fields } });
      return body.evaluated.map((one: { outcome: string }) => one.outcome);
    };
    // A Monday in winter, an hour behind Berlin; then the night after it, which belongs to it.
    const inside = { ipAddress: '203.0.113.9' };
    expect(await outcomes({ ...inside, at: '2027-01-04T20:59:00Z' })).toEqual(['DENIED', 'PASSED']);
    expect(await outcomes({ ...inside, at: '2027-01-04T21:00:00Z' })).toEqual(['PASSED', 'PASSED']);
    expect(await outcomes({ ...inside, at: '2027-01-05T04:59:00Z' })).toEqual(['PASSED', 'PASSED']);
    expect(await outcomes({ at: '2027-01-05T05:00:00Z' })).toEqual(['DENIED', 'DENIED']);
  });
});

/** Another node, for one test. */
async function nodeOf(service: TestService, env: Record<string, string> = {}) {
  const node = await service.startNode(env);
  onTestFinished(() => node.stop());
  return node;
}
