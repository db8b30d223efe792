import { X509Certificate } from 'node:crypto';
import { describe, expect } from 'vitest';
import { readIdentityProviderMetadata } from '../../../src/saml-messages/metadata/identity-provider.ts';
import { startTestService, type TestService, test } from '../../support/service.ts';
import { aServiceProvider, anUpcomingSamlKey } from '../../support/service-providers.ts';

interface Key {
  id: string;
  use: string;
  status: string;
  certificate: string;
  certificateExpiresAt: string;
}

const list = async (client: TestService['ours'], query = {}): Promise<Key[]> =>
  (await client.call('listSigningKeys', { query: { use: 'SAML', ...query } })).body.data;

async function metadataOf({ anonymous, organizations }: TestService, whose: 'ours' | 'theirs' = 'ours') {
  const { orgId } = organizations[whose].live;
  const answer = await anonymous.call('getSamlMetadata', { path: { orgId } });
  return { answer, orgId };
}

describe('getSamlMetadata', () => {
  test('makes one key for parallel first callers, and signs with it', async ({ service }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => metadataOf(service)));
    const keys = await list(service.ours);
    expect(keys).toMatchObject([{ use: 'SAML', status: 'ACTIVE' }]);
    const [key] = keys;
    for (const { answer, orgId } of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
      const read = readIdentityProviderMetadata(answer.body, {
        pinnedCertificates: [key?.certificate ?? ''],
      });
      expect(read).toMatchObject({ isVerified: true, cacheDuration: 86_400, organizationName: 'Ours' });
      expect(read.entityId).toMatch(new RegExp(`/api/saml/${orgId}/metadata$`));
      expect(read.signingCertificates.map(({ pem }) => pem)).toEqual([key?.certificate]);
      expect(read.singleSignOnServices.map(({ location }) => new URL(location).pathname)).toEqual([
        `/api/saml/${orgId}/sso`,
        `/api/saml/${orgId}/sso`,
      ]);
      expect(
        read.singleLogoutServices.map(({ binding, location }) => [
          binding.split(':').at(-1),
          new URL(location).pathname,
        ]),
      ).toEqual([
        ['HTTP-Redirect', `/api/saml/${orgId}/slo`],
        ['HTTP-POST', `/api/saml/${orgId}/slo`],
      ]);
    }
    const certificate = new X509Certificate(key?.certificate ?? '');
    const years =
      new Date(certificate.validTo).getUTCFullYear() - new Date(certificate.validFrom).getUTCFullYear();
    expect(years).toBe(10);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  test('shows the name and the logo of the branding', async ({ service }) => {
    const { oursTest, anonymous } = service;
    const path = { orgId: oursTest.orgId ?? '' };
    const logos = [
      'https://static.example.com/logo.png?a=1&b=2',
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgA=',
      null,
    ];
    for (const logoUri of logos) {
      const changed = await oursTest.call('updateBranding', { body: { displayName: 'A & B <ö>', logoUri } });
      expect(changed.status).toBe(200);
      const { body } = await anonymous.call('getSamlMetadata', { path });
      expect(body).toContain('<mdui:DisplayName xml:lang="en">A &amp; B &lt;ö&gt;</mdui:DisplayName>');
      expect(body).toContain('<md:OrganizationDisplayName xml:lang="en">A &amp; B &lt;ö&gt;</md:');
      const [, logo] = /<mdui:Logo height="40" width="160">([^<]*)<\/mdui:Logo>/.exec(body) ?? [];
      expect(logo?.replaceAll('&amp;', '&') ?? null).toBe(logoUri);
      expect(readIdentityProviderMetadata(body).organizationName).toBe('A & B <ö>');
    }
  });

  test('answers 404 for an unknown organization', async ({ service }) => {
    const path = { orgId: 'org_01kahz5v3be4nr7q2m8x9c0d1e' };
    const headers = { accept: 'application/json' };
    const { status, body } = await service.anonymous.call('getSamlMetadata', { path, headers });
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toContain('ORGANIZATION_NOT_FOUND');
  });
});

describe('listSigningKeys', () => {
  test('shows keys of both uses', async ({ service }) => {
    await anUpcomingSamlKey(service.ours);
    await service.ours.call('rotateSigningKeys', { body: {} });
    const { body } = await service.ours.call('listSigningKeys');
    expect(new Set(body.data.map(({ use }: Key) => use))).toEqual(new Set(['OIDC', 'SAML']));
    const ofTokens = (await service.ours.call('listSigningKeys', { query: { use: 'OIDC' } })).body.data;
    expect(ofTokens.map(({ certificate }: Key) => certificate)).toEqual(ofTokens.map(() => null));
  });

  test('keeps SAML keys out of the keys of tokens', async ({ service }) => {
    const { orgId } = service.organizations.ours.live;
    await anUpcomingSamlKey(service.ours);
    const { body } = await service.anonymous.call('getOidcKeys', { path: { orgId } });
    const published = new Set(JSON.parse(body).keys.map(({ kid }: { kid: string }) => kid));
    for (const { id } of await list(service.ours)) expect(published.has(id)).toBe(false);
  });
});

describe('activateSigningKey', () => {
  test('lets the key sign for all, and publishes the old one for 30 days more', async ({ service }) => {
    const { theirs } = service;
    const next = await anUpcomingSamlKey(theirs);
    const { id: spId } = await aServiceProvider(theirs, { signingKeyId: next });
    const [before] = await list(theirs);
    const both = await metadataOf(service, 'theirs');
    const read = readIdentityProviderMetadata(both.answer.body, {
      pinnedCertificates: [before?.certificate ?? ''],
    });
    expect(read.signingCertificates).toHaveLength(2);
    const activated = await theirs.call('activateSigningKey', { path: { keyId: next } });
    expect(activated.body).toMatchObject({ id: next, status: 'ACTIVE' });
    expect((await list(theirs)).map(({ id, status }) => [id, status])).toEqual([
      [next, 'ACTIVE'],
      [before?.id, 'RETIRED'],
    ]);
    const provider = await theirs.call('getServiceProvider', { path: { spId } });
    expect(provider.body).toMatchObject({ signingKeyId: null });
    // Again changes nothing.
    expect((await theirs.call('activateSigningKey', { path: { keyId: next } })).status).toBe(200);
    const retired = await theirs.call('activateSigningKey', { path: { keyId: before?.id ?? '' } });
    expect(retired.body.code).toBe('KEY_STATE_CONFLICT');
    await service.sql(`update saml_keys set due_at = now() where status = 'RETIRED'`);
    await service.runTask('rotate-saml-keys');
    expect((await list(theirs)).map(({ id }) => id)).toEqual([next]);
  });

  test('refuses keys of tokens, unknown keys and those of others', async ({ service }) => {
    await service.ours.call('rotateSigningKeys', { body: {} });
    const [token] = (await service.ours.call('listSigningKeys', { query: { use: 'OIDC' } })).body.data;
    const codeFor = async (keyId: string) =>
      (await service.ours.call('activateSigningKey', { path: { keyId } })).body.code;
    expect(await codeFor(token.id)).toBe('KEY_STATE_CONFLICT');
    expect(await codeFor(await anUpcomingSamlKey(service.theirs))).toBe('KEY_NOT_FOUND');
    expect(await codeFor('key_01kahz5v3be4nr7q2m8x9c0d1e')).toBe('KEY_NOT_FOUND');
  });
});

describe('rotateSigningKeys', () => {
  test('in an emergency removes all SAML keys and leaves the keys of tokens', async ({ service }) => {
    const { oursTest: client } = service;
    await client.call('rotateSigningKeys', { body: {} });
    const ofTokens = (await client.call('listSigningKeys', { query: { use: 'OIDC' } })).body.data;
    const upcoming = await anUpcomingSamlKey(client);
    const { id: spId } = await aServiceProvider(client, { signingKeyId: upcoming });
    const before = (await list(client)).map(({ id }) => id);
    const { body } = await client.call('rotateSigningKeys', { body: { use: 'SAML', emergency: true } });
    expect(body.data).toMatchObject([{ use: 'SAML', status: 'ACTIVE' }]);
    expect(before).not.toContain(body.data[0].id);
    expect((await client.call('getServiceProvider', { path: { spId } })).body.signingKeyId).toBeNull();
    expect((await client.call('listSigningKeys', { query: { use: 'OIDC' } })).body.data).toEqual(ofTokens);
  });
});

describe('a key that has signed', () => {
  test('does not sign when its stored bytes have changed', async () => {
    const service = await startTestService();
    try {
      expect((await metadataOf(service)).answer.status).toBe(200);
      expect((await metadataOf(service)).answer.status).toBe(200);
      await service.sql(
        `update saml_keys set private_key = set_byte(private_key, 40, 255 - get_byte(private_key, 40))`,
      );
      expect((await metadataOf(service)).answer.status).toBe(500);
    } finally {
      await service.stop();
    }
  });

  test('does not sign after an emergency', async () => {
    const service = await startTestService();
    try {
      await metadataOf(service);
      await service.ours.call('rotateSigningKeys', { body: { use: 'SAML', emergency: true } });
      const { answer } = await metadataOf(service);
      const pinnedCertificates = (await list(service.ours)).map(({ certificate }) => certificate);
      expect(pinnedCertificates).toHaveLength(1);
      const read = readIdentityProviderMetadata(answer.body, { pinnedCertificates });
      expect(read.isVerified).toBe(true);
    } finally {
      await service.stop();
    }
  });
});

describe('rotate-saml-keys', () => {
  test('publishes a successor once and alerts, and never lets it sign by itself', async () => {
    const service = await startTestService();
    try {
      await metadataOf(service);
      const [first] = await list(service.ours);
      await service.sql('update saml_keys set due_at = now()');
      await service.runTask('rotate-saml-keys');
      const keys = await list(service.ours);
      expect(keys.map(({ status }) => status)).toEqual(['ACTIVE', 'UPCOMING']);
      expect(keys[0]?.id).toBe(first?.id);
      await service.sql(`update saml_keys set created_at = created_at - interval '9 years'`);
      await service.runTask('rotate-saml-keys');
      expect(await list(service.ours)).toHaveLength(2);
      expect((await list(service.ours))[0]?.id).toBe(first?.id);
      const told = await service.sql<{ type: string }>(
        `select type from events where type in ('key.published', 'alert.triggered', 'key.rotated') order by type`,
      );
      expect(told.map(({ type }) => type)).toEqual(['alert.triggered', 'key.published']);
    } finally {
      await service.stop();
    }
  });
});
