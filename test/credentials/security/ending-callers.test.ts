import { describe, expect } from 'vitest';
import { createLog } from '../../../src/platform/log.ts';
import { aCallerWith, aCredential, anIdentity, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { createClient } from '../../support/client.ts';
import { exchange, test } from '../../support/exchange.ts';
import type { Issuer } from '../../support/issuer.ts';
import type { TestService } from '../../support/service.ts';
import { aCommandLine, provedLongAgo } from '../../support/command-line.ts';
import { aUserCaller } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

// docs/decisions/0093: what ends gives nothing that lasts, unless its rule of federation says so.

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const refused = { status: 403, body: { code: 'BOUND_NOT_GRANTABLE' } };
const password = 'correct horse 7 Battery staple!';

/** A rule of federation that the tokens of the issuer fulfil. */
const ruleOf = ({ url }: Issuer, fields: Record<string, unknown> = {}) => ({
  issuer: url,
  audience: 'keyward',
  subject: 'repo:acme/*',
  ...fields,
});

/** A caller with a credential that a workload obtained. */
async function aWorkloadCaller(
  service: TestService,
  issuer: Issuer,
  fields: Record<string, unknown> = {},
  identity: Record<string, unknown> = {},
): Promise<Client> {
  const identityId = await anIdentity(service.ours, {
    allowedScopes: ['*'],
    federatedSubjects: [ruleOf(issuer, fields)],
    ...identity,
  });
  const { status, body } = await exchange(service, { identityId, token: await issuer.sign(), scopes: ['*'] });
  expect(status).toBe(201);
  return service.as(body.credential);
}

/** Changes that last: a webhook, a user with a password, a weaker setting, and an access pass. */
const gifts = [
  (caller: Client) =>
    caller.call('createWebhook', {
      body: { name: 'lasting', url: 'https://127.0.0.1:9/hook', events: ['user.created'] },
    }),
  (caller: Client) => caller.call('createUser', { body: { email: anEmail(), password } }),
  async (caller: Client, { ours }: TestService) => {
    await ours.call('updatePasswordPolicy', { body: { minLength: 12 } });
    return caller.call('updatePasswordPolicy', { body: { minLength: 8 } });
  },
  async (caller: Client, { ours }: TestService) =>
    caller.call('createAccessPass', { path: { userId: await aUser(ours) } }),
] as const;

describe('a credential that a workload obtained', () => {
  test('gives nothing that lasts, because it ends', async ({ service, issuer }) => {
    const caller = await aWorkloadCaller(service, issuer);
    for (const give of gifts) expect(await give(caller, service)).toMatchObject(refused);
  });

  test('gives what lasts where its rule says mayGiveLasting', async ({ service, issuer }) => {
    const caller = await aWorkloadCaller(service, issuer, { mayGiveLasting: true });
    for (const give of gifts) expect([200, 201]).toContain((await give(caller, service)).status);
  });

  test('gives nothing that lasts where another rule says so that does not fit its token', async ({
    service,
    issuer,
  }) => {
    const elsewhere = { subject: 'repo:others/*', mayGiveLasting: true };
    const federatedSubjects = [ruleOf(issuer, elsewhere), ruleOf(issuer)];
    const caller = await aWorkloadCaller(service, issuer, {}, { federatedSubjects });
    for (const give of gifts) expect(await give(caller, service)).toMatchObject(refused);
  });

  test('gives nothing that outlasts its identity, also if its rule says so', async ({ service, issuer }) => {
    const caller = await aWorkloadCaller(
      service,
      issuer,
      { mayGiveLasting: true },
      { expiresAt: inAnHour() },
    );
    for (const give of gifts) expect(await give(caller, service)).toMatchObject(refused);
  });

  test('gives no credential beyond its own end, and no other rule that may give what lasts', async ({
    service,
    issuer,
  }) => {
    const caller = await aWorkloadCaller(service, issuer, { mayGiveLasting: true });
    const identityId = await anIdentity(service.ours);
    const key = { identityId, name: 'lasting', scopes: ['*'] };
    expect(await caller.call('createCredential', { body: key })).toMatchObject(refused);
    const federatedSubjects = [ruleOf(issuer, { mayGiveLasting: true })];
    const path = { id: identityId };
    expect(await caller.call('updateIdentity', { path, body: { federatedSubjects } })).toMatchObject(refused);
  });
});

describe('mayGiveLasting of a rule', () => {
  const lasting = [
    { issuer: 'https://issuer.example', audience: 'keyward', subject: 'me', mayGiveLasting: true },
  ];
  const [rule] = lasting;

  test('is set by a caller without an end, a cap and addresses, and by a user with a recent sign-in', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const create = (caller: Client) =>
      caller.call('createIdentity', { body: { name: 'ci', type: 'CI_CD', federatedSubjects: lasting } });
    const update = async (caller: Client) =>
      caller.call('updateIdentity', {
        path: { id: await anIdentity(ours, { federatedSubjects: [{ ...rule, mayGiveLasting: false }] }) },
        body: { federatedSubjects: lasting },
      });
    for (const bound of [{ expiresAt: inAnHour() }, { maxUsageCount: 9 }, { allowedIps: ['127.0.0.0/8'] }]) {
      const { caller } = await aCallerWith(service, ['*'], bound);
      expect(await create(caller)).toMatchObject(refused);
      expect(await update(caller)).toMatchObject(refused);
    }
    const user = await aUserCaller(service);
    const line = await aCommandLine(service, user);
    for (const { client } of [user, line]) {
      expect((await create(client)).body.federatedSubjects).toMatchObject(lasting);
      expect((await update(client)).body.federatedSubjects).toMatchObject(lasting);
    }
    await provedLongAgo(service, user);
    await sql(`update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`, [
      user.userId,
    ]);
    for (const set of [create, update])
      for (const { client } of [user, line])
        expect(await set(client)).toMatchObject({
          status: 403,
          body: { code: 'REAUTHENTICATION_REQUIRED' },
        });
  });

  test('is taken away by any caller, also by one that ends', async ({ service }) => {
    const id = await anIdentity(service.ours, { federatedSubjects: lasting });
    const { caller } = await aCallerWith(service, ['*'], { expiresAt: inAnHour() });
    const body = { federatedSubjects: [{ ...rule, mayGiveLasting: false }] };
    const { status, body: identity } = await caller.call('updateIdentity', { path: { id }, body });
    expect([status, identity.federatedSubjects[0].mayGiveLasting]).toEqual([200, false]);
  });
});

describe('a key that is bound to addresses alone', () => {
  test('gives what stays within the reach of its network', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['*'], { allowedIps: ['127.0.0.0/8'] });
    const user = await caller.call('createUser', { body: { email: anEmail(), password } });
    const policy = await caller.call('updatePasswordPolicy', { body: { minLength: 8 } });
    expect([user.status, policy.status]).toEqual([201, 200]);
  });
});

describe('a caller that ends', () => {
  test('is named in the log when it is refused, without its secret', async ({ service }) => {
    const lines: string[] = [];
    const write = (line: string | Uint8Array): boolean => lines.push(String(line)) > 0;
    const log = createLog({ logLevel: 'warn', logFormat: 'json' }, { isTTY: false, write });
    const node = await service.startNode({}, { log });
    const { id, secret } = await aCredential(service.ours, { scopes: ['*'], expiresAt: inAnHour() });
    const caller = createClient(node.origin, secret);
    const weaker = { maxAgeDays: 3_000 };
    await service.ours.call('updatePasswordPolicy', { body: { maxAgeDays: 90 } });
    expect(await caller.call('updatePasswordPolicy', { body: weaker })).toMatchObject(refused);
    await node.stop();
    const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(told).toContainEqual(
      expect.objectContaining({ level: 'warn', operation: 'updatePasswordPolicy', callerId: id }),
    );
    expect(lines.join('')).not.toContain(secret);
  });
});
