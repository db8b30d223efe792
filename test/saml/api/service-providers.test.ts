import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aCallerWith } from '../../support/builders.ts';
import { aGroup } from '../../support/groups.ts';
import { idpMetadataOf } from '../../support/saml-connections.ts';
import { startTestService, test } from '../../support/service.ts';
import {
  aPartnerKey,
  aServiceProvider,
  anUpcomingSamlKey,
  groupOf,
  madeToExpireIn,
  metadataOf,
} from '../../support/service-providers.ts';

const unknownId = 'sp_01kahz5v3be4nr7q2m8x9c0d1e';

describe('createServiceProvider', () => {
  test('registers by entity id and acsUrl, with the defaults of the documentation', async ({ service }) => {
    const made = await aServiceProvider(service.ours, { entityId: 'urn:example:by-hand' });
    expect(made).toMatchObject({
      status: 'ACTIVE',
      entityId: 'urn:example:by-hand',
      acsUrl: 'https://app.example.com/acs',
      acsUrls: [{ url: 'https://app.example.com/acs', binding: 'HTTP-POST', index: 0, isDefault: true }],
      nameIdFormat: 'persistent',
      attributeMappings: [],
      signAssertions: true,
      signResponses: true,
      encryptAssertions: false,
      encryptionAlgorithm: 'aes256-gcm',
      requireSignedRequests: false,
      allowSha1: false,
      signatureAlgorithm: 'rsa-sha256',
      assertionTtl: 300,
      sessionTtl: 28_800,
      idpInitiated: false,
      certificates: [],
      certificateExpiresAt: null,
      metadataRefreshedAt: null,
      pendingChange: null,
    });
    const { body, headers } = await service.ours.call('getServiceProvider', { path: { spId: made.id } });
    expect(body).toEqual(made);
    expect(headers.get('etag')).toBe('"1"');
  });

  test('reads endpoints, certificates and names from metadata', async ({ service }) => {
    const [signing, encryption] = [
      await aPartnerKey('signing'),
      await aPartnerKey('sealing', madeToExpireIn(400)),
    ];
    const metadataXml = await metadataOf({
      entityId: 'https://wiki.example.com/saml',
      acsUrl: 'https://wiki.example.com/acs',
      sloUrl: 'https://wiki.example.com/slo',
      signing: [signing.certificate],
      encryption: [encryption.certificate],
    });
    const made = await aServiceProvider(service.ours, { metadataXml });
    expect(made).toMatchObject({
      name: 'wiki.example.com',
      entityId: 'https://wiki.example.com/saml',
      acsUrl: 'https://wiki.example.com/acs',
      sloUrl: 'https://wiki.example.com/slo',
      sloBinding: 'HTTP-Redirect',
      signingCertificates: [signing.certificate],
      encryptionCertificate: encryption.certificate,
      // The metadata says AuthnRequestsSigned.
      requireSignedRequests: true,
      certificates: [
        { use: 'SIGNING', subject: 'CN=signing' },
        { use: 'ENCRYPTION', subject: 'CN=sealing' },
      ],
      metadataRefreshedAt: expect.any(String),
    });
    const { certificates, certificateExpiresAt } = made as unknown as {
      certificates: { expiresAt: string }[];
      certificateExpiresAt: string;
    };
    expect(certificateExpiresAt).toBe(certificates[1]?.expiresAt);
  });

  test('reads the one entity of a group that entityId selects, and the only service provider without it', async ({
    service,
  }) => {
    const [one, other] = [`urn:example:${randomUUID()}`, `urn:example:${randomUUID()}`];
    const xml = await Promise.all([one, other].map((entityId) => metadataOf({ entityId })));
    const identityProvider = await idpMetadataOf({ entityId: 'https://login.example.com/idp' });
    const several = await service.ours.call('createServiceProvider', {
      body: { metadataXml: groupOf(...xml, identityProvider) },
    });
    expect(several.body.details).toEqual({
      metadataXml: expect.stringContaining(`Select one by its entity ID. Found: ${one} ${other}`),
    });
    const metadataXml = groupOf(...xml, identityProvider);
    expect(
      await aServiceProvider(service.ours, { metadataXml, entityId: other, requireSignedRequests: false }),
    ).toMatchObject({
      entityId: other,
    });
    expect(
      await aServiceProvider(service.ours, {
        metadataXml: groupOf(identityProvider, xml[0] ?? ''),
        requireSignedRequests: false,
      }),
    ).toMatchObject({ entityId: one });
  });

  test('does not require signed requests because of a published key alone', async ({ service }) => {
    const { certificate } = await aPartnerKey();
    const said = await metadataOf({ entityId: 'urn:example:key-alone', signing: [certificate] });
    const metadataXml = said.replace('AuthnRequestsSigned="true"', '');
    expect(await aServiceProvider(service.ours, { metadataXml })).toMatchObject({
      signingCertificates: [certificate],
      requireSignedRequests: false,
    });
    expect(await aServiceProvider(service.ours, { signingCertificates: [certificate] })).toMatchObject({
      requireSignedRequests: true,
    });
  });

  test('refuses what does not fit together, and names the field', async ({ service }) => {
    const { certificate } = await aPartnerKey();
    const metadataXml = await metadataOf({ entityId: 'urn:example:refused' });
    const usual = { entityId: 'urn:example:refused', acsUrl: 'https://app.example.com/acs' };
    const cases: [string, Record<string, unknown>][] = [
      ['entityId', {}],
      ['acsUrl', { entityId: 'urn:example:refused' }],
      ['acsUrl', { ...usual, acsUrl: 'http://app.example.com/acs' }],
      ['acsUrl', { ...usual, acsUrl: 'https://app.example.com/acs#part' }],
      ['acsUrl', { ...usual, acsUrl: 'https://user@app.example.com/acs' }],
      ['acsUrl', { ...usual, acsUrl: 'javascript:alert(1)' }],
      ['acsUrls', { ...usual, acsUrls: [{ url: 'https://app.example.com/acs' }] }],
      [
        'acsUrls',
        {
          entityId: 'urn:e',
          acsUrls: [1, 2].map((n) => ({ url: `https://a.example/${n}`, isDefault: true })),
        },
      ],
      [
        'acsUrls.1.index',
        { entityId: 'urn:e', acsUrls: [1, 2].map((n) => ({ url: `https://a.example/${n}`, index: 7 })) },
      ],
      ['acsUrl', { metadataXml, acsUrl: usual.acsUrl }],
      ['metadataXml', { metadataXml, entityId: 'urn:example:another' }],
      ['metadataUrl', { metadataXml, metadataUrl: 'https://app.example.com/metadata' }],
      ['metadataUrl', { metadataUrl: 'http://app.example.com/metadata' }],
      ['metadataUrl', { metadataUrl: 'https://10.0.0.1/metadata' }],
      ['metadataXml', { metadataXml: '<EntityDescriptor/>' }],
      ['metadataXml', { metadataXml: `<!DOCTYPE a [<!ENTITY b "c">]>${metadataXml}` }],
      ['sloResponseUrl', { ...usual, sloResponseUrl: 'https://app.example.com/slo' }],
      ['sloSoapUrl', { ...usual, sloSoapUrl: 'https://192.168.0.1/slo' }],
      ['signAssertions', { ...usual, signAssertions: false, signResponses: false }],
      ['encryptAssertions', { ...usual, encryptAssertions: true }],
      ['requireSignedRequests', { ...usual, requireSignedRequests: true }],
      ['signingCertificates.0', { ...usual, signingCertificates: ['not a certificate'] }],
      ['encryptionCertificate', { ...usual, encryptionCertificate: `${certificate}${certificate}` }],
      ['metadataSigningCertificate', { ...usual, metadataSigningCertificate: certificate }],
      ['nameIdAttribute', { ...usual, nameIdAttribute: 'email' }],
      ['nameIdAttribute', { ...usual, nameIdFormat: 'unspecified', nameIdAttribute: 'groups' }],
      [
        'attributeMappings.0.source',
        { ...usual, attributeMappings: [{ name: 'a', source: 'passwordHash' }] },
      ],
      [
        'attributeMappings.1.name',
        { ...usual, attributeMappings: [1, 2].map(() => ({ name: 'a', source: 'email' })) },
      ],
      ['allowedGroups.0', { ...usual, allowedGroups: ['grp_01kahz5v3be4nr7q2m8x9c0d1e'] }],
      ['signingKeyId', { ...usual, signingKeyId: 'key_01kahz5v3be4nr7q2m8x9c0d1e' }],
    ];
    for (const [field, body] of cases) {
      const refused = await service.ours.call('createServiceProvider', { body });
      expect(
        { status: refused.status, fields: Object.keys(refused.body.details) },
        JSON.stringify(body),
      ).toEqual({
        status: 400,
        fields: [field],
      });
    }
  });

  test('refuses a second service provider with the entity id, in the same tenant alone', async ({
    service,
  }) => {
    const body = { entityId: 'urn:example:twice', acsUrl: 'https://app.example.com/acs' };
    await aServiceProvider(service.ours, body);
    expect((await service.ours.call('createServiceProvider', { body })).body).toMatchObject({
      code: 'SP_EXISTS',
      details: { entityId: 'urn:example:twice' },
    });
    await aServiceProvider(service.theirs, body);
    await aServiceProvider(service.oursTest, body);
  });

  test('keeps one of eight parallel registrations of the same entity id', async ({ service }) => {
    const body = { entityId: 'urn:example:race', acsUrl: 'https://app.example.com/acs' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.ours.call('createServiceProvider', { body })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
  });

  test('asks for directory.read before it shows fields of users', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['saml.read', 'saml.write']);
    const body = { entityId: 'urn:example:shown', acsUrl: 'https://app.example.com/acs' };
    const shown = { ...body, attributeMappings: [{ name: 'mail', source: 'email' }] };
    expect((await caller.call('createServiceProvider', { body: shown })).body.code).toBe(
      'SCOPE_NOT_GRANTABLE',
    );
    const { id } = await aServiceProvider(caller, body);
    const change = await caller.call('updateServiceProvider', {
      path: { spId: id },
      body: { attributeMappings: shown.attributeMappings },
    });
    expect(change.body.code).toBe('SCOPE_NOT_GRANTABLE');
  });

  test('refuses one more than MAX_SERVICE_PROVIDERS', async () => {
    const small = await startTestService({ MAX_SERVICE_PROVIDERS: '1' });
    try {
      await aServiceProvider(small.ours);
      const body = { entityId: 'urn:example:second', acsUrl: 'https://app.example.com/acs' };
      expect((await small.ours.call('createServiceProvider', { body })).body).toMatchObject({
        code: 'QUOTA_EXCEEDED',
        details: { limit: 1, current: 1, of: 'service providers' },
      });
      await aServiceProvider(small.theirs);
    } finally {
      await small.stop();
    }
  });
});

describe('updateServiceProvider', () => {
  test('changes what is sent, and tells of it', async ({ service }) => {
    const { ours, sql } = service;
    const groupId = await aGroup(ours);

    const { certificate } = await aPartnerKey('late', madeToExpireIn(100));
    const { id } = await aServiceProvider(ours);
    const signingKeyId = await anUpcomingSamlKey(ours);
    const changed = await ours.call('updateServiceProvider', {
      path: { spId: id },
      headers: { 'If-Match': '"1"' },
      body: {
        status: 'DISABLED',
        acsUrls: [
          { url: 'https://b.example/acs' },
          { url: 'https://a.example/acs', isDefault: true, index: 9 },
        ],
        signingCertificates: [certificate.replaceAll(/-----.*-----|\n/g, '')],
        allowedGroups: [groupId],
        signingKeyId,
      },
    });
    expect(changed.body).toMatchObject({
      status: 'DISABLED',
      acsUrl: 'https://a.example/acs',
      acsUrls: [
        { url: 'https://b.example/acs', index: 0, isDefault: false },
        { url: 'https://a.example/acs', index: 9, isDefault: true },
      ],
      signingCertificates: [certificate],
      certificates: [{ use: 'SIGNING', subject: 'CN=late' }],
      allowedGroups: [groupId],
      signingKeyId,
      // Only the registration and the caller decide.
      requireSignedRequests: false,
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    const [event] = await sql<{ data: { changes: { field: string }[] } }>(
      `select data from events where type = 'service_provider.updated' and data ->> 'serviceProviderId' = $1`,
      [id],
    );
    expect(event?.data.changes.map(({ field }) => field).sort()).toEqual([
      'acsUrls',
      'allowedGroups',
      'signingCertificates',
      'signingKeyId',
      'status',
    ]);
    const again = await ours.call('updateServiceProvider', {
      path: { spId: id },
      body: { acsUrls: changed.body.acsUrls },
    });
    expect(again.headers.get('etag')).toBe('"2"');
  });

  test('replaces all that metadata says with metadata of the same entity', async ({ service }) => {
    const [old, fresh] = [await aPartnerKey('old'), await aPartnerKey('fresh')];
    const entityId = 'urn:example:file';
    const { id } = await aServiceProvider(service.ours, {
      metadataXml: await metadataOf({ entityId, signing: [old.certificate] }),
    });
    const change = async (said: Parameters<typeof metadataOf>[0]) =>
      service.ours.call('updateServiceProvider', {
        path: { spId: id },
        body: { metadataXml: await metadataOf(said) },
      });
    const { body } = await change({
      entityId,
      signing: [fresh.certificate],
      acsUrl: 'https://elsewhere.example/acs',
    });
    expect(body).toMatchObject({
      acsUrl: 'https://elsewhere.example/acs',
      signingCertificates: [fresh.certificate],
      pendingChange: null,
    });
    expect((await change({ entityId: 'urn:example:other' })).body.details).toEqual({
      metadataXml: expect.any(String),
    });
  });

  test('refuses to change the entity id, and another version', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const change = (body: Record<string, unknown>, headers = {}) =>
      service.ours.call('updateServiceProvider', { path: { spId: id }, body, headers });
    expect((await change({ entityId: 'urn:example:new' })).status).toBe(400);
    expect((await change({ name: 'Other' }, { 'If-Match': '"7"' })).body.code).toBe('PRECONDITION_FAILED');
  });
});

describe('getServiceProvider', () => {
  test('answers 404 in another tenant, and in the other environment', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    for (const client of [service.theirs, service.oursTest])
      expect((await client.call('getServiceProvider', { path: { spId: id } })).body.code).toBe(
        'SP_NOT_FOUND',
      );
  });
});

describe('listServiceProviders', () => {
  test('finds by name, status and entity id, the newest first', async ({ service }) => {
    const one = await aServiceProvider(service.theirs, { name: 'Ledger one' });
    const two = await aServiceProvider(service.theirs, { name: 'Ledger two' });
    const list = async (query: Record<string, string>) => {
      const { body } = await service.theirs.call('listServiceProviders', { query });
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect(await list({ search: 'ledger' })).toEqual([two.id, one.id]);
    expect(await list({ entityId: one.entityId })).toEqual([one.id]);
    expect(await list({ search: 'ledger', status: 'DISABLED' })).toEqual([]);
  });
});

describe('deleteServiceProvider', () => {
  test('removes it, and the second request finds nothing', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const remove = () => service.ours.call('deleteServiceProvider', { path: { spId: id } });
    expect((await remove()).body).toEqual({ message: 'Service provider deleted', id });
    expect((await remove()).body.code).toBe('SP_NOT_FOUND');
    expect((await service.ours.call('getServiceProvider', { path: { spId: unknownId } })).body.code).toBe(
      'SP_NOT_FOUND',
    );
  });
});
