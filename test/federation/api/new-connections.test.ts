import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import {
  aConnection,
  aConnectionBody,
  aDomainName,
  type ConnectionBody,
  eventsOfConnection,
} from '../../support/connections.ts';
import { aGroup } from '../../support/groups.ts';
import { startTestService, test } from '../../support/service.ts';

const unknownGroup = 'grp_01kahz5v3be4nr7q2m8x9c0d1e';

const path = ({ id }: ConnectionBody) => ({ path: { id } });

describe('createOidcConnection', () => {
  test('connects a provider with the defaults of the documentation', async ({ service }) => {
    const domains = [aDomainName(), aDomainName()].toSorted();
    const made = await aConnection(service.ours, {
      domains: domains.map((one) => one.toUpperCase()),
      clientId: 'a-client',
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^fed_/),
      type: 'OIDC',
      name: 'Acme',
      status: 'ACTIVE',
      health: 'UNKNOWN',
      issuer: 'https://login.acme.invalid',
      discoveryUrl: null,
      clientId: 'a-client',
      clientSecretSet: true,
      tokenEndpointAuthMethod: 'client_secret_basic',
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      product: null,
      userInfo: true,
      backchannelLogoutUrl: expect.stringMatching(
        new RegExp(`/api/v1/federation/oidc/${made.id}/backchannel-logout$`),
      ),
      postLogoutRedirectUrl: expect.stringMatching(
        new RegExp(`/api/v1/federation/oidc/${made.id}/logged-out$`),
      ),
      callbackUrl: expect.stringMatching(
        new RegExp(`^http://localhost:\\d+/api/v1/federation/oidc/${made.id}/callback$`),
      ),
      domains,
      enforced: false,
      jitProvisioning: true,
      accountLinking: 'VERIFIED_DOMAIN',
      trustEmail: false,
      trustMfa: false,
      attributeMapping: {},
      groupsClaim: 'groups',
      groupMapping: [],
      allowedGroups: null,
      maxSessionSeconds: null,
      logoutUpstream: false,
      acceptAssertions: false,
      lastTestedAt: null,
      lastLoginAt: null,
      lastError: null,
      metadataRefreshedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      createdBy: expect.stringMatching(/^cred_/),
    });
    const { body, headers } = await service.ours.call('getOidcConnection', path(made));
    expect(body).toEqual(made);
    expect(headers.get('etag')).toBe('"1"');
    expect(await eventsOfConnection(service, made.id)).toMatchObject([
      {
        type: 'federation.connected',
        data: { connectionName: 'Acme', connectionType: 'OIDC', issuer: 'https://login.acme.invalid' },
      },
    ]);
  });

  test('seals the secret, and shows it nowhere', async ({ service }) => {
    const clientSecret = 'canary-of-a-connection';
    const made = await aConnection(service.ours, { clientSecret });
    const [row] = await service.sql<{ text: string }>(
      `select c::text || coalesce((select string_agg(e::text, '') from events e), '')
              || coalesce((select string_agg(a.content, '') from audit_personal a), '') as text
         from federation_connections c where id = $1`,
      [made.id],
    );
    expect(JSON.stringify(made) + row?.text).not.toContain(clientSecret);
    expect(row?.text).not.toContain(Buffer.from(clientSecret).toString('hex'));
  });

  test('takes mappings, and keeps what was sent', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const sent = {
      attributeMapping: {
        firstName: { from: ['given_name', 'name'] },
        locale: { constant: 'de-DE' },
        'attributes.floor': { from: ['floor'], lowerCase: true },
      },
      groupsClaim: 'roles',
      groupMapping: [{ value: 'engineering', groupId }],
      allowedGroups: [groupId],
      maxSessionSeconds: 3600,
      discoveryUrl: 'https://login.acme.invalid/elsewhere',
    };
    expect(await aConnection(service.ours, sent)).toMatchObject(sent);
  });

  test('refuses what does not fit together, and names the field', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const many = await aGroup(service.ours);
    await service.sql(`update groups set source = 'SCIM' where id = $1`, [many]);
    const mapping = (field: string, source: unknown) => ({ attributeMapping: { [field]: source } });
    const own = service.origin.replace('127.0.0.1', 'localhost');
    const cases: [field: string, fields: Record<string, unknown>][] = [
      ['issuer', { issuer: 'http://login.acme.example' }],
      ['issuer', { issuer: 'https://login.acme.example?tenant=1' }],
      ['issuer', { issuer: 'https://login.acme.example#part' }],
      ['issuer', { issuer: 'https://user@login.acme.example' }],
      ['issuer', { issuer: 'https://10.0.0.1' }],
      ['issuer', { issuer: 'https://login.microsoftonline.com/common/v2.0' }],
      ['issuer', { issuer: 'https://login.microsoftonline.com/Organizations/v2.0' }],
      ['issuer', { issuer: 'https://login.microsoftonline.com./consumers/v2.0' }],
      ['issuer', { issuer: 'https://LOGIN.microsoftonline.us/common/v2.0' }],
      ['issuer', { issuer: 'https://sts.windows.net/common/' }],
      ['issuer', { issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }],
      ['discoveryUrl', { discoveryUrl: 'http://login.acme.example/a' }],
      ['discoveryUrl', { discoveryUrl: 'https://169.254.169.254/latest' }],
      [
        'discoveryUrl',
        {
          discoveryUrl: 'https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration',
        },
      ],
      ['issuer', { issuer: `${own.replace('http:', 'https:')}/api/oidc/${service.theirs.orgId}` }],
      ['clientId', { clientId: `${own}/api/oidc/${service.ours.orgId}` }],
      ['clientId', { clientId: own.replace('localhost', 'LOCALHOST') }],
      ['accountLinking', { accountLinking: 'NONE', enforced: true }],
      ['scopes', { scopes: ['profile', 'email'] }],
      ['clientSecret', { clientSecret: undefined }],
      ['clientSecret', { clientSecret: undefined, tokenEndpointAuthMethod: 'client_secret_post' }],
      ['clientSecret', { clientSecret: 'secret', tokenEndpointAuthMethod: 'private_key_jwt' }],
      ['clientSecret', { clientSecret: 'secret', tokenEndpointAuthMethod: 'none' }],
      ['pkce', { tokenEndpointAuthMethod: 'none', pkce: false }],
      ['trustEmail', { trustEmail: true, issuer: 'https://accounts.google.com' }],
      [
        'trustEmail',
        {
          trustEmail: true,
          issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
        },
      ],
      ['attributeMapping.email', mapping('email', { from: ['email'] })],
      ['attributeMapping.roles', mapping('roles', { constant: 'OWNER' })],
      ['attributeMapping.constructor', mapping('constructor', { constant: 'x' })],
      ['attributeMapping.attributes.__proto__', mapping('attributes.__proto__', { constant: 'x' })],
      ['attributeMapping.title', mapping('title', { lowerCase: true })],
      ['attributeMapping.title', mapping('title', { from: ['title'], constant: 'x' })],
      ['attributeMapping.locale.constant', mapping('locale', { constant: 'nowhere at all' })],
      ['groupMapping.0.groupId', { groupMapping: [{ value: 'a', groupId: unknownGroup }] }],
      ['groupMapping.0.groupId', { groupMapping: [{ value: 'a', groupId: many }] }],
      ['groupMapping.1', { groupMapping: [1, 2].map(() => ({ value: 'a', groupId })) }],
      ['allowedGroups.0', { allowedGroups: [unknownGroup] }],
      ['domains.0', { domains: ['gmail.com'] }],
      ['domains.1', { domains: [aDomainName(), 'Yahoo.co.uk'] }],
      ['domains.0', { domains: ['192.0.2.1'] }],
      ['domains.0', { domains: ['xn--zzzzzzzz.example'] }],
      ['domains.0', { domains: ['acme'] }],
      ['domains.0', { domains: ['acme.example.'] }],
      ['domains.0', { domains: ['*.acme.example'] }],
      ['domains.0', { domains: ['bücher.example'] }],
      ['domains.0', { domains: [`${'a.'.repeat(119)}ab`] }],
    ];
    for (const [field, fields] of cases) {
      const body = aConnectionBody(fields);
      const refused = await service.ours.call('createOidcConnection', { body });
      const found = { status: refused.status, fields: Object.keys(refused.body.details ?? {}) };
      expect(found, JSON.stringify(body)).toEqual({ status: 400, fields: [field] });
    }
  });

  test('accepts one directory of Entra ID, and paths of other hosts that look alike', async ({ service }) => {
    for (const issuer of [
      'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0',
      'https://login.acme.invalid/common',
    ])
      expect(await aConnection(service.ours, { issuer })).toMatchObject({ issuer });
  });

  test('accepts the same issuer and client id again', async ({ service }) => {
    const fields = { issuer: 'https://login.acme.invalid/twice', clientId: 'twice' };
    await aConnection(service.ours, fields);
    await aConnection(service.ours, fields);
  });

  test('refuses a domain that another connection of the tenant has', async ({ service }) => {
    const domain = aDomainName();
    const { id } = await aConnection(service.ours, { domains: [domain] });
    const again = () =>
      service.ours.call('createOidcConnection', {
        body: aConnectionBody({ domains: [domain.toUpperCase()] }),
      });
    expect((await again()).body).toMatchObject({
      code: 'DOMAIN_TAKEN',
      details: { domain, connectionId: id },
    });
    await aConnection(service.theirs, { domains: [domain] });
    await aConnection(service.oursTest, { domains: [domain] });
  });

  test('gives a domain to one of eight parallel requests', async ({ service }) => {
    const domain = aDomainName();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.ours.call('createOidcConnection', { body: aConnectionBody({ domains: [domain] }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
  });

  test('asks for the scopes of the groups of its mapping', async ({ service }) => {
    const groupId = await aGroup(service.ours, { scopes: ['webhooks.read'] });
    const { caller } = await aCallerWith(service, ['federation.write']);
    const body = aConnectionBody({ groupMapping: [{ value: 'staff', groupId }] });
    expect((await caller.call('createOidcConnection', { body })).body).toMatchObject({
      code: 'SCOPE_NOT_GRANTABLE',
      details: { scopes: ['webhooks.read'] },
    });
    const { caller: holder } = await aCallerWith(service, ['federation.write', 'webhooks.read']);
    expect((await holder.call('createOidcConnection', { body })).status).toBe(201);
  });

  test('refuses keys that end, because the connection does not', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['federation.write'], {
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
    const { body } = await caller.call('createOidcConnection', { body: aConnectionBody() });
    expect(body).toMatchObject({ code: 'BOUND_NOT_GRANTABLE', details: { bounds: ['expiresAt'] } });
  });

  test('refuses one more than MAX_CONNECTIONS', async () => {
    const small = await startTestService({ MAX_CONNECTIONS: '1' });
    try {
      await aConnection(small.ours);
      expect((await small.ours.call('createOidcConnection', { body: aConnectionBody() })).body).toMatchObject(
        {
          code: 'QUOTA_EXCEEDED',
          details: { limit: 1, current: 1, of: 'connections' },
        },
      );
      await aConnection(small.theirs);
    } finally {
      await small.stop();
    }
  });

  test('refuses one more than 500 domains, and lets one take the place of another', async ({ service }) => {
    const { theirs } = service;
    const names = () => Array.from({ length: 50 }, () => aDomainName());
    for (let at = 0; at < 9; at++) await aConnection(theirs, { domains: names() });
    const last = names();
    const [{ count } = { count: 0 }] = await service.sql<{ count: number }>(
      'select count(*)::int as count from federation_domains where org_id = $1',
      [theirs.orgId],
    );
    const full = await aConnection(theirs, { domains: last.slice(0, 500 - count) });
    const change = (domains: string[]) =>
      theirs.call('updateOidcConnection', { ...path(full), body: { domains } });
    expect((await change([...full['domains'], aDomainName()].slice(-50))).body.code).toBe(
      full['domains'].length < 50 ? 'QUOTA_EXCEEDED' : undefined,
    );
    const refused = await theirs.call('createOidcConnection', {
      body: aConnectionBody({ domains: [aDomainName()] }),
    });
    expect(refused.body).toMatchObject({ code: 'QUOTA_EXCEEDED', details: { limit: 500, of: 'domains' } });
    expect((await change([aDomainName(), ...full['domains'].slice(1)])).status).toBe(200);
  });
});
