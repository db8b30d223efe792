import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { aCallerWith, aCredential, anIdentity, aUser } from '../../support/builders.ts';
import type { CallParts, Client } from '../../support/client.ts';
import { aGroup } from '../../support/groups.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { createWebhook } from '../../support/webhooks.ts';

// security.md 7: "What ends gives what lasts". After a key has ended, nothing that it gave still works.

const here = ['127.0.0.0/8'];
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
const rule = { issuer: 'https://issuer.example', audience: 'keyward', subject: 'me' };
const password = 'correct horse 7 Battery staple!';

/** Keys that may do everything, for a while, a few times, or from here. */
const callers = {
  temporary: { expiresAt: inSeconds(3600) },
  capped: { maxUsageCount: 50 },
  'bound to addresses': { allowedIps: here },
} as const;

/** Everything that gives something without an end, a cap or addresses. */
const gifts: [id: OperationId, parts: (ours: Client) => Promise<CallParts>][] = [
  [
    'createCredential',
    async (ours) => ({ body: { identityId: await anIdentity(ours), name: 'lasting', scopes: ['*'] } }),
  ],
  [
    'createJitCredential',
    async (ours) => ({ body: { identityId: await anIdentity(ours), duration: '30d', scopes: ['a.b'] } }),
  ],
  ['rotateCredential', async (ours) => ({ path: { id: (await aCredential(ours)).id } })],
  [
    'reactivateCredential',
    async (ours) => {
      const { id } = await aCredential(ours);
      await ours.call('suspendCredential', { path: { id } });
      return { path: { id } };
    },
  ],
  [
    'updateCredential',
    async (ours) => ({ path: { id: (await aCredential(ours)).id }, body: { scopes: ['a.b'] } }),
  ],
  [
    'updateCredential',
    async (ours) => ({
      path: {
        id: (await aCredential(ours, { expiresAt: inSeconds(60), maxUsageCount: 1, allowedIps: here })).id,
      },
      body: { expiresAt: null, maxUsageCount: null, allowedIps: null },
    }),
  ],
  ['createIdentity', async () => ({ body: { name: 'lasting', type: 'CI_CD', federatedSubjects: [rule] } })],
  [
    'updateIdentity',
    async (ours) => ({ path: { id: await anIdentity(ours) }, body: { federatedSubjects: [rule] } }),
  ],
  [
    'updateIdentity',
    async (ours) => ({
      path: { id: await anIdentity(ours, { expiresAt: inSeconds(60), allowedIps: here }) },
      body: { expiresAt: null, allowedIps: null },
    }),
  ],
  [
    'reactivateIdentity',
    async (ours) => {
      const { identityId: id } = await aCredential(ours);
      await ours.call('suspendIdentity', { path: { id } });
      return { path: { id } };
    },
  ],
  ['createScimToken', async () => ({ body: { name: 'lasting' } })],
  ['createInitialAccessToken', async () => ({ body: { name: 'lasting' } })],
  [
    'createOidcClient',
    async () => ({ body: { applicationType: 'web', redirectUris: ['https://shop.example/callback'] } }),
  ],
  [
    'createOidcClient',
    async () => ({ body: { applicationType: 'spa', redirectUris: ['https://shop.example/callback'] } }),
  ],
  ...[
    { redirectUris: ['https://shop.example/callback', 'https://shop.example/other'] },
    { grantTypes: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'] },
    { scopes: ['openid', 'profile', 'email', 'phone'] },
    { allowedOrigins: ['https://shop.example'] },
  ].map((body): (typeof gifts)[number] => [
    'updateOidcClient',
    async (ours) => ({ path: { clientId: (await anOidcClient(ours)).clientId }, body }),
  ]),
  [
    'updateOidcClient',
    async (ours) => {
      const path = { clientId: (await anOidcClient(ours)).clientId };
      await ours.call('updateOidcClient', { path, body: { status: 'DISABLED' } });
      return { path, body: { status: 'ACTIVE' } };
    },
  ],
  ['rotateOidcClientSecret', async (ours) => ({ path: { clientId: (await anOidcClient(ours)).clientId } })],
  [
    'createWebhook',
    async () => ({ body: { name: 'lasting', url: 'https://127.0.0.1:9/hook', events: ['*'] } }),
  ],
  [
    'updateWebhook',
    async (ours) => ({ path: { id: (await createWebhook(ours)).id }, body: { events: ['*'] } }),
  ],
  ['rotateWebhookSecret', async (ours) => ({ path: { id: (await createWebhook(ours)).id } })],
  ['createGroup', async () => ({ body: { name: anEmail(), scopes: ['audit.read'] } })],
  [
    'updateGroup',
    async (ours) => ({ path: { groupId: await aGroup(ours) }, body: { scopes: ['audit.read'] } }),
  ],
  [
    'addGroupMembers',
    async (ours) => ({
      path: { groupId: await aGroup(ours, { scopes: ['audit.read'] }) },
      body: { userId: await aUser(ours) },
    }),
  ],
  ['createUser', async () => ({ body: { email: anEmail(), sendInvite: false, roles: ['AUDITOR'] } })],
  ['updateUser', async (ours) => ({ path: { userId: await aUser(ours) }, body: { roles: ['AUDITOR'] } })],
  [
    'updateUser',
    async (ours) => ({ path: { userId: await aUser(ours, { roles: ['AUDITOR'] }) }, body: { password } }),
  ],
  [
    'reactivateUser',
    async (ours) => {
      const userId = await aUser(ours, { roles: ['AUDITOR'] });
      await ours.call('suspendUser', { path: { userId } });
      return { path: { userId } };
    },
  ],
];

for (const [kind, fields] of Object.entries(callers)) {
  describe(`a key that is ${kind}`, () => {
    test('gives nothing that goes beyond it', async ({ service }) => {
      const { ours } = service;
      await Promise.all(
        gifts.map(async ([id, parts]) => {
          // A new one each time: refusals count as uses, too.
          const { caller } = await aCallerWith(service, ['*'], fields);
          const call = await parts(ours);
          const { status, body } = await caller.call(id, call);
          expect([id, status, body.code]).toEqual([id, 403, 'BOUND_NOT_GRANTABLE']);
          if (kind === 'temporary') expect([200, 201], id).toContain((await ours.call(id, call)).status);
        }),
      );
    });

    test('gives what stays within it, and what carries no right', async ({ service }) => {
      const { caller, identityId } = await aCallerWith(service, ['*'], fields);
      const within = { identityId, name: 'within', scopes: ['*'] };
      const bound = { expiresAt: inSeconds(1800), maxUsageCount: 5, allowedIps: ['127.0.0.1'] };
      const made = await caller.call('createCredential', { body: { ...within, ...bound } });
      expect(made.status).toBe(201);
      const jit = { identityId, duration: '20m', maxUsage: 4, allowedIps: ['127.0.0.1'] };
      expect((await caller.call('createJitCredential', { body: jit })).body.allowedIps).toEqual([
        '127.0.0.1',
      ]);
      const path = { id: made.body.id };
      for (const body of [{ name: 'renamed' }, { scopes: ['a.b'] }, { maxUsageCount: 4 }])
        expect((await caller.call('updateCredential', { path, body })).status).toBe(200);
      expect((await caller.call('rotateCredential', { path })).status).toBe(200);
      for (const operation of ['suspendCredential', 'reactivateCredential', 'revokeCredential'] as const)
        expect((await caller.call(operation, { path })).status).toBe(200);
      const user = { email: anEmail(), sendInvite: false };
      expect((await caller.call('createUser', { body: user })).status).toBe(201);
      expect((await caller.call('createGroup', { body: { name: anEmail() } })).status).toBe(201);
    });

    test('does not lift its own bounds', async ({ service }) => {
      const { caller, id, identityId } = await aCallerWith(service, ['*'], fields);
      const bodies = {
        temporary: [{ expiresAt: null }, { expiresAt: inSeconds(7200) }],
        capped: [{ maxUsageCount: null }, { maxUsageCount: 1000 }],
        'bound to addresses': [{ allowedIps: null }, { allowedIps: ['0.0.0.0/0'] }],
      }[kind];
      for (const body of bodies ?? []) {
        const refusal = await caller.call('updateCredential', { path: { id }, body });
        expect(refusal).toMatchObject({ status: 403, body: { code: 'BOUND_NOT_GRANTABLE' } });
        expect(refusal.body.details.bounds).toEqual(Object.keys(body));
      }
      // A rotation begins to count again.
      const { status } = await caller.call('rotateCredential', { path: { id } });
      expect(status).toBe(kind === 'capped' ? 403 : 200);
      if (kind === 'capped')
        expect(
          (await caller.call('updateIdentity', { path: { id: identityId }, body: { name: 'ok' } })).status,
        ).toBe(200);
    });
  });
}

describe('a key of an identity that ends', () => {
  test('gives nothing beyond its identity, and lifts no bound of it', async ({ service }) => {
    const identityId = await anIdentity(service.ours, { expiresAt: inSeconds(3600), allowedIps: here });
    const { caller } = await aCallerWith(service, ['*'], { identityId });
    const other = await anIdentity(service.ours);
    const create = (id: string) =>
      caller.call('createCredential', { body: { identityId: id, name: 'made', scopes: ['*'] } });
    expect(await create(other)).toMatchObject({
      status: 403,
      body: { details: { bounds: ['expiresAt', 'allowedIps'] } },
    });
    // A credential of its own identity ends with that identity.
    expect((await create(identityId)).status).toBe(201);
    for (const body of [{ expiresAt: null }, { allowedIps: null }])
      expect((await caller.call('updateIdentity', { path: { id: identityId }, body })).status).toBe(403);
  });
});

describe('a key and an identity that ends before it', () => {
  test('gives no credential that lasts when the identity is prolonged by others', async ({ service }) => {
    const { ours } = service;
    const identityId = await anIdentity(ours, { expiresAt: inSeconds(600), allowedIps: here });
    const limits = { expiresAt: inSeconds(3600), allowedIps: here };
    const bound = { identityId, name: 'bound', scopes: ['*'], ...limits };
    const { body: made } = await ours.call('createCredential', { body: bound });
    const { caller } = await aCallerWith(service, ['*'], limits);
    const own = await aCallerWith(service, ['*'], { identityId, ...limits });
    for (const given of [caller, own.caller]) {
      const calls: [OperationId, CallParts][] = [
        ['createCredential', { body: { identityId, name: 'lasting', scopes: ['*'] } }],
        [
          'updateCredential',
          { path: { id: made.id }, body: { expiresAt: null, allowedIps: null, maxUsageCount: null } },
        ],
      ];
      for (const [operation, parts] of calls) {
        const { status, body } = await given.call(operation, parts);
        expect([operation, status, body.details?.bounds]).toEqual([
          operation,
          403,
          ['expiresAt', 'allowedIps'],
        ]);
      }
    }
    expect(
      (await own.caller.call('updateCredential', { path: { id: own.id }, body: { expiresAt: null } })).status,
    ).toBe(403);
  });
});

describe('any sequence of calls by a temporary key', () => {
  const ends = fc.constantFrom(null, inSeconds(600), inSeconds(90_000));
  const target = fc.constantFrom('self', 'lasting', 'made');
  const step = fc.oneof(
    fc.record({ op: fc.constant('create' as const), expiresAt: ends }),
    fc.record({ op: fc.constant('jit' as const), duration: fc.constantFrom('5m', '1d') }),
    fc.record({ op: fc.constant('rotate' as const), target, gracePeriod: fc.constantFrom(0, 86_400) }),
    fc.record({
      op: fc.constant('patch' as const),
      target,
      body: fc.record(
        { expiresAt: ends, scopes: fc.constantFrom([], ['*']), maxUsageCount: fc.constantFrom(null, 10_000) },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ op: fc.constant('identity' as const), body: fc.record({ expiresAt: ends }) }),
    fc.record({ op: fc.constantFrom('suspend' as const, 'reactivate' as const), target }),
  );

  test('leaves no credential that works after its end and that it has made, rotated or widened', async ({
    service,
  }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), (steps) => play(service, steps)),
      { numRuns: 8 },
    );
  });

  async function play(service: TestService, steps: unknown[]): Promise<void> {
    const { ours, as, sql } = service;
    const lasting = await aCredential(ours, { scopes: ['a.b'] });
    const end = inSeconds(3600);
    const self = await aCredential(ours, { scopes: ['*'], expiresAt: end });
    const before = `select id, secret_hash, scopes, expires_at from credentials where id = '${lasting.id}'`;
    const [was] = await sql(before);
    let caller = as(self.secret);
    let made = self.id;
    for (const one of steps as { op: string; target?: string; body?: Record<string, unknown> }[]) {
      const id = { self: self.id, lasting: lasting.id, made }[one.target ?? 'self'] ?? self.id;
      const { op, target: _, body: sent, ...rest } = one;
      const identityId = lasting.identityId;
      const make = { identityId, scopes: ['*'], ...rest };
      const calls: Record<string, [OperationId, CallParts]> = {
        create: ['createCredential', { body: { name: 'made', ...make } }],
        jit: ['createJitCredential', { body: make }],
        rotate: ['rotateCredential', { path: { id }, body: rest }],
        patch: ['updateCredential', { path: { id }, body: sent }],
        identity: ['updateIdentity', { path: { id: self.identityId }, body: sent }],
        suspend: ['suspendCredential', { path: { id } }],
        reactivate: ['reactivateCredential', { path: { id } }],
      };
      const [operation, parts] = calls[op] ?? [];
      if (!operation) throw new Error(`no such step: ${op}`);
      const { status, body } = await caller.call(operation, parts);
      if (status === 201) made = body.id;
      if (status === 200 && operation === 'rotateCredential' && id === self.id) caller = as(body.credential);
    }
    const [is] = await sql<{ secret_hash: Buffer; scopes: string[]; expires_at: Date | null }>(before);
    // It may be rotated and widened after it has got an end that is not later.
    const lasts = !is?.expires_at || is.expires_at.toISOString() > end;
    const isOther = !Buffer.from(was?.['secret_hash']).equals(is?.secret_hash ?? Buffer.of());
    expect({ lasts, isOther: lasts && isOther, isWide: lasts && is?.scopes.includes('*') }).toEqual({
      lasts,
      isOther: false,
      isWide: false,
    });
    const late = await sql(
      `select c.name, c.expires_at from credentials c join identities i on i.id = c.identity_id
        where (c.created_by = $1 or c.id = $1) and coalesce(least(c.expires_at, i.expires_at), 'infinity') > $2`,
      [self.id, end],
    );
    expect(late).toEqual([]);
  }
});
