import { describe, expect } from 'vitest';
import { createVault } from '../../../src/platform/vault.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { aCallerWith } from '../../support/builders.ts';
import { test } from '../../support/service.ts';
import { aSocialProvider } from '../../support/social.ts';

const google = {
  provider: 'google',
  name: 'Google',
  clientId: '1.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-canary',
};
const oidc = { provider: 'oidc', name: 'Acme', clientId: 'keyward', issuer: 'https://id.acme.example' };

describe('createSocialProvider', () => {
  test('returns every field but the secret, which is stored sealed and never shown', async ({ service }) => {
    const { ours, sql, origin } = service;
    const { status, body, headers } = await ours.call('createSocialProvider', { body: google });
    expect(status).toBe(201);
    expect(headers.get('etag')).toBe('"1"');
    const { clientSecret, ...shown } = google;
    expect(body).toEqual({
      id: expect.stringMatching(/^soc_[0-9a-z]{26}$/),
      ...shown,
      clientSecretSet: true,
      issuer: null,
      scopes: ['openid', 'profile', 'email'],
      enabled: true,
      allowSignUp: true,
      accountLinking: 'EXPLICIT',
      allowedDomains: [],
      callbackUrl: `${origin.replace('127.0.0.1', 'localhost')}/login/${ours.orgId}/social/${body.id}/callback`,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      updatedBy: expect.stringMatching(/^cred_/),
    });
    const [row] = await sql<{ client_secret: Buffer }>(
      'select client_secret from social_providers where id = $1',
      [body.id],
    );
    const vault = createVault([Buffer.from(testMasterKey, 'base64')]);
    const sealed = row?.client_secret ?? Buffer.alloc(0);
    expect(sealed.includes(clientSecret)).toBe(false);
    expect(vault.open(sealed, ours.orgId ?? '', `social-secret:${body.id}`)).toBe(clientSecret);
    const list = await ours.call('listSocialProviders');
    const audit = await sql("select content::text from audit_personal where content::text like '%canary%'");
    expect([JSON.stringify(list.body).includes('canary'), audit]).toEqual([false, []]);
    expect(list.body.data).toContainEqual(body);
    const again = await ours.call('createSocialProvider', { body: google });
    expect([again.status, again.body.code]).toEqual([409, 'PROVIDER_EXISTS']);
    const theirs = await service.theirs.call('createSocialProvider', { body: google });
    expect(theirs.status).toBe(201);
  });

  test.for<[fields: Record<string, unknown>, field: string]>([
    [{ ...google, issuer: 'https://id.acme.example' }, 'issuer'],
    [{ ...google, clientSecret: undefined }, 'clientSecret'],
    [{ ...google, scopes: ['profile'] }, 'scopes'],
    [{ ...oidc, issuer: undefined }, 'issuer'],
    [{ ...oidc, issuer: 'http://id.acme.example' }, 'issuer'],
    [{ ...oidc, issuer: 'https://169.254.169.254' }, 'issuer'],
    [{ ...oidc, issuer: 'https://10.0.0.1/' }, 'issuer'],
    [{ ...oidc, issuer: 'https://user@id.acme.example' }, 'issuer'],
    [{ ...oidc, issuer: 'https://id.acme.example?x' }, 'issuer'],
    [{ ...google, provider: 'microsoft', allowedDomains: ['acme.example'] }, 'allowedDomains'],
    [{ ...google, provider: 'facebook', allowedDomains: ['acme.example'] }, 'allowedDomains'],
    [{ ...google, callbackUrl: 'https://evil.example' }, 'callbackUrl'],
    [{ ...google, provider: 'myspace' }, 'provider'],
    [{ ...oidc, allowedDomains: ['no domain'] }, 'allowedDomains.0'],
  ])('rejects an inconsistent or unsafe configuration: %j', async ([fields, field], { service }) => {
    const { status, body } = await service.ours.call('createSocialProvider', { body: fields });
    expect([status, body.code, Object.keys(body.details)]).toEqual([400, 'VALIDATION_ERROR', [field]]);
  });
});

describe('updateSocialProvider', () => {
  test('changes the fields of the request, keeps the secret, and honours If-Match', async ({ service }) => {
    const { ours, sql } = service;
    const { id } = await aSocialProvider(ours);
    const path = { providerId: id };
    const secretOf = async () =>
      (
        await sql<{ s: string }>(
          "select encode(client_secret, 'hex') as s from social_providers where id = $1",
          [id],
        )
      )[0]?.s;
    const before = await secretOf();
    const changed = await ours.call('updateSocialProvider', {
      path,
      body: { name: 'Other', enabled: false, allowedDomains: ['ACME.example'] },
      headers: { 'if-match': '"1"' },
    });
    expect(changed.body).toMatchObject({ name: 'Other', enabled: false, allowedDomains: ['acme.example'] });
    expect([changed.headers.get('etag'), await secretOf()]).toEqual(['"2"', before]);
    const late = await ours.call('updateSocialProvider', { path, body: {}, headers: { 'if-match': '"1"' } });
    expect([late.status, late.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const renewed = await ours.call('updateSocialProvider', {
      path,
      body: { clientSecret: 'another canary' },
    });
    expect([renewed.status, renewed.headers.get('etag')]).toEqual([200, '"3"']);
    expect(await secretOf()).not.toBe(before);
    // Subjects of another issuer would be other people.
    const moved = await ours.call('updateSocialProvider', { path, body: { issuer: 'https://evil.example' } });
    expect([moved.status, Object.keys(moved.body.details)]).toEqual([400, ['issuer']]);
    const [audited] = await sql<{ changes: { field: string }[] }>(
      `select p.content::jsonb -> 'changes' as changes from audit_logs a join audit_personal p on p.audit_id = a.id
        where a.target_id = $1 and a.action = 'social_provider.update' and a.result = 'SUCCESS'
        order by a.created_at desc limit 1`,
      [id],
    );
    expect(audited?.changes.map(({ field }) => field)).toEqual(['clientSecret']);
    const foreign = await service.theirs.call('updateSocialProvider', { path, body: {} });
    expect([foreign.status, foreign.body.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
  });
});

describe('updateSocialProvider, of another key', () => {
  test('records who made the last change, if something changed', async ({ service }) => {
    const { body: made } = await service.ours.call('createSocialProvider', {
      body: { ...oidc, clientId: 'whose', clientSecret: 'x' },
    });
    const path = { providerId: made.id };
    const { caller, id } = await aCallerWith(service, ['auth_config.write']);
    expect((await caller.call('updateSocialProvider', { path, body: {} })).body.updatedBy).toBe(
      made.updatedBy,
    );
    const changed = await caller.call('updateSocialProvider', { path, body: { name: 'Theirs' } });
    expect(changed.body.updatedBy).toBe(id);
  });
});

describe('deleteSocialProvider', () => {
  test('deletes the provider', async ({ service }) => {
    const path = { providerId: (await aSocialProvider(service.ours)).id };
    const gone = await service.ours.call('deleteSocialProvider', { path });
    expect(gone.body).toEqual({ message: 'Social provider deleted', id: path.providerId });
    expect((await service.ours.call('deleteSocialProvider', { path })).status).toBe(404);
  });
});

describe('listSocialProviders', () => {
  test('lists the newest first, and none of another organization', async ({ service }) => {
    const [first, second] = [
      await aSocialProvider(service.oursTest),
      await aSocialProvider(service.oursTest),
    ];
    const { body } = await service.oursTest.call('listSocialProviders', { query: { limit: 1 } });
    expect(body.pagination).toEqual({ page: 1, limit: 1, total: 2, totalPages: 2, hasMore: true });
    expect([first.id, second.id]).toContain(body.data[0].id);
    const theirs = await service.theirs.call('listSocialProviders');
    expect(JSON.stringify(theirs.body)).not.toContain(first.id);
  });
});
