import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { anAccessPolicy, withoutAccessPolicies } from '../../support/access.ts';
import { aCallerWith, aCredential, anIdentity, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { type DecisionMaker, decisionMaker } from '../../support/decisions.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let maker: DecisionMaker;

beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
  maker = await decisionMaker(service);
});
afterAll(async () => {
  await maker.close();
  await service.stop();
});

const hourMs = 3_600_000;
const around = () => ({
  from: new Date(Date.now() - hourMs).toISOString(),
  to: new Date(Date.now() + hourMs).toISOString(),
});

const blocking = (conditions: object = {}) => ({
  name: 'A draft',
  priority: 500,
  decision: 'BLOCK',
  conditions,
});

/** Starts a back-test and waits for its end. */
async function backtested(body: object, caller: Client = service.ours) {
  const started = await service.ours.call('startAccessBacktest', { body: { ...around(), ...body } });
  expect(started.status).toBe(202);
  const path = { id: started.body.id };
  const look = async () => (await caller.call('getAccessBacktest', { path })).body;
  await expect.poll(async () => (await look()).status, { timeout: 30_000 }).toBe('COMPLETED');
  return look();
}

/** A use of a credential, as a verification records it. */
const used = (
  credentialId: string,
  fields: { address?: string | null; source?: string; uses?: number } = {},
) =>
  service.sql(
    `insert into usage_facts (org_id, credential_id, at, source, address, uses) values ($1, $2, now(), $3, $4, $5)`,
    [
      service.ours.orgId,
      credentialId,
      fields.source ?? 'VERIFY',
      fields.address === undefined ? '198.51.100.1' : fields.address,
      fields.uses ?? 1,
    ],
  );

const sumOf = (days: Record<string, Record<string, number>>[], subject: 'users' | 'machines') => {
  const sum: Record<string, number> = {};
  for (const day of days)
    for (const [field, count] of Object.entries(day[subject] ?? {})) sum[field] = (sum[field] ?? 0) + count;
  return sum;
};

describe('startAccessBacktest', () => {
  test('replays recorded decisions about users with their inputs', async () => {
    const [blocked, allowed] = [await aUser(service.ours), await aUser(service.ours)];
    const signals = { now: new Date(), country: 'FR', clientType: 'browser' } as const;
    const plain = { decision: 'ALLOW', policyId: null, policyName: null, outcomes: [] } as const;
    await maker.decided({ ...plain, userId: blocked, application: 'cli_replay', signals });
    await maker.decided({ ...plain, userId: blocked, application: 'cli_replay', signals });
    await maker.decided({
      ...plain,
      userId: allowed,
      application: 'cli_replay',
      signals: { ...signals, country: 'DE' },
    });
    const { result } = await backtested({
      policy: blocking({ applications: { include: ['cli_replay'] }, countries: ['FR'] }),
    });
    const { asked, blocked: count, changed } = sumOf(result.days, 'users');
    expect([count, asked, changed]).toEqual([2, 0, 2]);
    expect(result.users).toBe(1);
    expect(result.examples).toEqual([
      {
        day: signals.now.toISOString().slice(0, 10),
        userId: blocked,
        identityId: null,
        decision: 'BLOCK',
        application: 'cli_replay',
        attempts: 2,
      },
    ]);
  });

  test('asks only users who have not proved what the draft requires', async () => {
    const now = new Date();
    const signals = { now, deviceTrust: 'unknown', clientType: 'browser' } as const;
    const plain = { decision: 'ALLOW', policyId: null, policyName: null, outcomes: [], signals } as const;
    for (const amr of [['pwd'], ['pwd', 'otp', 'mfa']])
      await maker.decided({
        ...plain,
        userId: await aUser(service.ours),
        application: 'cli_proofs',
        proved: { amr, authTime: now },
      });
    const asking = async (requirements: string[]) => {
      const conditions = { applications: { include: ['cli_proofs'] } };
      const policy = { ...blocking(conditions), decision: 'REQUIRE', requirements };
      const { allowed, asked, blocked } = sumOf((await backtested({ policy })).result.days, 'users');
      return { allowed, asked, blocked };
    };
    expect(await asking(['MFA'])).toEqual({ allowed: 1, asked: 1, blocked: 0 });
    expect(await asking(['REAUTHENTICATION'])).toEqual({ allowed: 2, asked: 0, blocked: 0 });
    expect(await asking(['COMPLIANT_DEVICE'])).toEqual({ allowed: 0, asked: 0, blocked: 2 });
  });

  test('counts what a replaced policy decided and the draft leaves to others as changed', async () => {
    onTestFinished(() => withoutAccessPolicies(service.ours));
    const conditions = { applications: { include: ['cli_released'] } };
    const before = await anAccessPolicy(service.ours, { priority: 1, conditions });
    await maker.decided({ userId: await aUser(service.ours), application: 'cli_released', policyId: before });
    const narrower = blocking({ ...conditions, countries: ['FR'] });
    const { result } = await backtested({ policy: narrower, inPlaceOf: before });
    expect(sumOf(result.days, 'users')).toMatchObject({ blocked: 0, changed: 1 });
  });

  test('replays uses of keys, and counts the inputs that they lack', async () => {
    const { id, identityId } = await aCredential(service.ours);
    await used(id, { uses: 3 });
    await used(id, { address: '203.0.113.7' });
    await used(id, { address: null });
    const { result } = await backtested({
      policy: blocking({
        identities: { include: [identityId] },
        ipRanges: ['198.51.100.0/24'],
      }),
    });
    expect(sumOf(result.days, 'machines')).toMatchObject({ blocked: 3, changed: 3, asked: 0 });
    expect(result.identities).toBe(1);
    // Users never have an identity, so it is not missing.
    expect(result.missing).toEqual([
      { condition: 'ipRanges', users: expect.any(Number) as number, machines: 1 },
    ]);
    const risky = await backtested({
      policy: blocking({ identities: { include: [identityId] }, riskLevels: ['LOW'] }),
    });
    expect(sumOf(risky.result.days, 'machines')).toMatchObject({ blocked: 0 });
    const [{ condition, machines }] = risky.result.missing;
    expect([condition, machines]).toEqual(['riskLevels', 5]);
  });

  test('knows the application of calls of this API', async () => {
    const { id, identityId } = await aCredential(service.ours);
    await used(id, { source: 'API', uses: 2 });
    await used(id);
    const conditions = {
      identities: { include: [identityId] },
      applications: { include: ['keyward:api'] },
    };
    const { result } = await backtested({ policy: blocking(conditions) });
    expect(sumOf(result.days, 'machines')).toMatchObject({ blocked: 2 });
  });

  test('lets a policy before the draft decide, unless the draft replaces it', async () => {
    onTestFinished(() => withoutAccessPolicies(service.ours));
    const { id, identityId } = await aCredential(service.ours);
    await used(id);
    const conditions = { identities: { include: [identityId] } };
    const before = await anAccessPolicy(service.ours, { priority: 1, decision: 'ALLOW', conditions });
    const policy = blocking(conditions);
    const beside = await backtested({ policy });
    const replacing = await backtested({ policy, inPlaceOf: before });
    expect(sumOf(beside.result.days, 'machines')).toMatchObject({ blocked: 0 });
    expect(sumOf(replacing.result.days, 'machines')).toMatchObject({ blocked: 1 });
  });

  test.for([
    [{ to: '2020-01-01T00:00:00Z' }, 'from', 'must be before `to`'],
    [{ from: '2026-01-01T00:00:00Z' }, 'from', 'must be at most 31 days before `to`'],
    [
      {
        policy: blocking({
          schedule: { timezone: 'Europe/Berln', days: ['MON'], from: '08:00', to: '18:00' },
        }),
      },
      'conditions.schedule.timezone',
      '"Europe/Berln" must be a time zone of the IANA database such as Europe/Berlin',
    ],
  ] as const)('refuses what makes no sense: %j', async ([fields, field, message]) => {
    const body = { policy: blocking(), from: '2026-11-01T00:00:00Z', to: '2026-11-20T00:00:00Z', ...fields };
    if ('from' in fields) body.to = '2026-11-20T00:00:00Z';
    const answer = await service.ours.call('startAccessBacktest', { body });
    expect([answer.status, answer.body.details[field]]).toEqual([400, message]);
  });

  test('refuses the priority of another policy, and to replace none', async () => {
    onTestFinished(() => withoutAccessPolicies(service.ours));
    await anAccessPolicy(service.ours, { priority: 500, status: 'DISABLED' });
    const taken = await service.ours.call('startAccessBacktest', {
      body: { policy: blocking(), ...around() },
    });
    expect([taken.status, taken.body.details['policy.priority']]).toEqual([
      400,
      expect.stringContaining('must not be that of another policy'),
    ]);
    const unknown = await service.ours.call('startAccessBacktest', {
      body: { policy: blocking(), ...around(), inPlaceOf: 'cap_none' },
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'POLICY_NOT_FOUND']);
  });
});

describe('getAccessBacktest', () => {
  test('leaves out the examples that the caller may not read', async () => {
    const identityId = await anIdentity(service.ours);
    const { id } = await aCredential(service.ours, { identityId });
    await used(id);
    const userId = await aUser(service.ours);
    await maker.decided({ userId, decision: 'ALLOW', application: 'cli_examples' });
    const applications = { include: ['cli_examples'] };
    const users = { policy: blocking({ applications }) };
    const machines = { policy: blocking({ identities: { include: [identityId] } }) };
    const examplesFor = async (scopes: string[], body: object) => {
      const { caller } = await aCallerWith(service, ['conditional_access.simulate', ...scopes]);
      return (await backtested(body, caller)).result.examples.length;
    };
    expect(await examplesFor([], users)).toBe(0);
    expect(await examplesFor(['directory.read'], users)).toBe(1);
    expect(await examplesFor(['directory.read'], machines)).toBe(0);
    expect(await examplesFor(['identities.read'], machines)).toBe(1);
  });

  test('answers 404 for one of another tenant', async () => {
    const { body } = await service.ours.call('startAccessBacktest', {
      body: { policy: blocking(), ...around() },
    });
    const foreign = await service.theirs.call('getAccessBacktest', { path: { id: body.id } });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'BACKTEST_NOT_FOUND']);
  });
});
