import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aCallerWith, aCredential, anIdentity, aUser } from '../../support/builders.ts';
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

/** Events of violations of a policy, oldest first. */
const violations = ({ sql }: TestService, policyId: string) =>
  sql<{ data: Record<string, unknown> & { details: Record<string, unknown> } }>(
    `select data from events where type = 'policy.violated' and data ->> 'policyId' = $1 order by created_at, id`,
    [policyId],
  );

const parametersOf: Record<string, object> = {
  CREDENTIAL_LIFETIME: { maxTtlSeconds: 90 * day, defaultTtlSeconds: 30 * day },
  ROTATION_AGE: { maxAgeDays: 90 },
  SCOPE_RESTRICTION: { deniedScopes: ['policies.write'] },
  IP_ALLOWLIST: { cidrs: ['203.0.113.0/24'] },
  TIME_WINDOW: { timezone: 'Europe/Berlin', days: ['MON'], from: '08:00', to: '18:00' },
  INACTIVITY: { maxIdleDays: 30 },
  OWNER_REQUIRED: {},
  USAGE_RATE: { maxUses: 600 },
};

describe('createPolicy', () => {
  test.for(Object.entries(parametersOf))(
    'creates one of %s',
    async ([type, parameters], { service: { ours } }) => {
      const name = `a ${randomUUID()}`;
      const { status, body, headers } = await ours.call('createPolicy', { body: { name, type, parameters } });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        name,
        type,
        parameters,
        mode: 'REPORT_ONLY',
        severity: 'MEDIUM',
        actions: ['DENY'],
        description: null,
        selector: { identityTypes: [], tags: [], identityIds: [] },
        violationCount: 0,
        lastViolatedAt: null,
      });
      expect(body.matchedIdentities).toBeGreaterThan(0);
      const got = await ours.call('getPolicy', { path: { id: body.id } });
      expect(got.body).toEqual(body);
      expect(got.headers.get('etag')).toBe(headers.get('etag'));
    },
  );

  const refused: [string, object, object][] = [
    [
      'unknown parameters',
      { type: 'ROTATION_AGE', parameters: { maxAgeDays: 1, maxUses: 1 } },
      { 'parameters.maxUses': 'is not a field that can be sent here (the fields here are `maxAgeDays`)' },
    ],
    [
      'missing parameters',
      { type: 'ROTATION_AGE', parameters: {} },
      { 'parameters.maxAgeDays': 'is required' },
    ],
    ['no parameters', { type: 'USAGE_RATE' }, { parameters: 'is required' }],
    [
      'parameters of another type',
      { type: 'OWNER_REQUIRED', parameters: { maxAgeDays: 1 } },
      { 'parameters.maxAgeDays': 'is not a field that can be sent here' },
    ],
    [
      'CIDRs that are none',
      { type: 'IP_ALLOWLIST', parameters: { cidrs: ['10.0.0.1/8'] } },
      { 'parameters.cidrs.0': 'must be an address or a CIDR range such as 203.0.113.0/24' },
    ],
    [
      'a default beyond the maximum',
      { type: 'CREDENTIAL_LIFETIME', parameters: { maxTtlSeconds: 1, defaultTtlSeconds: 2 } },
      { 'parameters.defaultTtlSeconds': 'must be at most maxTtlSeconds' },
    ],
    [
      'scopes both allowed and denied',
      { type: 'SCOPE_RESTRICTION', parameters: { allowedScopes: ['a.b'], deniedScopes: ['a.*'] } },
      { 'parameters.allowedScopes.0': 'must not also be in deniedScopes' },
    ],
    [
      'time zones that are none',
      {
        type: 'TIME_WINDOW',
        parameters: { timezone: 'Mars/Olympus', days: ['MON'], from: '08:00', to: '09:00' },
      },
      { 'parameters.timezone': 'must be a time zone of the IANA database such as Europe/Berlin' },
    ],
    [
      'an empty window',
      { type: 'TIME_WINDOW', parameters: { timezone: 'UTC', days: ['MON'], from: '08:00', to: '08:00' } },
      { 'parameters.to': 'must not be the same as from' },
    ],
  ];
  test.for(refused)('refuses %s', async ([, fields, details], { service: { ours } }) => {
    const { status, body } = await ours.call('createPolicy', { body: { name: 'bad one', ...fields } });
    expect([status, body.code, body.details]).toEqual([400, 'VALIDATION_ERROR', details]);
  });

  test('refuses an unknown type by name', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('createPolicy', {
      body: { name: 'bad one', type: 'MAGIC', parameters: {} },
    });
    expect(status).toBe(400);
    expect(Object.keys(body.details)).toEqual(['type']);
  });

  test('refuses a name that another has in any case', async ({ service: { ours } }) => {
    await aPolicy(ours, { name: 'Twice', type: 'OWNER_REQUIRED', mode: 'REPORT_ONLY' });
    const { status, body } = await ours.call('createPolicy', {
      body: { name: 'tWICE', type: 'OWNER_REQUIRED' },
    });
    expect([status, body.code, body.details]).toEqual([409, 'POLICY_EXISTS', { name: 'tWICE' }]);
  });

  test('says how many identities a selector finds, also none', async ({ service: { ours } }) => {
    const tag = randomUUID();
    await anIdentity(ours, { tags: [tag], type: 'AI_AGENT' });
    await anIdentity(ours, { tags: [tag] });
    const matched = async (selector: object) => {
      const id = await aPolicy(ours, { type: 'OWNER_REQUIRED', mode: 'REPORT_ONLY', selector });
      return (await ours.call('getPolicy', { path: { id } })).body.matchedIdentities;
    };
    expect(await matched({ tags: [tag] })).toBe(2);
    expect(await matched({ tags: [tag], identityTypes: ['AI_AGENT'] })).toBe(1);
    expect(await matched({ identityIds: ['idn_00000000000000000000000000'] })).toBe(0);
  });

  test('needs credentials.revoke for what would revoke', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['policies.*']);
    const fields = { name: 'ender', type: 'OWNER_REQUIRED', actions: ['REVOKE'], mode: 'ENFORCE' };
    const { status, body } = await caller.call('createPolicy', { body: fields });
    expect([status, body.code, body.details]).toEqual([
      403,
      'INSUFFICIENT_SCOPE',
      { required: ['credentials.revoke'] },
    ]);
    const watching = await caller.call('createPolicy', { body: { ...fields, mode: 'REPORT_ONLY' } });
    expect(watching.status).toBe(201);
    const enforced = await caller.call('updatePolicy', {
      path: { id: watching.body.id },
      body: { mode: 'ENFORCE' },
    });
    expect([enforced.status, enforced.body.code]).toEqual([403, 'INSUFFICIENT_SCOPE']);
  });
});

describe('getPolicy', () => {
  test('shows what creation has answered, with its version', async ({ service: { ours } }) => {
    const { body } = await ours.call('createPolicy', { body: { name: 'shown', type: 'OWNER_REQUIRED' } });
    const got = await ours.call('getPolicy', { path: { id: body.id } });
    expect([got.status, got.body, got.headers.get('etag')]).toEqual([200, body, '"1"']);
  });
});

describe('updatePolicy', () => {
  test('merges parameters and selector and holds them against the type', async ({ service: { ours } }) => {
    const id = await aPolicy(ours, {
      type: 'CREDENTIAL_LIFETIME',
      parameters: parametersOf['CREDENTIAL_LIFETIME'],
      selector: { tags: ['x'], identityTypes: ['CI_CD'] },
      mode: 'REPORT_ONLY',
    });
    const change = (body: object) => ours.call('updatePolicy', { path: { id }, body });
    const { status, body } = await change({
      parameters: { defaultTtlSeconds: null },
      selector: { tags: ['y'] },
    });
    expect(status).toBe(200);
    expect(body.parameters).toEqual({ maxTtlSeconds: 90 * day });
    expect(body.selector).toEqual({ tags: ['y'], identityTypes: ['CI_CD'], identityIds: [] });
    const { body: wrong } = await change({ parameters: { cidrs: [] } });
    expect(wrong.details).toEqual({
      'parameters.cidrs':
        'is not a field that can be sent here (the fields here are `maxTtlSeconds`, `defaultTtlSeconds`, `allowNeverExpiring`)',
    });
    expect((await change({ parameters: { maxTtlSeconds: null } })).body.details).toEqual({
      'parameters.maxTtlSeconds': 'is required',
    });
    const stale = await ours.call('updatePolicy', {
      path: { id },
      body: { name: 'late' },
      headers: { 'if-match': '"1"' },
    });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('refuses a type', async ({ service: { ours } }) => {
    const id = await aPolicy(ours, { type: 'OWNER_REQUIRED', mode: 'REPORT_ONLY' });
    const { status } = await ours.call('updatePolicy', { path: { id }, body: { type: 'ROTATION_AGE' } });
    expect(status).toBe(400);
  });
});

describe('deletePolicy', () => {
  test('ends a policy', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const id = await aPolicy(ours, { type: 'OWNER_REQUIRED', selector: { identityIds: [identityId] } });
    const create = () => ours.call('createCredential', { body: { identityId, name: 'key' } });
    expect((await create()).body.code).toBe('POLICY_DENIED');
    expect((await ours.call('deletePolicy', { path: { id } })).status).toBe(200);
    expect((await create()).status).toBe(201);
    expect((await ours.call('deletePolicy', { path: { id } })).body.code).toBe('POLICY_NOT_FOUND');
  });
});

describe('listPolicies', () => {
  test('filters by type, mode and name', async ({ service: { ours } }) => {
    const first = await aPolicy(ours, {
      type: 'OWNER_REQUIRED',
      mode: 'REPORT_ONLY',
      name: 'Owners everywhere',
    });
    const second = await aPolicy(ours, {
      type: 'ROTATION_AGE',
      mode: 'DISABLED',
      parameters: { maxAgeDays: 1 },
    });
    const ids = async (query: Record<string, string>) =>
      (await ours.call('listPolicies', { query })).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ type: 'OWNER_REQUIRED' })).toEqual([first]);
    expect(await ids({ mode: 'DISABLED' })).toEqual([second]);
    expect(await ids({ search: 'EVERY' })).toEqual([first]);
  });
});

describe('a credential that is created', () => {
  test('may not outlive a CREDENTIAL_LIFETIME, and the refusal is on record', async ({ service }) => {
    const { ours, sql } = service;
    const identityId = await anIdentity(ours);
    const id = await aPolicy(ours, {
      type: 'CREDENTIAL_LIFETIME',
      severity: 'HIGH',
      parameters: { maxTtlSeconds: 3600 },
      selector: { identityIds: [identityId] },
    });
    const create = (body: object) =>
      ours.call('createCredential', { body: { identityId, name: 'key', ...body } });
    const refusal = await create({ ttl: 3601, isTemporary: true });
    const { status, body } = refusal;
    expect([status, body.code]).toEqual([403, 'POLICY_DENIED']);
    expect(body.details).toMatchObject({
      policyId: id,
      policyType: 'CREDENTIAL_LIFETIME',
      ttlSeconds: 3601,
      maxTtlSeconds: 3600,
    });
    const [told] = await violations(service, id);
    expect(told?.data).toMatchObject({
      mode: 'ENFORCE',
      severity: 'HIGH',
      identityId,
      credentialId: null,
      action: 'createCredential',
      outcome: 'DENIED',
      requestId: refusal.headers.get('x-request-id'),
      details: { actions: ['DENY'] },
    });
    const [row] = await sql<{ result: string; code: string }>(
      `select result, code from audit_logs where request_id = $1`,
      [refusal.headers.get('x-request-id')],
    );
    expect(row).toEqual({ result: 'DENIED', code: 'POLICY_DENIED' });
    expect((await create({})).body.details).toMatchObject({ reason: 'it would never expire' });
    expect((await create({ ttl: 3600, isTemporary: true })).status).toBe(201);
    const jit = (duration: string) => ours.call('createJitCredential', { body: { identityId, duration } });
    expect((await jit('2h')).body.code).toBe('POLICY_DENIED');
    const { body: short } = await jit('1h');
    const late = { expiresAt: new Date(Date.now() + 2 * 3600_000).toISOString() };
    const extended = await ours.call('updateCredential', { path: { id: short.id }, body: late });
    expect(extended.body.code).toBe('POLICY_DENIED');
    expect(
      (await ours.call('updateCredential', { path: { id: short.id }, body: { name: 'renamed' } })).status,
    ).toBe(200);
    const { body: policy } = await ours.call('getPolicy', { path: { id } });
    expect(policy.violationCount).toBe(4);
    expect(policy.lastViolatedAt).not.toBeNull();
  });

  test('ends by the strictest default and maximum', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const selector = { identityIds: [identityId] };
    const type = 'CREDENTIAL_LIFETIME';
    await aPolicy(ours, {
      type,
      selector,
      parameters: { maxTtlSeconds: 30 * day, defaultTtlSeconds: 20 * day },
    });
    await aPolicy(ours, {
      type,
      selector,
      parameters: { maxTtlSeconds: 10 * day, allowNeverExpiring: true },
    });
    await aPolicy(ours, {
      type,
      selector,
      mode: 'REPORT_ONLY',
      parameters: { maxTtlSeconds: day, defaultTtlSeconds: day },
    });
    const { status, body } = await ours.call('createCredential', { body: { identityId, name: 'key' } });
    expect(status).toBe(201);
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(10 * day * 1000);
  });

  test('carries only what SCOPE_RESTRICTION lets it', async ({ service: { ours } }) => {
    const identityId = await anIdentity(ours);
    const selector = { identityIds: [identityId] };
    await aPolicy(ours, {
      type: 'SCOPE_RESTRICTION',
      selector,
      parameters: { allowedScopes: ['secrets.*', 'deploy.execute'], deniedScopes: ['secrets.write'] },
    });
    const create = (scopes: string[]) =>
      ours.call('createCredential', { body: { identityId, name: 'key', scopes } });
    expect((await create(['secrets.*'])).body.details).toMatchObject({ scopes: ['secrets.*'] });
    expect((await create(['*'])).body.code).toBe('POLICY_DENIED');
    expect((await create(['other.read'])).body.code).toBe('POLICY_DENIED');
    const { status, body } = await create(['secrets.read', 'deploy.execute']);
    expect(status).toBe(201);
    const wider = await ours.call('updateCredential', {
      path: { id: body.id },
      body: { scopes: ['secrets.write'] },
    });
    expect(wider.body.code).toBe('POLICY_DENIED');
  });

  test('goes on under REPORT_ONLY and ALERT, which tell of it', async ({ service }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours);
    const selector = { identityIds: [identityId] };
    const watching = await aPolicy(ours, {
      type: 'OWNER_REQUIRED',
      selector,
      mode: 'REPORT_ONLY',
      actions: ['DENY', 'REVOKE'],
    });
    const alerting = await aPolicy(ours, { type: 'OWNER_REQUIRED', selector, actions: ['ALERT'] });
    const { status, headers } = await ours.call('createCredential', { body: { identityId, name: 'key' } });
    expect(status).toBe(201);
    for (const [id, mode] of [
      [watching, 'REPORT_ONLY'],
      [alerting, 'ENFORCE'],
    ] as const) {
      const told = await violations(service, id);
      expect(told).toHaveLength(1);
      expect(told[0]?.data).toMatchObject({
        mode,
        outcome: 'REPORTED',
        requestId: headers.get('x-request-id'),
      });
    }
  });
});

describe('OWNER_REQUIRED', () => {
  test('refuses to rotate without an owner, and to take the owner away', async ({ service: { ours } }) => {
    const ownerUserId = await aUser(ours);
    const owned = await aCredential(ours, { identityId: await anIdentity(ours, { ownerUserId }) });
    const ownerless = await aCredential(ours);
    await aPolicy(ours, {
      type: 'OWNER_REQUIRED',
      selector: { identityIds: [owned.identityId, ownerless.identityId] },
    });
    const rotate = (id: string) => ours.call('rotateCredential', { path: { id }, body: {} });
    expect((await rotate(owned.id)).status).toBe(200);
    expect((await rotate(ownerless.id)).body.code).toBe('POLICY_DENIED');
    const patch = (body: object) => ours.call('updateIdentity', { path: { id: owned.identityId }, body });
    expect((await patch({ ownerUserId: null })).body.code).toBe('POLICY_DENIED');
    expect((await patch({ name: 'renamed' })).status).toBe(200);
  });
});
