import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { XmlBufferInputProvider, XmlDocument, xmlRegisterInputProvider, XsdValidator } from 'libxml2-wasm';
import { describe, expect, test } from 'vitest';
import { soapEnvelope } from '../../../src/saml-messages/build/bindings.ts';
import { buildAuthnRequest } from '../../../src/saml-messages/build/authn-request.ts';
import { buildLogoutRequest, buildLogoutResponse } from '../../../src/saml-messages/build/logout.ts';
import {
  buildIdentityProviderMetadata,
  buildServiceProviderMetadata,
} from '../../../src/saml-messages/build/metadata.ts';
import { success } from '../../../src/saml-messages/build/parts.ts';
import { buildErrorResponse } from '../../../src/saml-messages/build/response.ts';
import { bindings, nameIdFormats, statusCodes } from '../../../src/saml-messages/names.ts';
import { acceptedEncryption } from '../../../src/saml-messages/verify/decrypt.ts';
import { idpMetadata } from '../../../src/saml/idp-metadata.ts';
import { lacks } from '../../support/programs.ts';
import {
  acs,
  authnRequestContent,
  goodAuthnRequest,
  goodLogoutRequest,
  goodResponse,
  idp,
  inSeconds,
  now,
  partner,
  responseContent,
  slo,
  sp,
  sso,
  stranger,
} from '../../support/saml-messages.ts';

// The schemas of OASIS and W3C judge every kind of message that we send. A package brings those of messages. Debian's
// packages opensaml-schemas and xmltooling-schemas bring those of metadata too.

const ofPackage = 'node_modules/@authenio/samlify-xmllint-wasm/schemas';
const ofDebian = ['/usr/share/xml/opensaml', '/usr/share/xml/xmltooling'];
const withoutDebian = lacks(
  ofDebian.every((folder) => existsSync(folder)) ? ofDebian.join() : undefined,
  'messages in SOAP, and metadata, are validated with schemas (Debian: apt-get install opensaml-schemas xmltooling-schemas)',
);

/** Makes a validator from the files of these folders. libxml2 asks for each by its path. */
function validator(name: string, folders: readonly string[], main: string): (xml: string) => void {
  const files = folders.flatMap((folder) =>
    readdirSync(folder).map((file): [string, Buffer] => [
      `${name}/${file}`,
      Buffer.from(offline(readFileSync(`${folder}/${file}`, 'utf8'))),
    ]),
  );
  xmlRegisterInputProvider(new XmlBufferInputProvider(Object.fromEntries(files)));
  const schema = XmlDocument.fromBuffer(Buffer.from(main), { url: `${name}/main.xsd` });
  const judge = XsdValidator.fromDoc(schema);
  return (xml) => {
    const document = XmlDocument.fromString(xml);
    try {
      judge.validate(document);
    } finally {
      document.dispose();
    }
  };
}

/** Some schemas import others by URL. All of them are here. */
const offline = (xsd: string): string =>
  xsd.replace(/schemaLocation="https?:[^"]*\/([^"/]+)"/g, 'schemaLocation="$1"');

const imports = (files: Readonly<Record<string, string>>): string =>
  `<schema xmlns="http://www.w3.org/2001/XMLSchema">${Object.entries(files)
    .map(([namespace, file]) => `<import namespace="${namespace}" schemaLocation="${file}"/>`)
    .join('')}</schema>`;

const sender = { id: '_id', issuer: idp, issueInstant: now, destination: acs };
const logout = {
  ...sender,
  nameId: { value: 'u1', format: nameIdFormats.persistent, nameQualifier: idp, spNameQualifier: sp },
  sessionIndexes: ['_1', '_2'],
  notOnOrAfter: inSeconds(60),
  reason: 'urn:oasis:names:tc:SAML:2.0:logout:admin',
};
const { inResponseTo: _, ...unasked } = responseContent;
const rich = {
  ...responseContent.assertion,
  nameId: logout.nameId,
  audiences: [sp, 'urn:example:other'],
  attributes: ['basic', 'uri', 'unspecified'].map((format) => ({
    name: `urn:x:${format}`,
    nameFormat: `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`,
    values: ['', 'Ada & <b>', ' '],
  })),
};
const encryption = { certificate: stranger.certificate, algorithm: 'aes256-gcm' } as const;
const status = { code: statusCodes.responder, subcode: statusCodes.noAuthnContext, message: 'No' };

type Emitted = [what: string, xml: () => string | Promise<string>];

const messages: readonly Emitted[] = [
  ['a response with a signed assertion', () => goodResponse()],
  ['a response that is signed', () => goodResponse({ signAssertion: false, signResponse: true })],
  ['a response with both signatures', () => goodResponse({ signResponse: true })],
  [
    'a response with both signatures that no request asked for',
    () => goodResponse({ signResponse: true }, unasked),
  ],
  ...(['aes256-gcm', 'aes128-gcm', 'aes256-cbc'] as const).map(
    (algorithm): Emitted => [
      `a response with an assertion that is encrypted with ${algorithm}`,
      () => goodResponse({ signResponse: true, encryption: { ...encryption, algorithm } }),
    ],
  ),
  ['a response with all kinds of values', () => goodResponse({}, { ...responseContent, assertion: rich })],
  [
    'a response with an error',
    () => buildErrorResponse({ ...sender, inResponseTo: '_request', status }, partner),
  ],
  ...Object.entries(statusCodes).map(
    ([name, subcode]): Emitted => [
      `a response with the status ${name}`,
      () => buildErrorResponse({ ...sender, status: { code: statusCodes.requester, subcode } }, partner),
    ],
  ),
  ['a LogoutRequest', goodLogoutRequest],
  ['a LogoutRequest with every field', () => buildLogoutRequest(logout, 'by-query')],
  ['a LogoutRequest that is signed', () => buildLogoutRequest(logout, partner)],
  [
    'a LogoutResponse of a logout that did not reach every application',
    () =>
      buildLogoutResponse(
        { ...sender, inResponseTo: '_x', status: { ...success, subcode: statusCodes.partialLogout } },
        'by-query',
      ),
  ],
  ...([statusCodes.partialLogout, statusCodes.requestDenied] as const).map(
    (subcode): Emitted => [
      `a signed LogoutResponse with ${subcode.split(':').at(-1)}`,
      () => buildLogoutResponse({ ...sender, inResponseTo: '_x', status: { ...success, subcode } }, partner),
    ],
  ),
  [
    'a LogoutResponse',
    () => buildLogoutResponse({ ...sender, inResponseTo: '_x', status: success }, partner),
  ],
  ['an AuthnRequest', goodAuthnRequest],
  [
    'an AuthnRequest with every field',
    () =>
      buildAuthnRequest(
        { ...authnRequestContent, forceAuthn: true, authnContextClasses: ['urn:a', 'urn:b'] },
        'unsigned',
      ),
  ],
];

describe('the schema of messages', () => {
  const judge = validator(
    'package',
    [ofPackage],
    imports({ 'urn:oasis:names:tc:SAML:2.0:protocol': 'saml-schema-protocol-2.0.xsd' }),
  );
  test.each(messages)('allows %s', async (_what, xml) => {
    const text = await xml();
    expect(() => judge(text)).not.toThrow();
  });
  test('rejects a message with an unknown element', async () => {
    const xml = (await goodResponse()).replace('<saml:Conditions', '<saml:Bogus/><saml:Conditions');
    expect(() => judge(xml)).toThrow('Bogus');
  });
});

describe.skipIf(withoutDebian)('the schema of SOAP', () => {
  const judge = withoutDebian
    ? () => undefined
    : validator(
        'soap',
        ofDebian,
        imports({
          'http://schemas.xmlsoap.org/soap/envelope/': 'soap-envelope.xsd',
          'urn:oasis:names:tc:SAML:2.0:protocol': 'saml-schema-protocol-2.0.xsd',
        }),
      );
  test('allows a LogoutRequest in an envelope', () => {
    expect(() => judge(soapEnvelope(buildLogoutRequest(logout, partner)))).not.toThrow();
  });
  test.each([
    [
      'an unknown element in the message',
      (xml: string) => xml.replace('<saml:NameID', '<saml:Bogus/><saml:NameID'),
    ],
    [
      'an unknown element in the envelope',
      (xml: string) => xml.replace('<soap:Body>', '<soap:Bogus/><soap:Body>'),
    ],
  ])('rejects %s', (_what, changed) => {
    const xml = changed(soapEnvelope(buildLogoutRequest(logout, partner)));
    expect(() => judge(xml)).toThrow('Bogus');
  });
});

describe.skipIf(withoutDebian)('the schema of metadata', () => {
  const judge = withoutDebian
    ? () => undefined
    : validator(
        'debian',
        ofDebian,
        imports({
          'urn:oasis:names:tc:SAML:2.0:metadata': 'saml-schema-metadata-2.0.xsd',
          'urn:oasis:names:tc:SAML:metadata:ui': 'sstc-saml-metadata-ui-v1.0.xsd',
          'urn:oasis:names:tc:SAML:metadata:algsupport': 'sstc-saml-metadata-algsupport-v1.0.xsd',
        }),
      );
  const entity = {
    cacheDuration: 86_400,
    nameIdFormats: [nameIdFormats.persistent, nameIdFormats.transient],
    singleLogoutServices: [
      { binding: bindings.redirect, location: slo, responseLocation: `${slo}/done` },
      { binding: bindings.soap, location: slo },
    ],
    signingCertificates: [partner.certificate, stranger.certificate],
    organization: {
      name: 'ACME',
      url: 'https://acme.example',
      logo: { url: 'https://acme.example/l', width: 8, height: 6 },
    },
  };
  const identityProvider = {
    ...entity,
    entityId: idp,
    singleSignOnServices: [{ binding: bindings.post, location: sso }],
    wantAuthnRequestsSigned: true,
  };
  test.each([
    ['one certificate', [partner.certificate]],
    ['two certificates', [partner.certificate, stranger.certificate]],
  ])('allows metadata of an identity provider with %s', (_what, signingCertificates) => {
    const about = { ...identityProvider, signingCertificates };
    expect(() => judge(buildIdentityProviderMetadata(about, partner))).not.toThrow();
  });
  test.each([null, 'https://static.example.com/logo.png?a=1&b=2', 'data:image/png;base64,iVBORw0KGgo='])(
    'allows metadata as a tenant publishes it, with the logo %s',
    (logoUri) => {
      const about = { baseUrl: 'https://id.example', orgId: 'org_1', name: 'A & B <ö>', logoUri };
      const certificates = [partner.certificate, stranger.certificate];
      expect(() => judge(idpMetadata(about, certificates, { id: 'key_1', ...partner }))).not.toThrow();
    },
  );
  test('allows metadata of a service provider', () => {
    const about = {
      ...entity,
      entityId: sp,
      encryptionCertificates: [stranger.certificate],
      encryptionMethods: acceptedEncryption,
      authnRequestsSigned: true,
      assertionConsumerServiceUrl: acs,
      wantAssertionsSigned: true,
    };
    expect(() => judge(buildServiceProviderMetadata(about, partner))).not.toThrow();
  });
  test('rejects metadata whose elements are in another order', () => {
    const xml = buildIdentityProviderMetadata(identityProvider, partner);
    const service = /<md:SingleSignOnService[^>]*>/.exec(xml)?.[0] ?? '';
    const moved = xml.replace(service, '').replace('<md:KeyDescriptor', `${service}<md:KeyDescriptor`);
    expect(() => judge(moved)).toThrow('SingleSignOnService');
  });
});
