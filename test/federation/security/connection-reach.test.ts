// The operator of an identity provider controls its users. So a key that writes a connection must hold what these users and groups
// carry. `test/federation/api/connection-rights.test.ts` has the operations; this file has ways around the rule.
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import {
  aConnection,
  aDomainName,
  type ConnectionBody,
  domainOf,
  linkUser,
  publishRecord,
  verifyDomain,
} from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { test, type TestService } from '../../support/service.ts';
import { aSamlConnection } from '../../support/stored-connections.ts';

const path = ({ id }: Pick<ConnectionBody, 'id'>) => ({ path: { id } });

/** A key that may write connections, and has no other right. */
const aWriter = async (service: TestService) => (await aCallerWith(service, ['federation.*'])).caller;

describe('a key without the scopes of a group', () => {
  test('maps no user into the group, by a new connection or by a change', async ({ service }) => {
    const { ours } = service;
    const caller = await aWriter(service);
    const groupId = await aGroup(ours, { scopes: ['audit.read'] });
    const made = await aConnection(ours);
    const groupMapping = [{ value: 'everyone', groupId }];
    const changed = await caller.call('updateOidcConnection', { ...path(made), body: { groupMapping } });
    expect(changed.body.code).toBe('SCOPE_NOT_GRANTABLE');
    const { body } = await ours.call('getOidcConnection', path(made));
    expect(body.groupMapping).toEqual([]);
    // One of two groups is enough.
    const harmless = await aGroup(ours);
    const both = [{ value: 'some', groupId: harmless }, ...groupMapping];
    const again = await caller.call('updateOidcConnection', { ...path(made), body: { groupMapping: both } });
    expect(again.body.code).toBe('SCOPE_NOT_GRANTABLE');
    const [one] = both;
    const allowed = await caller.call('updateOidcConnection', {
      ...path(made),
      body: { groupMapping: [one] },
    });
    expect(allowed.status).toBe(200);
  });

  test('proves no domain for a connection that leads into the group', async ({ service }) => {
    const { ours } = service;
    const caller = await aWriter(service);
    const groupId = await aGroup(ours, { scopes: ['audit.read'] });
    const domain = aDomainName();
    await aConnection(ours, { domains: [domain], groupMapping: [{ value: 'everyone', groupId }] });
    await publishRecord(ours, domain);
    expect((await verifyDomain(caller, domain)).body.code).toBe('SCOPE_NOT_GRANTABLE');
    expect(await domainOf(ours, domain)).toMatchObject({ status: 'PENDING', lastCheckedAt: null });
  });

  test('keeps no connection whose group has got scopes since', async ({ service }) => {
    const { ours } = service;
    const caller = await aWriter(service);
    const groupId = await aGroup(ours);
    const made = await aConnection(caller, { groupMapping: [{ value: 'everyone', groupId }] });
    await ours.call('updateGroup', { path: { groupId }, body: { scopes: ['audit.read'] } });
    const { body } = await caller.call('updateOidcConnection', {
      ...path(made),
      body: { clientSecret: 'mine' },
    });
    expect(body.code).toBe('SCOPE_NOT_GRANTABLE');
  });
});

describe('a user of a domain', () => {
  test('counts by the e-mail address alone, and by the username alone', async ({ service }) => {
    const { ours } = service;
    const caller = await aWriter(service);
    for (const [what, names] of Object.entries({
      'the e-mail address': (domain: string) => ({
        email: `${randomUUID()}@${domain}`,
        username: `user-${randomUUID()}`,
      }),
      'the username': (domain: string) => ({
        email: `${randomUUID()}@elsewhere.example`,
        username: `${randomUUID()}@${domain}`,
      }),
    })) {
      const domain = aDomainName();
      const made = await aConnection(ours, { domains: [domain] });
      await aUser(ours, { ...names(domain), roles: ['SECURITY'] });
      const { body } = await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } });
      expect([what, body.code]).toEqual([what, 'SCOPE_NOT_GRANTABLE']);
    }
  });

  test('counts also if the user is suspended, is invited, or is linked from another domain', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const caller = await aWriter(service);
    for (const change of [
      "status = 'SUSPENDED'",
      "status = 'INVITED'",
      "status = 'DEPROVISIONED'",
      `expires_at = now() - interval '1 minute'`,
    ]) {
      const made = await aConnection(ours);
      const userId = await aUser(ours, { roles: ['SECURITY'] });
      await linkUser(service, made.id, userId);
      await sql(`update users set ${change} where id = $1`, [userId]);
      const { body } = await caller.call('deleteOidcConnection', path(made));
      expect([change, body.code]).toEqual([change, 'SCOPE_NOT_GRANTABLE']);
    }
  });

  test('counts in the tenant of the connection only', async ({ service }) => {
    const { ours, theirs } = service;
    const caller = await aWriter(service);
    const domain = aDomainName();
    const made = await aConnection(ours, { domains: [domain] });
    await aUser(theirs, { email: `${randomUUID()}@${domain}`, roles: ['OWNER'] });
    const { status } = await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } });
    expect(status).toBe(200);
  });
});

describe('the owner of a tenant', () => {
  test('is out of reach of a key with every scope of the catalogue that is not `*`', async ({ service }) => {
    const { ours } = service;
    const made = await aConnection(ours);
    await linkUser(service, made.id, await aUser(ours, { roles: ['OWNER'] }));
    const { caller } = await aCallerWith(service, [
      'federation.*',
      'directory.*',
      'groups.*',
      'audit.*',
      'oidc.*',
    ]);
    const { body } = await caller.call('updateOidcConnection', { ...path(made), body: { name: 'Mine' } });
    expect(body).toMatchObject({ code: 'SCOPE_NOT_GRANTABLE', details: { scopes: ['*'] } });
  });
});

describe('a SAML connection', () => {
  test('is written under the same rule', async ({ service }) => {
    const { ours } = service;
    const caller = await aWriter(service);
    const { id } = await aSamlConnection(service, { certificates: [] });
    await linkUser(service, id, await aUser(ours, { roles: ['SECURITY'] }));
    for (const [operation, body] of [
      ['updateSamlConnection', { name: 'Mine' }],
      ['updateConnection', { status: 'DISABLED', revokeSessions: true }],
      ['deleteSamlConnection', undefined],
      ['deleteConnection', undefined],
    ] as const) {
      const answer = await caller.call(operation, { ...path({ id }), ...(body && { body }) });
      expect([operation, answer.body.code]).toEqual([operation, 'SCOPE_NOT_GRANTABLE']);
    }
  });
});
