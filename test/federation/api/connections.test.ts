import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import {
  aConnection,
  aDomainName,
  type ConnectionBody,
  eventsOfConnection,
  linkUser,
} from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { aSamlConnection } from '../../support/saml-connections.ts';
import { test } from '../../support/service.ts';

const unknownId = 'fed_01kahz5v3be4nr7q2m8x9c0d1e';
const unknownGroup = 'grp_01kahz5v3be4nr7q2m8x9c0d1e';

const path = ({ id }: ConnectionBody) => ({ path: { id } });

describe('updateOidcConnection', () => {
  test('changes what is sent, in one version, and records it', async ({ service }) => {
    const { ours } = service;
    const kept = aDomainName();
    const gone = aDomainName();
    const made = await aConnection(ours, { domains: [kept, gone] });
    const added = aDomainName();
    const changed = await ours.call('updateOidcConnection', {
      ...path(made),
      headers: { 'If-Match': '"1"' },
      body: {
        name: 'Acme Corp',
        clientSecret: 'another secret',
        attributeMapping: { title: { from: ['title'], lowerCase: true } },
        domains: [added, kept],
        maxSessionSeconds: 3600,
      },
    });
    expect(changed.body).toMatchObject({
      name: 'Acme Corp',
      attributeMapping: { title: { from: ['title'], lowerCase: true } },
      domains: [added, kept].toSorted(),
      maxSessionSeconds: 3600,
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    const { body: audit } = await ours.call('listAuditLogs', { query: { targetId: made.id } });
    const [row] = audit.data;
    expect(row).toMatchObject({ action: 'connection.update', result: 'SUCCESS' });
    expect(row.changes.map(({ field }: { field: string }) => field).toSorted()).toEqual([
      'attributeMapping',
      'clientSecret',
      'domains',
      'maxSessionSeconds',
      'name',
    ]);
    expect(JSON.stringify(row)).not.toContain('another secret');
    // The same values change nothing.
    const again = await ours.call('updateOidcConnection', {
      ...path(made),
      body: { attributeMapping: { title: { lowerCase: true, from: ['title'] } }, domains: [kept, added] },
    });
    expect(again.headers.get('etag')).toBe('"2"');
    const cleared = await ours.call('updateOidcConnection', {
      ...path(made),
      body: { maxSessionSeconds: null, domains: [] },
    });
    expect(cleared.body).toMatchObject({ maxSessionSeconds: null, domains: [] });
    expect(cleared.headers.get('etag')).toBe('"3"');
    // A change of the domains alone is a new version, too.
    const body = { domains: [kept] };
    const moved = await ours.call('updateOidcConnection', { ...path(made), body });
    expect(moved.headers.get('etag')).toBe('"4"');
  });

  test('keeps the secret that fits the way to authenticate', async ({ service }) => {
    const made = await aConnection(service.ours);
    const change = async (body: Record<string, unknown>) =>
      (await service.ours.call('updateOidcConnection', { ...path(made), body })).body;
    expect(await change({ tokenEndpointAuthMethod: 'client_secret_post' })).toMatchObject({
      clientSecretSet: true,
    });
    expect(await change({ tokenEndpointAuthMethod: 'private_key_jwt' })).toMatchObject({
      clientSecretSet: false,
    });
    expect((await change({ clientSecret: 'secret' })).details).toEqual({ clientSecret: expect.any(String) });
    expect((await change({ tokenEndpointAuthMethod: 'client_secret_basic' })).details).toEqual({
      clientSecret: expect.any(String),
    });
    expect(
      await change({ tokenEndpointAuthMethod: 'client_secret_basic', clientSecret: 'secret' }),
    ).toMatchObject({ clientSecretSet: true, tokenEndpointAuthMethod: 'client_secret_basic' });
  });

  test('refuses another issuer, another version, and what a creation refuses', async ({ service }) => {
    const made = await aConnection(service.ours);
    const change = (body: Record<string, unknown>, headers = {}) =>
      service.ours.call('updateOidcConnection', { ...path(made), body, headers });
    expect((await change({ issuer: 'https://evil.example' })).status).toBe(400);
    expect((await change({ name: 'Other' }, { 'If-Match': '"7"' })).body.code).toBe('PRECONDITION_FAILED');
    const cases: [string, Record<string, unknown>][] = [
      ['discoveryUrl', { discoveryUrl: 'https://10.0.0.1/' }],
      ['scopes', { scopes: ['email'] }],
      ['attributeMapping.email', { attributeMapping: { email: { from: ['email'] } } }],
      ['groupMapping.0.groupId', { groupMapping: [{ value: 'a', groupId: unknownGroup }] }],
      ['allowedGroups.0', { allowedGroups: [unknownGroup] }],
      ['domains.0', { domains: ['gmail.com'] }],
      ['revokeSessions', { revokeSessions: true }],
      ['revokeSessions', { revokeSessions: true, status: 'ACTIVE' }],
    ];
    for (const [field, body] of cases)
      expect(Object.keys((await change(body)).body.details ?? {}), JSON.stringify(body)).toEqual([field]);
    const { body } = await service.ours.call('getOidcConnection', path(made));
    expect(body).toEqual(made);
  });

  test('accepts that a group of the mapping is gone, until the mapping changes', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const made = await aConnection(service.ours, { groupMapping: [{ value: 'a', groupId }] });
    await service.ours.call('deleteGroup', { path: { groupId } });
    const change = async (body: Record<string, unknown>) =>
      (await service.ours.call('updateOidcConnection', { ...path(made), body })).status;
    expect(await change({ name: 'Still there' })).toBe(200);
    expect(await change({ groupMapping: [{ value: 'b', groupId }] })).toBe(400);
    expect(await change({ groupMapping: [] })).toBe(200);
  });

  test('keeps what eight parallel changes add, and loses none', async ({ service }) => {
    const made = await aConnection(service.ours);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        service.ours.call('updateOidcConnection', {
          ...path(made),
          headers: { 'If-Match': '"1"' },
          body: { name: `Name ${at}` },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 412, 412, 412, 412, 412, 412, 412,
    ]);
  });
});

describe('updateConnection', () => {
  test('disables and enables, with one event each', async ({ service }) => {
    const made = await aConnection(service.ours);
    const set = async (status: string) => {
      const { body } = await service.ours.call('updateConnection', { ...path(made), body: { status } });
      return body.status;
    };
    expect(await set('ACTIVE')).toBe('ACTIVE');
    expect(await set('DISABLED')).toBe('DISABLED');
    expect(await set('DISABLED')).toBe('DISABLED');
    expect(await set('ACTIVE')).toBe('ACTIVE');
    expect((await eventsOfConnection(service, made.id)).map(({ type }) => type)).toEqual([
      'federation.connected',
      'federation.disabled',
      'federation.connected',
    ]);
  });

  test('ends the logins that came by it on demand, and no others', async ({ service }) => {
    const { ours, sql } = service;
    const [made, other] = [await aConnection(ours), await aConnection(ours)];
    const userId = await aUser(ours);
    const login = async (connectionId: string | null): Promise<string> => {
      const [row] = await sql<{ id: string }>(
        `with browser as (insert into browsers (id, token_hash) values (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea)) returning id)
         insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at, connection_id)
         select $1, new_id('ses'), id, $2, '{fed}', now(), now() + interval '1 day', $3 from browser returning id`,
        [ours.orgId, userId, connectionId],
      );
      return row?.id ?? '';
    };
    const logins = async () =>
      (await sql<{ id: string }>('select id from login_sessions where user_id = $1', [userId])).map(
        ({ id }) => id,
      );
    const [first, second] = [await login(made.id), await login(made.id)];
    const others = [await login(other.id), await login(null)];
    const set = (body: Record<string, unknown>) =>
      ours.call('updateConnection', { ...path(made), body: { status: 'DISABLED', ...body } });
    await set({});
    expect((await logins()).toSorted()).toEqual([first, second, ...others].toSorted());
    await ours.call('updateConnection', { ...path(made), body: { status: 'ACTIVE' } });
    await set({ revokeSessions: true });
    expect((await logins()).toSorted()).toEqual(others.toSorted());
    const events = await eventsOfConnection(service, made.id);
    expect(events.at(-1)).toMatchObject({
      type: 'federation.disabled',
      data: { deleted: false, endedSessions: 2 },
    });
    const revoked = await sql<{ reason: string }>(
      `select data ->> 'reason' as reason from events where type = 'session.revoked' and data ->> 'userId' = $1`,
      [userId],
    );
    expect(revoked).toEqual([{ reason: 'CONNECTION_DISABLED' }, { reason: 'CONNECTION_DISABLED' }]);
    // It may be asked for again when the connection is disabled already.
    const late = await login(made.id);
    await set({ revokeSessions: true });
    expect(await logins()).not.toContain(late);
  });

  test('takes revokeSessions with DISABLED only', async ({ service }) => {
    const made = await aConnection(service.ours);
    const { body } = await service.ours.call('updateConnection', {
      ...path(made),
      body: { status: 'ACTIVE', revokeSessions: true },
    });
    expect(body.details).toEqual({ revokeSessions: expect.any(String) });
  });
});

describe('deleteConnection', () => {
  test('removes its links and its domains, and keeps its users', async ({ service }) => {
    const { ours, sql } = service;
    const domain = aDomainName();
    const made = await aConnection(ours, { domains: [domain] });
    const userId = await aUser(ours);
    await linkUser(service, made.id, userId);
    const remove = () => ours.call('deleteConnection', path(made));
    expect((await remove()).body).toEqual({ message: 'Connection deleted', id: made.id });
    expect((await remove()).body.code).toBe('CONNECTION_NOT_FOUND');
    expect(await sql('select from social_links where user_id = $1', [userId])).toEqual([]);
    expect((await ours.call('getUser', { path: { userId } })).status).toBe(200);
    expect((await eventsOfConnection(service, made.id)).at(-1)).toMatchObject({
      type: 'federation.disabled',
      data: { deleted: true },
    });
    await aConnection(ours, { domains: [domain] });
  });
});

describe('getOidcConnection', () => {
  test('shows the secret nowhere', async ({ service }) => {
    const made = await aConnection(service.ours, { clientSecret: 'canary of a read' });
    const { body, headers } = await service.ours.call('getOidcConnection', path(made));
    expect(body).toEqual(made);
    expect(JSON.stringify(body)).not.toContain('canary');
    expect(headers.get('etag')).toBe('"1"');
  });
});

describe('deleteOidcConnection', () => {
  test('removes a connection once, in the version that the caller has read', async ({ service }) => {
    const made = await aConnection(service.ours);
    const remove = (version: string) =>
      service.ours.call('deleteOidcConnection', { ...path(made), headers: { 'If-Match': version } });
    expect((await remove('"2"')).body.code).toBe('PRECONDITION_FAILED');
    expect((await remove('"1"')).body).toEqual({ message: 'Connection deleted', id: made.id });
    expect((await remove('"1"')).body.code).toBe('CONNECTION_NOT_FOUND');
  });
});

describe('listOidcConnections', () => {
  test('lists the connections of this type with all their fields', async ({ service }) => {
    const name = `Ledger ${aDomainName()}`;
    const made = await aConnection(service.theirs, { name, domains: [aDomainName()] });
    const { body } = await service.theirs.call('listOidcConnections', { query: { search: name } });
    expect(body.data).toEqual([made]);
    const disabled = { search: name, status: 'DISABLED' };
    expect((await service.theirs.call('listOidcConnections', { query: disabled })).body.data).toEqual([]);
  });
});

describe('a path that names a type', () => {
  test('finds no connection of another type', async ({ service }) => {
    const { ours } = service;
    const made = await aSamlConnection(ours);
    const call = async (operation: Parameters<typeof ours.call>[0], body?: Record<string, unknown>) =>
      (await ours.call(operation, { ...path(made), ...(body && { body }), headers: { 'If-Match': '"9"' } }))
        .body.code;
    expect(await call('getOidcConnection')).toBe('CONNECTION_NOT_FOUND');
    expect(await call('updateOidcConnection', { name: 'Other' })).toBe('CONNECTION_NOT_FOUND');
    expect(await call('deleteOidcConnection')).toBe('CONNECTION_NOT_FOUND');
    expect(await call('testOidcConnection')).toBe('CONNECTION_NOT_FOUND');
    expect((await ours.call('getConnection', path(made))).body).toMatchObject({ id: made.id, type: 'SAML' });
    const { body } = await ours.call('listConnections', { query: { type: 'SAML' } });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    const { body: typed } = await ours.call('listOidcConnections', { query: { limit: 100 } });
    expect(typed.data.map(({ id }: { id: string }) => id)).not.toContain(made.id);
  });
});

describe('getConnection', () => {
  test('answers 404 in another tenant, in the other environment, and for unknown ids', async ({
    service,
  }) => {
    const made = await aConnection(service.ours);
    for (const client of [service.theirs, service.oursTest])
      for (const operation of ['getConnection', 'getOidcConnection'] as const)
        expect((await client.call(operation, path(made))).body.code).toBe('CONNECTION_NOT_FOUND');
    for (const id of [unknownId, 'fed_', 'x', made.id.toUpperCase()])
      expect((await service.ours.call('getConnection', { path: { id } })).body.code).toBe(
        'CONNECTION_NOT_FOUND',
      );
  });

  test('shows the fields that all types have', async ({ service }) => {
    const made = await aConnection(service.ours, { domains: [aDomainName()] });
    const { body } = await service.ours.call('getConnection', path(made));
    // No connection by OpenID Connect is a draft, so its own resource does not say it.
    expect({ ...made, isDraft: false }).toMatchObject(body);
    expect(body).not.toHaveProperty('issuer');
  });
});

describe('listConnections', () => {
  test('finds by name and status, the newest first, with their domains', async ({ service }) => {
    const { oursTest } = service;
    const domains = [aDomainName()];
    const one = await aConnection(oursTest, { name: 'Ledger one', domains });
    const two = await aConnection(oursTest, { name: 'Ledger 100%' });
    const list = async (query: Record<string, string>, operation = 'listConnections' as const) => {
      const { body } = await oursTest.call(operation, { query });
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await list({ search: 'ledger' })).toEqual([two.id, one.id]);
    expect(await list({ search: '0%' })).toEqual([two.id]);
    expect(await list({ search: 'ledger', status: 'DISABLED' })).toEqual([]);
    const { body } = await oursTest.call('listOidcConnections', { query: { search: 'one' } });
    expect(body.data).toEqual([one]);
    expect(
      (await oursTest.call('listConnections', { query: { search: 'one' } })).body.data[0].domains,
    ).toEqual(domains);
  });
});
