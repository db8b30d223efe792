import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { newMessageId } from '../../../src/saml-messages/build/parts.ts';
import { payHashes } from '../../../src/platform/heavy-work.ts';
import { buildResponse } from '../../../src/saml-messages/build/response.ts';
import { nameIdFormats } from '../../../src/saml-messages/names.ts';
import { selfSignedCertificate } from '../../../src/saml-messages/self-signed.ts';
import { library } from '../../../src/saml/preview-reading.ts';
import { readBySamlify } from '../../../src/saml/read-by-samlify.ts';
import type { Client } from '../../support/client.ts';
import { aServiceProvider, aVisitor, idpCertificate } from '../../support/saml-sign-on.ts';
import { test } from '../../support/service.ts';

const certificate = await selfSignedCertificate(
  generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'service provider',
  new Date(),
);

async function readingOf(ours: Client, fields: Record<string, unknown>, userId: string) {
  const { id: spId } = await aServiceProvider(ours, fields);
  const { status, body } = await ours.call('previewServiceProvider', { path: { spId }, body: { userId } });
  expect([status, body.refusals]).toEqual([200, []]);
  return body.independentReading;
}

const audiences = ['https://second.example.com'];
const accepted = { library, verdict: 'ACCEPTED', reason: null };
const mappings = [
  { name: 'mail', source: 'email' },
  { name: 'displayName', source: 'firstName' },
  { name: 'groups', source: 'groups' },
];

describe('the reading of a preview', () => {
  test('names the version of samlify that is installed', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(library).toBe(`samlify ${dependencies.samlify}`);
  });

  test('accepts each way in which Keyward signs and encrypts that samlify knows', async ({ service }) => {
    const { ours } = service;
    await idpCertificate(ours);
    const { id } = await aVisitor(service, { firstName: '<Ada> & "Co" \u{1f511} ]]>' });
    for (const signatureAlgorithm of ['rsa-sha256', 'rsa-sha512'])
      for (const [signAssertions, signResponses] of [
        [true, false],
        [false, true],
        [true, true],
      ])
        for (const encryptionAlgorithm of [undefined, 'aes256-gcm', 'aes128-gcm', 'aes256-cbc']) {
          const encryption = encryptionAlgorithm && {
            encryptAssertions: true,
            encryptionCertificate: certificate,
            encryptionAlgorithm,
          };
          const fields = {
            signatureAlgorithm,
            signAssertions,
            signResponses,
            attributeMappings: mappings,
            audiences,
          };
          expect([fields, await readingOf(ours, { ...fields, ...encryption }, id)]).toEqual([
            fields,
            accepted,
          ]);
        }
  });

  test('says which algorithm samlify does not know, and the user may still sign on', async ({ service }) => {
    const { ours } = service;
    await idpCertificate(ours);
    const { id } = await aVisitor(service);
    expect(await readingOf(ours, { signatureAlgorithm: 'rsa-sha384' }, id)).toEqual({
      library,
      verdict: 'REFUSED',
      reason:
        'It does not know the hash algorithm http://www.w3.org/2001/04/xmldsig-more#sha384. Try signatureAlgorithm rsa-sha256.',
    });
  });

  test('does not begin without a key, for a user who is refused, or for a long response', async ({
    service,
  }) => {
    const { ours } = service;
    const { id } = await aVisitor(service, { firstName: '&'.repeat(256) });
    expect(await readingOf(ours, {}, id)).toEqual(accepted);
    const long = Array.from({ length: 50 }, (_, at) => ({
      name: `name${at}`,
      source: 'firstName',
    }));
    expect(await readingOf(ours, { attributeMappings: long }, id)).toMatchObject({
      verdict: 'NOT_READ',
      reason: 'The response is longer than 64 KB.',
    });
    const { id: spId } = await aServiceProvider(ours);
    const preview = { path: { spId }, body: { userId: id } };
    await service.sql('delete from saml_keys where org_id = $1', [ours.orgId]);
    expect((await ours.call('previewServiceProvider', preview)).body.independentReading).toEqual({
      library,
      verdict: 'NOT_READ',
      reason: 'The organization has no SAML key yet. Its first metadata makes one.',
    });
    expect(await service.sql('select from saml_keys where org_id = $1', [ours.orgId])).toEqual([]);
    await ours.call('suspendUser', { path: { userId: id } });
    expect((await ours.call('previewServiceProvider', preview)).body.independentReading).toEqual({
      library,
      verdict: 'NOT_READ',
      reason: 'The user would get no assertion.',
    });
  });

  test('is refused when an organization asks for too many', async ({ service }) => {
    const { ours } = service;
    await idpCertificate(ours);
    const { id: userId } = await aVisitor(service);
    const { id: spId } = await aServiceProvider(ours);
    const path = { spId };
    // The spent share comes back with time.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    while (mayPay(`previews of ${ours.orgId}`));
    const { status, body } = await ours.call('previewServiceProvider', { path, body: { userId } });
    expect([status, body.code]).toEqual([429, 'RATE_LIMITED']);
  });
});

/** Pays a hash. */
function mayPay(payer: string): boolean {
  try {
    payHashes(payer, 1);
    return true;
  } catch {
    return false;
  }
}

describe('samlify', () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const issuer = 'https://idp.example.com/metadata';
  const entityId = 'https://app.example.com/metadata';
  const acsUrl = 'https://app.example.com/acs';
  const written = {
    id: newMessageId(),
    nameId: { value: 'ada', format: nameIdFormats.persistent },
    audiences: [entityId],
    notBefore: new Date(Date.now() - 60_000),
    notOnOrAfter: new Date(Date.now() + 300_000),
    authnInstant: new Date(),
    sessionIndex: newMessageId(),
    authnContextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
    attributes: [{ name: 'mail', nameFormat: 'urn:x', values: ['ada@example.com', 'canary@example.com'] }],
  };
  const parties = { issuer, certificate, entityId, acsUrl, signAssertions: true, signResponses: false };
  const read = async (as: Partial<typeof parties> = {}, expected: Partial<typeof written> = {}) => {
    const own = await selfSignedCertificate(keys, 'idp', new Date());
    const xml = buildResponse(
      { id: newMessageId(), issuer, issueInstant: new Date(), destination: acsUrl, assertion: written },
      {
        key: { privateKey: keys.privateKey, certificate: own, algorithm: 'rsa-sha256' },
        signAssertion: true,
        signResponse: false,
      },
    );
    return readBySamlify(xml, { ...parties, certificate: own, ...as }, { ...written, ...expected });
  };

  test.for([
    ['reads what was written', {}, {}, undefined],
    ['does not verify a foreign key', { certificate }, {}, 'It cannot read the response.'],
    ['knows the issuer', { issuer: 'https://other.example.com' }, {}, 'It cannot read the response.'],
    ['tells another name', {}, { nameId: { ...written.nameId, value: 'eve' } }, /another NameID/],
    ['tells other audiences', {}, { audiences: [entityId, 'b'] }, /other audiences/],
    ['tells another endpoint', { acsUrl: 'https://app.example.com/other' }, {}, /another Destination/],
    [
      'tells other values',
      {},
      { attributes: [{ ...written.attributes[0], values: ['ada@example.com'] }] },
      /other values of the attribute mail/,
    ],
  ] as const)('%s', async ([, as, expected, reason]) => {
    const said = await read(as, expected as Partial<typeof written>);
    if (reason instanceof RegExp) expect(said).toMatch(reason);
    else expect(said).toBe(reason);
    expect(said ?? '').not.toContain('canary');
  });
});
