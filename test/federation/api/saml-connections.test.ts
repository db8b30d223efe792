import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { readCertificate } from '../../../src/saml-messages/certificate.ts';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import { bindings, nameIdFormats } from '../../../src/saml-messages/names.ts';
import {
  aConnection,
  aDomainName,
  type ConnectionBody,
  eventsOfConnection,
} from '../../support/connections.ts';
import {
  aSamlConnection,
  aSamlConnectionBody,
  idpKey,
  idpMetadataOf,
  longCertificates,
} from '../../support/saml-connections.ts';
import { test } from '../../support/service.ts';

const path = ({ id }: ConnectionBody) => ({ path: { id } });
const anEntityId = () => `https://login.acme.invalid/${randomUUID()}`;

describe('createSamlConnection', () => {
  test('connects an identity provider by fields, with the defaults of the documentation', async ({
    service,
  }) => {
    const domains = [aDomainName()];
    const idpEntityId = anEntityId();
    const made = await aSamlConnection(service.ours, { idpEntityId, domains });
    const at = (end: string) =>
      expect.stringMatching(new RegExp(`^http://localhost:\\d+/api/v1/federation/saml/${made.id}/${end}$`));
    const { fingerprint, subject, notBefore, notAfter, pem } = readCertificate((await idpKey()).certificate);
    expect(made).toEqual({
      id: expect.stringMatching(/^fed_/),
      type: 'SAML',
      name: 'Acme',
      status: 'ACTIVE',
      health: 'UNKNOWN',
      isDraft: false,
      idpEntityId,
      ssoUrl: 'https://login.acme.invalid/sso',
      ssoBinding: 'HTTP-Redirect',
      sloUrl: null,
      sloResponseUrl: null,
      sloBinding: 'HTTP-Redirect',
      certificates: [
        {
          use: 'SIGNING',
          fingerprint,
          subject,
          notBefore: notBefore.toISOString(),
          expiresAt: notAfter.toISOString(),
          certificate: pem.trimEnd(),
        },
      ],
      certificateExpiresAt: notAfter.toISOString(),
      metadataUrl: null,
      metadataSigningCertificate: null,
      metadataRefreshedAt: null,
      metadataError: null,
      metadataWarning: null,
      pendingChange: null,
      product: null,
      spEntityId: at('metadata'),
      acsUrl: at('acs'),
      spMetadataUrl: at('metadata'),
      signRequests: true,
      wantAssertionsSigned: true,
      wantEncrypted: false,
      nameIdFormat: 'unspecified',
      subjectAttribute: null,
      allowIdpInitiated: false,
      clockSkewSeconds: 60,
      logoutUpstream: false,
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
      lastTestedAt: null,
      lastLoginAt: null,
      lastError: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      createdBy: expect.stringMatching(/^cred_/),
    });
    expect(await eventsOfConnection(service, made.id)).toMatchObject([
      {
        type: 'federation.connected',
        data: { connectionName: 'Acme', connectionType: 'SAML', issuer: null },
      },
    ]);
  });

  test('shows what it read of the metadata', async ({ service }) => {
    const idpEntityId = anEntityId();
    const metadataXml = await idpMetadataOf({
      entityId: idpEntityId,
      binding: bindings.post,
      sloUrl: 'https://login.acme.invalid/slo',
      nameIdFormats: [nameIdFormats.transient, nameIdFormats.emailAddress],
    });
    const made = await aSamlConnection(service.ours, { metadataXml });
    expect(made).toMatchObject({
      idpEntityId,
      ssoUrl: 'https://login.acme.invalid/sso',
      ssoBinding: 'HTTP-POST',
      sloUrl: 'https://login.acme.invalid/slo',
      sloBinding: 'HTTP-Redirect',
      nameIdFormat: 'emailAddress',
      certificates: [{ use: 'SIGNING' }],
      metadataRefreshedAt: expect.any(String),
    });
  });

  test('refuses what does not fit together', async ({ service }) => {
    const metadataXml = await idpMetadataOf({ entityId: anEntityId() });
    const weak = readCertificate((await idpKey()).certificate).pem.replace(/[A-Za-z]{20}/, 'x');
    const own = new URL((await aSamlConnection(service.ours))['acsUrl']).origin;
    const cases: [string, Record<string, unknown>][] = [
      ['nameIdFormat', { nameIdFormat: 'transient' }],
      ['metadataXml', { metadataXml, idpEntityId: anEntityId() }],
      ['ssoUrl', { metadataXml, ssoUrl: 'https://login.acme.invalid/sso' }],
      ['certificates', { metadataXml, certificates: [(await idpKey()).certificate] }],
      ['metadataUrl', { metadataXml, metadataUrl: 'https://login.acme.invalid/metadata' }],
      ['metadataUrl', { metadataUrl: 'https://10.0.0.1/metadata' }],
      ['metadataUrl', { metadataUrl: 'http://login.acme.invalid/metadata' }],
      ['metadataSigningCertificate', { metadataSigningCertificate: (await idpKey()).certificate }],
      ['ssoUrl', { ssoUrl: 'http://login.acme.invalid/sso' }],
      ['sloUrl', { sloUrl: 'https://user@login.acme.invalid/slo' }],
      ['sloUrl', { sloUrl: `${own}/logout/here` }],
      ['sloResponseUrl', { sloResponseUrl: 'https://login.acme.invalid/slo' }],
      ['sloResponseUrl', { sloUrl: 'https://login.acme.invalid/slo', sloResponseUrl: own }],
      ['certificates.0', { certificates: [weak] }],
      ['certificates', { certificates: [] }],
      ['clockSkewSeconds', { clockSkewSeconds: 181 }],
      ['domains.0', { domains: ['gmail.com'] }],
      ['attributeMapping.email', { attributeMapping: { email: { from: ['email'] } } }],
    ];
    for (const [field, fields] of cases) {
      const body = await aSamlConnectionBody(fields);
      const answer = await service.ours.call('createSamlConnection', { body });
      expect(answer.status, JSON.stringify(fields)).toBe(400);
      expect(Object.keys(answer.body.details)).toEqual([field]);
    }
    const long = await longCertificates(3);
    const tooLong = await service.ours.call('createSamlConnection', {
      body: await aSamlConnectionBody({ certificates: long }),
    });
    expect([tooLong.status, tooLong.body.details]).toEqual([
      400,
      { certificates: 'must have at most 32768 characters together, as PEM' },
    ]);
    await aSamlConnection(service.ours, { certificates: long.slice(1) });
    for (const field of ['idpEntityId', 'ssoUrl', 'certificates']) {
      const { [field]: _, ...body } = await aSamlConnectionBody();
      const answer = await service.ours.call('createSamlConnection', { body });
      expect(answer.body.details).toEqual({
        [field]: 'is required, unless you send metadataXml or metadataUrl',
      });
    }
    const ok = await aSamlConnection(service.ours, {
      nameIdFormat: 'transient',
      subjectAttribute: 'employeeNumber',
      logoutUpstream: true,
    });
    expect(ok).toMatchObject({
      nameIdFormat: 'transient',
      subjectAttribute: 'employeeNumber',
      logoutUpstream: true,
    });
  });
});

describe('getSamlConnection', () => {
  test('shows a connection by SAML, and not one of another type', async ({ service }) => {
    const made = await aSamlConnection(service.ours);
    const found = await service.ours.call('getSamlConnection', path(made));
    expect(found.body).toEqual(made);
    expect(found.headers.get('etag')).toBe('"1"');
    const other = await aConnection(service.ours);
    expect((await service.ours.call('getSamlConnection', path(other))).body.code).toBe(
      'CONNECTION_NOT_FOUND',
    );
    expect((await service.ours.call('getOidcConnection', path(made))).body.code).toBe('CONNECTION_NOT_FOUND');
    const { body } = await service.ours.call('getConnection', path(made));
    expect(body).toMatchObject({ type: 'SAML', name: 'Acme', logoutUpstream: false });
  });
});

describe('listSamlConnections', () => {
  test('lists connections by SAML only', async ({ service }) => {
    const name = randomUUID();
    const made = await aSamlConnection(service.ours, { name });
    await aConnection(service.ours, { name });
    const { body } = await service.ours.call('listSamlConnections', { query: { search: name } });
    expect(body.data).toEqual([made]);
  });
});

describe('updateSamlConnection', () => {
  test('changes what is sent, and reads new metadata of the same entity', async ({ service }) => {
    const made = await aSamlConnection(service.ours);
    const change = (body: Record<string, unknown>) =>
      service.ours.call('updateSamlConnection', { ...path(made), body });
    const changed = await change({
      name: 'Acme Corp',
      trustMfa: true,
      sloUrl: 'https://login.acme.invalid/slo',
    });
    expect(changed.body).toMatchObject({ name: 'Acme Corp', trustMfa: true, ssoUrl: made['ssoUrl'] });
    expect(changed.headers.get('etag')).toBe('"2"');
    const metadataXml = await idpMetadataOf({
      entityId: made['idpEntityId'],
      ssoUrl: 'https://elsewhere.acme.invalid/sso',
    });
    expect((await change({ metadataXml })).body).toMatchObject({
      ssoUrl: 'https://elsewhere.acme.invalid/sso',
      sloUrl: null,
      name: 'Acme Corp',
    });
    const other = await idpMetadataOf({ entityId: anEntityId() });
    const refused = await change({ metadataXml: other });
    expect(refused.body.details).toEqual({ metadataXml: expect.stringContaining('identity provider') });
    expect((await change({ idpEntityId: anEntityId() })).status).toBe(400);
    expect((await change({ nameIdFormat: 'transient' })).body.details).toEqual({
      nameIdFormat: expect.stringContaining('subjectAttribute'),
    });
    const { body: audit } = await service.ours.call('listAuditLogs', {
      query: { targetId: made.id, action: 'connection.update', result: 'SUCCESS' },
    });
    expect(audit.data.length).toBe(2);
  });
});

describe('deleteSamlConnection', () => {
  test('deletes a connection by SAML, and not one of another type', async ({ service }) => {
    const made = await aSamlConnection(service.ours);
    expect((await service.ours.call('deleteOidcConnection', path(made))).status).toBe(404);
    expect((await service.ours.call('deleteSamlConnection', path(made))).status).toBe(200);
    expect((await service.ours.call('deleteSamlConnection', path(made))).status).toBe(404);
    const events = await eventsOfConnection(service, made.id);
    expect(events.map(({ type }) => type)).toEqual(['federation.connected', 'federation.disabled']);
  });
});

describe('getSamlConnectionMetadata', () => {
  test('is refused in JSON where the id is unknown, and with a page in a browser only, as that of a tenant', async ({
    service,
  }) => {
    const path = { id: 'fed_01kahz5v3be4nr7q2m8x9c0d1e', orgId: 'org_01kahz5v3be4nr7q2m8x9c0d1e' };
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    for (const operation of ['getSamlConnectionMetadata', 'getSamlMetadata'] as const) {
      const typeFor = async (accept: string) => {
        const answer = await service.anonymous.call(operation, { path, headers: { accept } });
        expect([answer.status, answer.headers.get('vary')]).toEqual([
          404,
          expect.stringMatching(/^Accept\b/),
        ]);
        return answer.headers.get('content-type');
      };
      for (const accept of ['*/*', 'application/samlmetadata+xml', 'application/xml, */*;q=0.1'])
        expect(await typeFor(accept), accept).toMatch(/^application\/json/);
      expect(await typeFor(browser)).toMatch(/^text\/html/);
    }
  });

  test('publishes who Keyward is for one connection', async ({ service }) => {
    const made = await aSamlConnection(service.ours, { nameIdFormat: 'persistent', signRequests: false });
    const answer = await service.anonymous.call('getSamlConnectionMetadata', path(made));
    expect(answer.headers.get('content-type')).toBe('application/samlmetadata+xml; charset=utf-8');
    const read = readServiceProviderMetadata(answer.body);
    expect(read).toMatchObject({
      entityId: made['spEntityId'],
      authnRequestsSigned: false,
      wantAssertionsSigned: true,
      nameIdFormats: [nameIdFormats.persistent],
      assertionConsumerServices: [{ binding: bindings.post, location: made['acsUrl'] }],
      singleLogoutServices: [
        { binding: bindings.redirect, location: made['acsUrl'].replace(/acs$/, 'slo') },
        { binding: bindings.post, location: made['acsUrl'].replace(/acs$/, 'slo') },
      ],
      encryptionMethods: [
        'http://www.w3.org/2009/xmlenc11#aes256-gcm',
        'http://www.w3.org/2009/xmlenc11#aes128-gcm',
        'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        'http://www.w3.org/2009/xmlenc11#rsa-oaep',
      ],
    });
    expect(read.signingCertificates.length).toBeGreaterThan(0);
    expect(read.encryptionCertificates.length).toBe(1);
    // A key that signs must not decrypt what a partner chooses.
    const signing = read.signingCertificates.map(({ fingerprint }) => fingerprint);
    expect(signing).not.toContain(read.encryptionCertificates[0]?.fingerprint);
    expect(
      readServiceProviderMetadata(answer.body, {
        pinnedCertificates: read.signingCertificates.map(({ pem }) => pem),
      }).isVerified,
    ).toBe(true);
  });

  test('has one encryption key for all connections of a tenant, also if eight requests race', async ({
    service,
  }) => {
    const { theirs } = service;
    const made = await Promise.all([aSamlConnection(theirs), aSamlConnection(theirs)]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        service.anonymous.call('getSamlConnectionMetadata', path(made[at % 2] as ConnectionBody)),
      ),
    );
    const keys = answers.map(
      ({ body }) => readServiceProviderMetadata(body).encryptionCertificates[0]?.fingerprint,
    );
    expect(new Set(keys).size).toBe(1);
  });

  test('is there for connections by SAML only', async ({ service }) => {
    const other = await aConnection(service.ours);
    for (const id of [other.id, 'fed_01kahz5v3be4nr7q2m8x9c0d1e', 'nothing']) {
      const { status } = await service.anonymous.call('getSamlConnectionMetadata', { path: { id } });
      expect(status).toBe(404);
    }
  });
});
