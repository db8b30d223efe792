import { describe, expect, test } from 'vitest';
import {
  buildIdentityProviderMetadata,
  buildServiceProviderMetadata,
} from '../../../src/saml-messages/build/metadata.ts';
import { bindings, nameIdFormats, namespaces } from '../../../src/saml-messages/names.ts';
import { readIdentityProviderMetadata } from '../../../src/saml-messages/metadata/identity-provider.ts';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import {
  acs,
  idp,
  partner,
  replaced,
  ruleBrokenBy,
  signatureIn,
  slo,
  sp,
  sso,
  stranger,
} from '../../support/saml-messages.ts';

const base64Of = (pem: string): string => pem.replace(/-----[A-Z ]+-----|\s/g, '');
const key = (attributes: string, pem: string): string =>
  `<md:KeyDescriptor ${attributes}><ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data><ds:X509Certificate>\n` +
  `  ${base64Of(pem).replace(/.{76}/g, '$&\n')}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const consumer = (attributes: string, location = acs): string =>
  `<md:AssertionConsumerService Binding="${bindings.post}" Location="${location}" ${attributes}/>`;

/** Metadata of a service provider, with these elements and attributes in its role. */
const provider = (elements = consumer('index="0"'), attributes = '', around = ''): string =>
  `<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${sp}" ${around}>` +
  `<md:SPSSODescriptor protocolSupportEnumeration="urn:x ${namespaces.protocol}" ${attributes}>${elements}` +
  '</md:SPSSODescriptor></md:EntityDescriptor>';
const consumersOf = (elements: string) =>
  readServiceProviderMetadata(provider(elements)).assertionConsumerServices.map(
    ({ index, isDefault }) => [index, isDefault] as const,
  );

const description = {
  entityId: idp,
  cacheDuration: 86_400,
  nameIdFormats: [nameIdFormats.persistent, nameIdFormats.emailAddress],
  signingCertificates: [partner.certificate, stranger.certificate],
  singleSignOnServices: [
    { binding: bindings.redirect, location: sso },
    { binding: bindings.post, location: sso },
  ],
  singleLogoutServices: [{ binding: bindings.redirect, location: slo, responseLocation: `${slo}/done` }],
  wantAuthnRequestsSigned: false,
  organization: {
    name: 'Müller & <Söhne>',
    url: 'https://acme.example',
    logo: { url: 'https://acme.example/l.png', width: 80, height: 60 },
  },
};
const published = buildIdentityProviderMetadata(description, partner);
const serviceProvider = {
  entityId: sp,
  cacheDuration: 3600,
  nameIdFormats: [nameIdFormats.persistent],
  singleLogoutServices: [],
  signingCertificates: [partner.certificate],
  encryptionCertificates: [stranger.certificate],
  encryptionMethods: [],
  authnRequestsSigned: true,
  assertionConsumerServiceUrl: acs,
  wantAssertionsSigned: true,
};

describe('metadata of a service provider', () => {
  test('is read with certificates, endpoints and wishes', () => {
    const xml = provider(
      key('use="signing"', partner.certificate) +
        key('', stranger.certificate) +
        `<md:SingleLogoutService Binding="${bindings.soap}" Location="https://sp.example/soap"/>` +
        `<md:SingleLogoutService Binding="${bindings.redirect}" Location="https://sp.example/slo" ResponseLocation="https://sp.example/done"/>` +
        `<md:NameIDFormat> ${nameIdFormats.persistent} </md:NameIDFormat>` +
        consumer('index="2"') +
        consumer('index="5" isDefault="true"', 'https://sp.example/acs2'),
      'AuthnRequestsSigned="true" WantAssertionsSigned="1" validUntil="2027-01-01T00:00:00Z" cacheDuration="P1DT2H"',
      'validUntil="2028-01-01T00:00:00Z"',
    );
    const read = readServiceProviderMetadata(`\ufeff<?xml version="1.0"?><!-- ours -->${xml}`);
    expect(read).toMatchObject({
      entityId: sp,
      authnRequestsSigned: true,
      wantAssertionsSigned: true,
      validUntil: new Date('2027-01-01T00:00:00Z'),
      cacheDuration: 93_600,
      nameIdFormats: [nameIdFormats.persistent],
      isVerified: false,
      singleLogoutServices: [
        { binding: bindings.soap, location: 'https://sp.example/soap' },
        {
          binding: bindings.redirect,
          location: 'https://sp.example/slo',
          responseLocation: 'https://sp.example/done',
        },
      ],
      assertionConsumerServices: [
        { index: 2, isDefault: false, location: acs, binding: bindings.post },
        { index: 5, isDefault: true, location: 'https://sp.example/acs2' },
      ],
    });
    const fingerprints = (list: typeof read.signingCertificates) => list.map((one) => one.fingerprint);
    expect(fingerprints(read.signingCertificates)).toEqual([
      partner.trusted.fingerprint,
      stranger.trusted.fingerprint,
    ]);
    expect(fingerprints(read.encryptionCertificates)).toEqual([stranger.trusted.fingerprint]);
    expect(read.signingCertificates[0]?.notAfter).toEqual(new Date('2036-11-23T12:00:00Z'));
    expect(read.signingCertificates[0]?.pem).toBe(partner.trusted.pem);
  });
  test('with a key but without a wish does not ask for signatures', () =>
    expect(
      readServiceProviderMetadata(provider(key('', partner.certificate) + consumer(''))).authnRequestsSigned,
    ).toBe(false));
  test('is read as bytes, with a comment inside of a value', () =>
    expect(
      readServiceProviderMetadata(
        Buffer.from(provider(`<md:NameIDFormat>urn:<!-- x -->a</md:NameIDFormat>${consumer('')}`)),
      ).nameIdFormats,
    ).toEqual(['urn:a']));
  test('has exactly one default endpoint', () => {
    expect(consumersOf(consumer('index="0"') + consumer('index="1"'))).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(consumersOf(consumer('index="0" isDefault="false"') + consumer('index="1"'))).toEqual([
      [0, false],
      [1, true],
    ]);
    expect(
      consumersOf(consumer('index="0" isDefault="true"') + consumer('index="1" isDefault="true"')),
    ).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(consumersOf(consumer('index="0" isDefault="false"'))).toEqual([[0, true]]);
  });
  test('has indexes of its own where they are missing or repeated', () =>
    expect(
      consumersOf(consumer('') + consumer('index="0"') + consumer('index="1"')).map(([index]) => index),
    ).toEqual([0, 1, 2]));
  test('is selected by its entity ID among several', () => {
    const several = `<md:EntitiesDescriptor xmlns:md="${namespaces.metadata}" validUntil="2026-12-01T00:00:00Z">${published}<md:EntitiesDescriptor>${provider()}</md:EntitiesDescriptor></md:EntitiesDescriptor>`;
    const read = readServiceProviderMetadata(several, { entityId: sp });
    expect(read.entityId).toBe(sp);
    expect(read.validUntil).toEqual(new Date('2026-12-01T00:00:00Z'));
  });

  const group = (...entities: string[]): string =>
    `<md:EntitiesDescriptor xmlns:md="${namespaces.metadata}">${entities.join('')}</md:EntitiesDescriptor>`;
  const another = replaced(provider(), `entityID="${sp}"`, 'entityID=" https://other.example/sp "');
  test('is read by its role alone, if no other entity of a group has the role', () => {
    expect(readServiceProviderMetadata(group(published, provider())).entityId).toBe(sp);
    expect(readIdentityProviderMetadata(group(provider(), published, another)).entityId).toBe(idp);
  });
  test('is selected among several of the role, with white space around its entity ID', async () => {
    const all = group(provider(), group(published, another));
    const chosen = readServiceProviderMetadata(all, { entityId: 'https://other.example/sp' });
    expect(chosen.entityId).toBe('https://other.example/sp');
    expect(() => readServiceProviderMetadata(all)).toThrow(
      `The metadata describes several entities of the expected role. Select one by its entity ID. Found: ${sp} https://other.example/sp`,
    );
    const ruleOf = (entityId: string) => ruleBrokenBy(() => readServiceProviderMetadata(all, { entityId }));
    expect(await ruleOf('https://third.example/sp')).toBe('no-entity');
    expect(await ruleOf(idp)).toBe('no-role');
  });

  const two = `<md:EntitiesDescriptor xmlns:md="${namespaces.metadata}">${provider()}${provider()}</md:EntitiesDescriptor>`;
  const cases: readonly [what: string, xml: string, rule: string][] = [
    ['with a document type', `<!DOCTYPE x>${provider()}`, 'doctype'],
    [
      'with an external entity',
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${provider('&e;')}`,
      'doctype',
    ],
    ['of more than 512 KB', provider(`${' '.repeat(512 * 1024)}${consumer('')}`), 'too-large'],
    ['of several entities', two, 'several-entities'],
    ['of an identity provider', published, 'no-role'],
    [
      'of SAML 1.1 only',
      replaced(provider(), namespaces.protocol, 'urn:oasis:names:tc:SAML:1.1:protocol'),
      'no-role',
    ],
    ['that is HTML', '<html><body/></html>', 'root'],
    ['that is JSON', '{}', 'not-well-formed'],
    ['without an entity ID', replaced(provider(), `entityID="${sp}"`, ''), 'attribute'],
    [
      'with an entity ID of 1,025 characters',
      replaced(provider(), sp, `https://${'x'.repeat(1017)}`),
      'attribute',
    ],
    ['without an endpoint', provider(' '), 'element'],
    [
      'with an endpoint without a binding',
      provider(`<md:AssertionConsumerService Location="${acs}"/>`),
      'attribute',
    ],
    ['with an endpoint of script', provider(consumer('', 'javascript:alert(1)')), 'url'],
    ['with an endpoint of data', provider(consumer('', 'data:text/html,x')), 'url'],
    ['with an endpoint that is relative', provider(consumer('', '/acs')), 'url'],
    ['with an endpoint with a password', provider(consumer('', 'https://a:b@sp.example/')), 'url'],
    ['with an endpoint with a fragment', provider(consumer('', 'https://sp.example/#x')), 'url'],
    [
      'with an endpoint with a backslash',
      provider(consumer('', 'https://sp.example\\@evil.example/')),
      'url',
    ],
    ['with an endpoint with a line break', provider(consumer('', 'https://sp.example/&#10;x')), 'url'],
    ['with a certificate that is none', provider(key('', 'AAAA') + consumer('')), 'certificate'],
    ['with an empty certificate', provider(key('', '') + consumer('')), 'text'],
    [
      'with eleven certificates',
      provider(key('', partner.certificate).repeat(11) + consumer('')),
      'too-many',
    ],
    ['with a time that is none', provider(undefined, 'validUntil="soon"'), 'time'],
    ['with a duration that is none', provider(undefined, 'cacheDuration="1h"'), 'duration'],
    ['with an empty duration', provider(undefined, 'cacheDuration="P"'), 'duration'],
    ['with a negative duration', provider(undefined, 'cacheDuration="-P1D"'), 'duration'],
    [
      'with a wish that is neither true nor false',
      provider(undefined, 'AuthnRequestsSigned="TRUE"'),
      'attribute',
    ],
  ];
  test.each(cases)('%s is rejected', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => readServiceProviderMetadata(xml))).toBe(rule);
  });
});

describe('metadata that we publish', () => {
  const read = (xml: string, pinned = partner.certificate) =>
    readIdentityProviderMetadata(xml, { pinnedCertificates: [pinned] });

  test('is read again as it was described', () =>
    expect(read(published)).toMatchObject({
      entityId: idp,
      cacheDuration: 86_400,
      isVerified: true,
      displayName: 'Müller & <Söhne>',
      organizationName: 'Müller & <Söhne>',
      wantAuthnRequestsSigned: false,
      nameIdFormats: description.nameIdFormats,
      singleSignOnServices: description.singleSignOnServices,
      singleLogoutServices: description.singleLogoutServices,
      signingCertificates: [
        { fingerprint: partner.trusted.fingerprint },
        { fingerprint: stranger.trusted.fingerprint },
      ],
    }));
  test('as a service provider is read again as it was described', () => {
    const xml = buildServiceProviderMetadata(serviceProvider, partner);
    expect(readServiceProviderMetadata(xml, { pinnedCertificates: [partner.certificate] })).toMatchObject({
      isVerified: true,
      authnRequestsSigned: true,
      wantAssertionsSigned: true,
      encryptionCertificates: [{ fingerprint: stranger.trusted.fingerprint }],
    });
  });

  const entry = (element: string, algorithm: string): string => `<alg:${element} Algorithm="${algorithm}"/>`;
  const announced =
    '<md:Extensions>' +
    '<alg:DigestMethod xmlns:alg="urn:oasis:names:tc:SAML:metadata:algsupport" Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>';
  test.each([
    ['an identity provider', published],
    ['a service provider', buildServiceProviderMetadata(serviceProvider, partner)],
  ])(
    'announces the digests and signatures that are verified, and neither SHA-1 nor keys of curves (%s)',
    (_what, xml) => {
      // Some products sign with SHA-1 unless metadata says what is accepted.
      const declared = xml.replaceAll(' xmlns:alg="urn:oasis:names:tc:SAML:metadata:algsupport"', '');
      expect(xml).toContain(announced);
      const extensions = /<md:Extensions>(<alg:.*?)<\/md:Extensions>/.exec(declared)?.[1];
      expect(extensions).toBe(
        [
          entry('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha256'),
          entry('DigestMethod', 'http://www.w3.org/2001/04/xmldsig-more#sha384'),
          entry('DigestMethod', 'http://www.w3.org/2001/04/xmlenc#sha512'),
          ...['256', '384', '512'].map((bits) =>
            entry('SigningMethod', `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`),
          ),
          ...['256', '384', '512'].map((bits) =>
            entry('SigningMethod', `http://www.w3.org/2007/05/xmldsig-more#sha${bits}-rsa-MGF1`),
          ),
        ].join(''),
      );
      // The schema puts extensions of the entity after its signature and before its role.
      expect(xml).toMatch(/<\/ds:Signature><md:Extensions><alg:.*<\/md:Extensions><md:(IDP|SP)SSODescriptor/);
    },
  );

  const other = provider();
  const cases: readonly [what: string, xml: string, rule: string][] = [
    [
      'with another address',
      replaced(published, `Location="${sso}"`, 'Location="https://evil.example/"'),
      'signature-untrusted',
    ],
    ['without its signature', replaced(published, signatureIn(published), ''), 'signature-missing'],
    [
      'with its signature at the end',
      replaced(
        replaced(published, signatureIn(published), ''),
        '</md:EntityDescriptor>',
        `${signatureIn(published)}</md:EntityDescriptor>`,
      ),
      'signature-place',
    ],
    [
      'inside of an unsigned group',
      `<md:EntitiesDescriptor xmlns:md="${namespaces.metadata}">${published}</md:EntitiesDescriptor>`,
      'signature-missing',
    ],
    [
      'inside of an unsigned group with another entity',
      `<md:EntitiesDescriptor xmlns:md="${namespaces.metadata}">${other}${published}</md:EntitiesDescriptor>`,
      'signature-missing',
    ],
    [
      'inside of another one that has the signature',
      replaced(
        other,
        '<md:SPSSODescriptor',
        `${signatureIn(published)}${published.replace(signatureIn(published), '')}<md:SPSSODescriptor`,
      ),
      'attribute',
    ],
  ];
  test.each(cases)('%s is rejected where a key is pinned', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => read(xml))).toBe(rule);
  });
  test('by another key is rejected where a key is pinned', async () =>
    expect(await ruleBrokenBy(() => read(published, stranger.certificate))).toBe('signature-untrusted'));
});
