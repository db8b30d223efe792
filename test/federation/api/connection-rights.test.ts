import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished } from 'vitest';
import { anAccessPolicy } from '../../support/access.ts';
import { aCallerWith, aUser } from '../../support/builders.ts';
import {
  aConnection,
  aConnectionBody,
  aDomainName,
  type ConnectionBody,
  linkUser,
} from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';

const path = ({ id }: ConnectionBody) => ({ path: { id } });

/** An owner who can sign in with a passkey alone. */
async function aLocalOwner({ ours, sql }: Pick<TestService, 'ours' | 'sql'>): Promise<string> {
  const userId = await aUser(ours, { roles: ['OWNER'] });
  await aPasskey(sql, userId);
  return userId;
}

describe('enforcement', () => {
  test('needs an owner who can sign in with two factors of Keyward', async () => {
    const alone = await startTestService();
    try {
      const { ours, sql } = alone;
      const enforce = async () => {
        const body = aConnectionBody({ enforced: true });
        return (await ours.call('createOidcConnection', { body })).body.code;
      };
      expect(await enforce()).toBe('LOCKOUT_RISK');
      const admin = await aUser(ours, { roles: ['ADMIN'] });
      await aPasskey(sql, admin);
      const owner = await aUser(ours, { roles: ['OWNER'], password: 'correct horse 7 Battery staple!' });
      expect(await enforce()).toBe('LOCKOUT_RISK');
      await sql(
        `insert into totp_factors (org_id, user_id, secret, algorithm, digits, period_seconds, last_step, created_at, last_used_at)
         values ($1, $2, '\\x00', 'SHA1', 6, 30, 0, now(), now())`,
        [ours.orgId, owner],
      );
      expect(await enforce()).toBeUndefined();
      // Without the password, the app is a second factor of nothing.
      await sql('update users set password_hash = null where id = $1', [owner]);
      expect(await enforce()).toBe('LOCKOUT_RISK');
      await aPasskey(sql, owner);
      expect(await enforce()).toBeUndefined();
      // A passkey of another host does not sign in.
      await sql(`update passkeys set rp_id = 'elsewhere.example' where user_id = $1`, [owner]);
      expect(await enforce()).toBe('LOCKOUT_RISK');
      await sql(`update passkeys set rp_id = 'localhost' where user_id = $1`, [owner]);
      for (const [change, back] of [
        [`status = 'SUSPENDED'`, `status = 'ACTIVE'`],
        [`expires_at = now() + interval '1 day'`, 'expires_at = null'],
      ]) {
        await sql(`update users set ${change} where id = $1`, [owner]);
        expect(await enforce()).toBe('LOCKOUT_RISK');
        await sql(`update users set ${back} where id = $1`, [owner]);
      }
    } finally {
      await alone.stop();
    }
  });

  test('is judged when it begins, by a change of the field or of the status', async () => {
    const alone = await startTestService();
    try {
      const { ours, sql } = alone;
      const owner = await aLocalOwner(alone);
      const made = await aConnection(ours);
      const change = async (body: Record<string, unknown>, operation = 'updateOidcConnection' as const) =>
        (await ours.call(operation, { ...path(made), body })).body.code;
      expect(await change({ enforced: true })).toBeUndefined();
      await sql('delete from passkeys where user_id = $1', [owner]);
      // It goes on, and can be ended.
      expect(await change({ name: 'Acme again' })).toBeUndefined();
      expect(await change({ status: 'DISABLED' })).toBeUndefined();
      expect(await change({ status: 'ACTIVE' })).toBe('LOCKOUT_RISK');
      const { body } = await ours.call('updateConnection', { ...path(made), body: { status: 'ACTIVE' } });
      expect(body.code).toBe('LOCKOUT_RISK');
      expect(await change({ enforced: false })).toBeUndefined();
      expect(await change({ status: 'ACTIVE' })).toBeUndefined();
      expect(await change({ enforced: true })).toBe('LOCKOUT_RISK');
    } finally {
      await alone.stop();
    }
  });
});

describe('a connection whose users carry rights', () => {
  const writing: [operation: string, body?: Record<string, unknown>][] = [
    ['updateOidcConnection', { name: 'Other' }],
    ['updateOidcConnection', { discoveryUrl: 'https://evil.invalid' }],
    ['updateOidcConnection', { clientSecret: 'secret' }],
    ['updateOidcConnection', { domains: [] }],
    ['updateOidcConnection', { status: 'DISABLED' }],
    ['updateConnection', { status: 'DISABLED' }],
    ['deleteConnection'],
    ['deleteOidcConnection'],
  ];

  test('is written only by keys that hold these rights', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['federation.*']);
    const { caller: holder } = await aCallerWith(service, ['federation.*', 'webhooks.*', 'audit.read']);
    const carriers: [what: string, make: (made: ConnectionBody) => Promise<void>][] = [
      ['a role', async (made) => linkUser(service, made.id, await aUser(ours, { roles: ['SECURITY'] }))],
      [
        'a scope of a group',
        async (made) => {
          const userId = await aUser(ours);
          const groupId = await aGroup(ours, { scopes: ['webhooks.write'] });
          await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
          await linkUser(service, made.id, userId);
        },
      ],
      [
        'a group of the mapping',
        async (made) => {
          const groupId = await aGroup(ours, { scopes: ['audit.read'] });
          const body = { groupMapping: [{ value: 'staff', groupId }] };
          await ours.call('updateOidcConnection', { ...path(made), body });
        },
      ],
    ];
    for (const [what, make] of carriers) {
      const made = await aConnection(ours);
      // A user without rights is data of the directory.
      await linkUser(service, made.id, await aUser(ours));
      expect(
        (await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } })).status,
      ).toBe(200);
      await make(made);
      for (const [operation, body] of writing) {
        const call = { ...path(made), ...(body && { body }) };
        const refused = await caller.call(operation as 'updateOidcConnection', call);
        expect(refused.body.code, `${what}: ${operation}`).toBe('SCOPE_NOT_GRANTABLE');
      }
      const { status } = await holder.call('updateOidcConnection', { ...path(made), body: { name: 'Held' } });
      expect(status, what).toBe(what === 'a role' ? 403 : 200);
    }
  });

  test('needs the scopes of the users of its domains, linked or not', async ({ service }) => {
    const { ours } = service;
    const { caller } = await aCallerWith(service, ['federation.*']);
    const change = async (made: ConnectionBody, body: Record<string, unknown>) =>
      (await caller.call('updateOidcConnection', { ...path(made), body })).body.code;
    const names: [what: string, fields: (domain: string) => Record<string, unknown>][] = [
      ['the address', (domain) => ({ email: `${randomUUID()}@${domain}` })],
      ['the address, spelled otherwise', (domain) => ({ email: `${randomUUID()}@${domain.toUpperCase()}.` })],
      [
        'the username',
        (domain) => ({ email: `${randomUUID()}@elsewhere.example`, username: `${randomUUID()}@${domain}` }),
      ],
    ];
    for (const [what, fields] of names)
      for (const by of ['role', 'group']) {
        const domain = aDomainName();
        const made = await aConnection(ours, { domains: [domain] });
        expect(await change(made, { name: 'Mine' }), what).toBeUndefined();
        const userId = await aUser(ours, {
          ...fields(domain),
          roles: [by === 'role' ? 'SECURITY' : 'MEMBER'],
        });
        if (by === 'group') {
          const groupId = await aGroup(ours, { scopes: ['webhooks.write'] });
          await ours.call('addGroupMembers', { path: { groupId }, body: { userId } });
        }
        for (const [operation, body] of writing) {
          const call = { ...path(made), ...(body && { body }) };
          const refused = await caller.call(operation as 'updateOidcConnection', call);
          expect(refused.body.code, `${what}, ${by}: ${operation}`).toBe('SCOPE_NOT_GRANTABLE');
        }
        const proof = await caller.call('verifyFederatedDomain', { path: { domain } });
        expect(proof.body.code, what).toBe('SCOPE_NOT_GRANTABLE');
        expect((await ours.call('deleteOidcConnection', path(made))).status).toBe(200);
        // The same domain for another connection, new or not.
        const other = await aConnection(ours, { domains: [aDomainName()] });
        expect(await change(other, { domains: [domain] }), what).toBe('SCOPE_NOT_GRANTABLE');
        const { body } = await caller.call('createOidcConnection', {
          body: aConnectionBody({ domains: [domain] }),
        });
        expect(body.code, what).toBe('SCOPE_NOT_GRANTABLE');
        expect(await change(other, { name: 'Other' })).toBeUndefined();
      }
  });

  test('counts a user whose domain is written in letters, because it may be any domain', async ({
    service,
  }) => {
    const made = await aConnection(service.theirs, { domains: ['xn--bcher-kva.example'] });
    await aUser(service.theirs, { email: `${randomUUID()}@bücher.example`, roles: ['SECURITY'] });
    const { caller } = await aCallerWith({ ...service, ours: service.theirs }, ['federation.*']);
    const { body } = await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } });
    expect(body.code).toBe('SCOPE_NOT_GRANTABLE');
  });

  test('needs the scopes of a group that its mapping loses', async ({ service }) => {
    const groupId = await aGroup(service.ours, { scopes: ['audit.read'] });
    const made = await aConnection(service.ours, { groupMapping: [{ value: 'staff', groupId }] });
    const { caller } = await aCallerWith(service, ['federation.*']);
    const { body } = await caller.call('updateOidcConnection', { ...path(made), body: { groupMapping: [] } });
    expect(body.code).toBe('SCOPE_NOT_GRANTABLE');
  });

  test('is not in reach of other connections', async ({ service }) => {
    const [one, other] = [await aConnection(service.ours), await aConnection(service.ours)];
    await linkUser(service, one.id, await aUser(service.ours, { roles: ['OWNER'] }));
    const { caller } = await aCallerWith(service, ['federation.*']);
    const change = async (made: ConnectionBody) =>
      (await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } })).status;
    expect(await change(one)).toBe(403);
    expect(await change(other)).toBe(200);
  });

  test('is changed by keys that end only if the change gives nothing', async ({ service }) => {
    const made = await aConnection(service.ours);
    const { caller } = await aCallerWith(service, ['federation.*'], {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const change = async (body: Record<string, unknown>) =>
      (await caller.call('updateOidcConnection', { ...path(made), body })).body.code;
    for (const body of [
      { clientSecret: 'secret' },
      { discoveryUrl: 'https://evil.invalid' },
      { trustMfa: true },
      { acceptAssertions: true },
      { domains: [aDomainName()] },
      { status: 'DISABLED', trustMfa: true },
    ])
      expect(await change(body), JSON.stringify(body)).toBe('BOUND_NOT_GRANTABLE');
    expect(await change({ name: 'Renamed' })).toBeUndefined();
    expect(await change({ status: 'DISABLED' })).toBeUndefined();
    expect(await change({ status: 'ACTIVE' })).toBe('BOUND_NOT_GRANTABLE');
  });
});

test('a connection that is trusted about two factors needs conditional_access.write while a policy demands them', async () => {
  const service = await startTestService();
  onTestFinished(() => service.stop());
  const { ours } = service;
  const { caller } = await aCallerWith(service, ['federation.*']);
  const { caller: guard } = await aCallerWith(service, ['federation.*', 'conditional_access.write']);
  const made = await aConnection(ours);
  const change = async (by: typeof caller, body: object) =>
    (await by.call('updateOidcConnection', { ...path(made), body })).body.code;
  // Without a policy, it lifts nothing.
  expect(await change(caller, { trustMfa: true })).toBeUndefined();
  expect(await change(caller, { trustMfa: false })).toBeUndefined();
  await anAccessPolicy(ours, {
    decision: 'REQUIRE',
    requirements: ['MFA'],
    conditions: { groups: { include: [await aGroup(ours)] } },
  });
  expect(await change(caller, { trustMfa: true })).toBe('INSUFFICIENT_SCOPE');
  const body = aConnectionBody({ trustMfa: true });
  const created = await caller.call('createOidcConnection', { body });
  expect(created.body).toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { required: ['conditional_access.write'] },
  });
  expect(await change(guard, { trustMfa: true })).toBeUndefined();
  // Another identity provider would be trusted as well.
  expect(await change(caller, { clientSecret: 'another-secret' })).toBe('INSUFFICIENT_SCOPE');
  expect(await change(caller, { name: 'Renamed' })).toBeUndefined();
  expect(await change(caller, { trustMfa: false })).toBeUndefined();
  expect(await change(caller, { clientSecret: 'another-secret' })).toBeUndefined();
});
