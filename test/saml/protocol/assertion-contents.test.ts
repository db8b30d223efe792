import { generateKeyPairSync } from 'node:crypto';
import { describe, expect } from 'vitest';
import { buildAuthnRequest } from '../../../src/saml-messages/build/authn-request.ts';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import { aGroup } from '../../support/groups.ts';
import { aSigningProvider, requestOf } from '../../support/hostile-saml.ts';
import { aPerson, type Person } from '../../support/person.ts';
import { oddlySigned, partner } from '../../support/saml-messages.ts';
import {
  answerIn,
  aServiceProvider,
  aVisitor,
  type Party,
  password,
  redirectPath,
  responseIn,
} from '../../support/saml-sign-on.ts';
import { anUpcomingSamlKey } from '../../support/service-providers.ts';
import { test, type TestService } from '../../support/service.ts';

/** A user who is signed in. */
async function aSignedIn(service: TestService, fields = {}) {
  const made = await aVisitor(service, fields);
  await made.visitor.signIn(service.ours.orgId ?? '', made.email, password);
  return made;
}

/** Signs on by the redirect binding. */
async function profileOf(visitor: Person, party: Party) {
  const page = await visitor.open(await redirectPath(party));
  const { profile } = await party.saml.validatePostResponseAsync(answerIn(page).fields);
  if (!profile) throw new Error('no profile');
  return profile;
}

/** Sends a request by POST, changed before it is sent, and returns where the answer goes and what it says. */
async function answerTo(visitor: Person, party: Party, change: (xml: string) => string) {
  const request = buildAuthnRequest(
    {
      id: newMessageId(),
      issuer: party.entityId,
      issueInstant: new Date(),
      destination: party.sso,
      assertionConsumerServiceUrl: party.acsUrl,
    },
    'unsigned',
  );
  const form = { SAMLRequest: Buffer.from(change(request)).toString('base64') };
  const page = await visitor.follow(await visitor.post(new URL(party.sso).pathname, form));
  const xml = responseIn(page);
  const statuses = [...xml.matchAll(/Value="urn:oasis:names:tc:SAML:2\.0:status:(\w+)"/g)];
  return {
    to: answerIn(page).action,
    statuses: statuses.map(([, name]) => name),
    classRef: /<saml:AuthnContextClassRef>([^<]*)</.exec(xml)?.[1],
  };
}

describe('the name of a user', () => {
  test('is transient for one login, and another one for the next', async ({ service }) => {
    const party = await aServiceProvider(service.ours, { nameIdFormat: 'transient' });
    const { email, visitor } = await aSignedIn(service);
    const first = await profileOf(visitor, party);
    expect(first.nameIDFormat).toMatch(/:transient$/);
    expect((await profileOf(visitor, party)).nameID).toBe(first.nameID);
    const other = aPerson(service.origin);
    await other.signIn(service.ours.orgId ?? '', email, password);
    expect((await profileOf(other, party)).nameID).not.toBe(first.nameID);
  });

  test('is the username, or the chosen field, if the format is unspecified', async ({ service }) => {
    const { ours } = service;
    const byName = await aServiceProvider(ours, { nameIdFormat: 'unspecified' });
    const byNumber = await aServiceProvider(ours, {
      nameIdFormat: 'unspecified',
      nameIdAttribute: 'employeeNumber',
    });
    const { id, visitor } = await aSignedIn(service);
    const [{ username } = {}] = await service.sql<{ username: string }>(
      'select username from users where id = $1',
      [id],
    );
    const profile = await profileOf(visitor, byName);
    expect([profile.nameID, profile.nameIDFormat]).toEqual([
      username,
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ]);
    expect(responseIn(await visitor.open(await redirectPath(byNumber)))).toContain('InvalidNameIDPolicy');
    await service.sql(`update users set employee_number = 'E-17' where id = $1`, [id]);
    expect((await profileOf(visitor, byNumber)).nameID).toBe('E-17');
  });

  test('that is persistent stays when the user is renamed', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { id, visitor } = await aSignedIn(service);
    const { nameID } = await profileOf(visitor, party);
    await service.sql(
      `update users set username = 'renamed', email = 'renamed@example.com', display_name = 'Renamed' where id = $1`,
      [id],
    );
    expect((await profileOf(visitor, party)).nameID).toBe(nameID);
  });

  test('is an address that a directory manages, although it is not verified', async ({ service }) => {
    const party = await aServiceProvider(service.ours, { nameIdFormat: 'emailAddress' });
    const { id, email, visitor } = await aSignedIn(service);
    await service.sql(`update users set email_verified = false, source = 'SCIM' where id = $1`, [id]);
    expect((await profileOf(visitor, party)).nameID).toBe(email);
  });
});

test('attributes have one value or several, the registered format of their name, and no empty value', async ({
  service,
}) => {
  const { ours } = service;
  const party = await aServiceProvider(ours, {
    attributeMappings: [
      { name: 'urn:oid:0.9.2342.19200300.100.1.3', nameFormat: 'uri', source: 'email' },
      { name: 'memberOf', source: 'groups' },
      { name: 'title', nameFormat: 'unspecified', source: 'title' },
    ],
  });
  const { id, email, visitor } = await aSignedIn(service);
  const names = ['Wiki, authors & editors', 'Staff <b>'];
  for (const name of names)
    await ours.call('addGroupMembers', {
      path: { groupId: await aGroup(ours, { name }) },
      body: { userId: id },
    });
  const xml = responseIn(await visitor.open(await redirectPath(party)));
  const attributes = [
    ...xml.matchAll(/<saml:Attribute Name="([^"]+)" NameFormat="[^"]+:(\w+)">(.*?)<\/saml:Attribute>/g),
  ];
  expect(attributes.map(([, name, format]) => [name, format])).toEqual([
    ['urn:oid:0.9.2342.19200300.100.1.3', 'uri'],
    ['memberOf', 'basic'],
  ]);
  const profile = await profileOf(visitor, party);
  expect(profile.attributes?.['urn:oid:0.9.2342.19200300.100.1.3']).toBe(email);
  const groups = new Set([profile.attributes?.['memberOf']].flat());
  expect(groups).toEqual(new Set(names));
});

test('SessionNotOnOrAfter is the end of the login, or of sessionTtl if that is earlier', async ({
  service,
}) => {
  const [short, long] = [
    await aServiceProvider(service.ours, { sessionTtl: 300 }),
    await aServiceProvider(service.ours, { sessionTtl: 604_800 }),
  ];
  const { id, visitor } = await aSignedIn(service);
  const [{ end } = { end: new Date(0) }] = await service.sql<{ end: Date }>(
    `update login_sessions set expires_at = now() + interval '20 minutes' where user_id = $1 returning expires_at as end`,
    [id],
  );
  const endAt = async (party: Party): Promise<number> => {
    const xml = responseIn(await visitor.open(await redirectPath(party)));
    return Date.parse(/ SessionNotOnOrAfter="([^"]+)"/.exec(xml)?.[1] ?? '');
  };
  expect(await endAt(long)).toBe(end.getTime());
  expect(Math.abs((await endAt(short)) - (Date.now() + 300_000))).toBeLessThan(20_000);
});

describe('a response', () => {
  test.for([
    [true, false],
    [false, true],
    [true, true],
  ] as const)(
    'has the signatures that are registered: assertion %s, response %s',
    async (wanted, { service }) => {
      const [signAssertions, signResponses] = wanted;
      const party = await aServiceProvider(
        service.ours,
        { signAssertions, signResponses },
        { wantAssertionsSigned: signAssertions, wantAuthnResponseSigned: signResponses },
      );
      const { visitor } = await aSignedIn(service);
      const xml = responseIn(await visitor.open(await redirectPath(party)));
      const [outside, inside = ''] = xml.split('<saml:Assertion ');
      const isSigned = (text = ''): boolean => text.includes('<ds:SignatureValue>');
      expect([isSigned(inside), isSigned(outside)]).toEqual([signAssertions, signResponses]);
      expect((await profileOf(visitor, party)).nameID).toBeTruthy();
    },
  );

  test.for(['rsa-sha256', 'rsa-sha384', 'rsa-sha512'])(
    'is signed with the algorithm that is registered: %s',
    async (signatureAlgorithm, { service }) => {
      const party = await aServiceProvider(service.ours, { signatureAlgorithm });
      const { visitor } = await aSignedIn(service);
      const xml = responseIn(await visitor.open(await redirectPath(party)));
      const algorithms = [...xml.matchAll(/<ds:SignatureMethod Algorithm="[^"]*#([^"]+)"/g)];
      expect(algorithms.map(([, name]) => name)).toEqual([signatureAlgorithm, signatureAlgorithm]);
    },
  );

  test('is encrypted with AES-GCM, or AES-CBC where registered, and RSA-OAEP always', async ({ service }) => {
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const certificate = await selfSignedCertificate(keys, 'service provider', new Date());
    const decryptionPvk = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    const { visitor } = await aSignedIn(service);
    const registered = { encryptAssertions: true, encryptionCertificate: certificate };
    const used: (string | undefined)[][] = [];
    for (const encryptionAlgorithm of [undefined, 'aes128-gcm', 'aes256-gcm', 'aes256-cbc']) {
      const party = await aServiceProvider(
        service.ours,
        { ...registered, ...(encryptionAlgorithm && { encryptionAlgorithm }) },
        { decryptionPvk },
      );
      const xml = responseIn(await visitor.open(await redirectPath(party)));
      used.push(
        [...xml.matchAll(/<(?:\w+:)?EncryptionMethod Algorithm="[^"]*#([^"]+)"/g)].map(([, name]) => name),
      );
      expect((await profileOf(visitor, party)).nameID).toBeTruthy();
    }
    expect(used).toEqual([
      ['aes256-gcm', 'rsa-oaep-mgf1p'],
      ['aes128-gcm', 'rsa-oaep-mgf1p'],
      ['aes256-gcm', 'rsa-oaep-mgf1p'],
      ['aes256-cbc', 'rsa-oaep-mgf1p'],
    ]);
  });

  test('is signed with the key of the service provider, and with the active key for others', async ({
    service,
  }) => {
    const { ours } = service;
    const upcoming = await anUpcomingSamlKey(ours);
    const { body } = await ours.call('listSigningKeys', { query: { use: 'SAML' } });
    const { certificate: idpCert } = body.data.find(({ id }: { id: string }) => id === upcoming);
    const first = await aServiceProvider(ours, { signingKeyId: upcoming }, { idpCert });
    const other = await aServiceProvider(ours);
    const { visitor } = await aSignedIn(service);
    expect((await profileOf(visitor, first)).nameID).toBeTruthy();
    expect((await profileOf(visitor, other)).nameID).toBeTruthy();
    const wrong = await aServiceProvider(ours, {}, { idpCert });
    await expect(profileOf(visitor, wrong)).rejects.toThrow(/signature/i);
  });

  test('goes to the endpoint that the request names by its index or address, else to the default', async ({
    service,
  }) => {
    const at = (path: string): string => `https://many.example.com/${path}`;
    const acsUrls = [
      { url: at('a'), index: 3 },
      { url: at('b'), index: 5, isDefault: true },
      { url: at('c'), index: 9 },
    ];
    const party = await aServiceProvider(service.ours, { acsUrl: undefined, acsUrls });
    const { visitor } = await aSignedIn(service);
    const bare = (xml: string): string =>
      xml.replace(/ (AssertionConsumerServiceURL|ProtocolBinding)="[^"]*"/g, '');
    const added = (attribute: string) => (xml: string) =>
      bare(xml).replace(' Version=', ` ${attribute} Version=`);
    const to = async (change: (xml: string) => string) => (await answerTo(visitor, party, change)).to;
    expect(await to(bare)).toBe(at('b'));
    expect(await to(added('AssertionConsumerServiceIndex="9"'))).toBe(at('c'));
    expect(await to(added(`AssertionConsumerServiceURL="${at('a')}"`))).toBe(at('a'));
  });
});

describe('a request', () => {
  const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
  const asking = (comparison: string | undefined, ...wanted: string[]) => {
    const refs = wanted
      .map((one) => `<saml:AuthnContextClassRef>${one}</saml:AuthnContextClassRef>`)
      .join('');
    const attribute = comparison === undefined ? '' : ` Comparison="${comparison}"`;
    const saml = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
    const context = `<samlp:RequestedAuthnContext ${saml}${attribute}>${refs}</samlp:RequestedAuthnContext>`;
    return (xml: string) => xml.replace('</saml:Issuer>', `$&${context}`);
  };

  test('for a class of at most the strength of the login gets the class that it asks for', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor } = await aSignedIn(service);
    const classOf = async (change: (xml: string) => string) =>
      (await answerTo(visitor, party, change)).classRef;
    for (const comparison of [undefined, 'exact', 'minimum'])
      for (const name of ['PasswordProtectedTransport', 'Password', 'unspecified'])
        expect(await classOf(asking(comparison, classes + name))).toBe(classes + name);
    expect(await classOf(asking('exact', `${classes}X509`, `${classes}Password`))).toBe(`${classes}Password`);
    expect(await classOf((xml) => xml)).toBe(`${classes}PasswordProtectedTransport`);
  });

  const wishes: readonly [what: string, change: (xml: string) => string, statuses: string[]][] = [
    ['a maximum', asking('maximum', `${classes}Password`), ['Responder', 'NoAuthnContext']],
    ['something better', asking('better', `${classes}Password`), ['Responder', 'NoAuthnContext']],
    ['an unknown class', asking('exact', `${classes}X509`), ['Responder', 'NoAuthnContext']],
    [
      'another binding',
      (xml) => xml.replace('bindings:HTTP-POST', 'bindings:HTTP-Artifact'),
      ['Requester', 'UnsupportedBinding'],
    ],
    [
      'a name at another entity',
      (xml) =>
        xml.replace('</saml:Issuer>', '$&<samlp:NameIDPolicy SPNameQualifier="https://other.example"/>'),
      ['Requester', 'InvalidNameIDPolicy'],
    ],
    [
      'an unknown format',
      (xml) => xml.replace('</saml:Issuer>', '$&<samlp:NameIDPolicy Format="urn:x"/>'),
      ['Requester', 'InvalidNameIDPolicy'],
    ],
    [
      'conditions',
      (xml) =>
        xml.replace(
          '</saml:Issuer>',
          '$&<saml:Conditions xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
        ),
      ['Requester', 'RequestUnsupported'],
    ],
    [
      'another user',
      (xml) =>
        xml.replace(
          '</saml:Issuer>',
          '$&<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:NameID>nobody</saml:NameID></saml:Subject>',
        ),
      ['Responder', 'UnknownPrincipal'],
    ],
  ];
  test.for(wishes)(
    'for %s gets the status of the standard, at the registered address',
    async (wish, { service }) => {
      const [, change, statuses] = wish;
      const party = await aServiceProvider(service.ours);
      const { visitor } = await aSignedIn(service);
      expect(await answerTo(visitor, party, change)).toMatchObject({ to: party.acsUrl, statuses });
    },
  );

  test('that is signed with SHA-1 is believed only if the service provider has opted in', async ({
    service,
  }) => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#';
    const visitor = aPerson(service.origin);
    const statusAt = async (fields: Record<string, unknown>): Promise<unknown[]> => {
      const provider = await aSigningProvider(service.ours, fields);
      const xml = oddlySigned(buildAuthnRequest(requestOf(provider), 'unsigned'), {
        algorithm: `${sha1}rsa-sha1`,
        digest: `${sha1}sha1`,
        privateKey: partner.privateKey,
      });
      const page = await visitor.post(new URL(provider.sso).pathname, {
        SAMLRequest: Buffer.from(xml).toString('base64'),
      });
      return [page.status, page.headers.get('x-error-code')];
    };
    expect(await statusAt({})).toEqual([400, 'SAML_SIGNATURE_INVALID']);
    expect(await statusAt({ allowSha1: true })).toEqual([303, null]);
  });
});
