// samlify as the identity provider of a connection. It knows Keyward by its metadata only, and Keyward knows it by its own.
import { randomUUID } from 'node:crypto';
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import { expect } from 'vitest';
import { newMessageId } from '../../src/saml-messages/build/parts.ts';
import { nameIdFormats } from '../../src/saml-messages/names.ts';
import type { Seen } from './person.ts';
import { type Party, partner } from './saml-messages.ts';
import type { SamlConnected } from './saml-upstream.ts';
import type { TestService } from './service.ts';
import { aDomain, verifiedDomain } from './stored-connections.ts';

// The schemas are tried in test/saml-messages/unit/schemas.test.ts.
setSchemaValidator({ validate: () => Promise.resolve('not tried here') });

const attribute = (name: string) => ({
  name,
  nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
  valueXsiType: 'xs:string',
  valueTag: name,
});

/** The statement that samlify leaves to its users. */
const authnStatement =
  '<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="{AssertionID}"><saml:AuthnContext>' +
  '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>' +
  '</saml:AuthnContext></saml:AuthnStatement>';

const loginResponseTemplate = {
  context: SamlLib.defaultLoginResponseTemplate.context
    .replace('{AuthnStatement}', authnStatement)
    // samlify has one issuer, one time and one request for the response and its assertion.
    .replace('<saml:Issuer>{Issuer}', '<saml:Issuer>{ResponseIssuer}')
    .replace('InResponseTo="{InResponseTo}"><saml:Issuer>', 'InResponseTo="{ResponseTo}"><saml:Issuer>'),
  attributes: [attribute('email'), attribute('givenName')],
};

/** How samlify signs and encrypts, and what its response says. */
export interface Signing {
  /** The values of the response, by the tags of samlify. */
  tags?: Record<string, string>;
  key?: Party;
  signatureAlgorithm?: string;
  /** The elements that are signed. */
  signs?: 'assertion' | 'response' | 'both';
  encrypted?: { data: string; key: string; isSignedAfterwards?: boolean };
}

export interface SamlifyConnected extends SamlConnected {
  /** Reads a request of Keyward, whose signature samlify verifies. @returns its ID and the RelayState */
  asked: (led: Seen) => Promise<{ id: string; relayState: string }>;
  /** Writes a response. */
  respond: (requestId: string, how?: Signing) => Promise<string>;
}

/** Connects samlify by metadata, with a proved domain. */
export async function samlifyConnected(
  service: TestService,
  fields: Record<string, unknown> = {},
): Promise<SamlifyConnected> {
  const idpEntityId = `https://${randomUUID()}.example.com/metadata`;
  const settings = (key: Party) => ({
    entityID: idpEntityId,
    privateKey: key.privatePem,
    signingCert: key.certificate,
    wantAuthnRequestsSigned: true,
    nameIDFormat: [nameIdFormats.persistent],
    singleSignOnService: [
      {
        isDefault: true,
        Binding: Constants.namespace.binding.redirect,
        Location: idpEntityId.replace('metadata', 'sso'),
      },
    ],
    loginResponseTemplate,
  });
  const idp = IdentityProvider(settings(partner));
  const made = await service.ours.call('createSamlConnection', {
    body: { name: 'Acme', metadataXml: idp.getMetadata(), trustEmail: true, ...fields },
  });
  expect([made.status, made.body]).toMatchObject([201, { idpEntityId }]);
  const { id, spEntityId, acsUrl } = made.body;
  const domain = aDomain();
  await verifiedDomain(service, id, domain);
  const published = await fetch(`${service.origin}${new URL(spEntityId).pathname}`);
  const metadata = await published.text();

  return {
    id,
    domain,
    idpEntityId,
    spEntityId,
    acsUrl,
    sloUrl: acsUrl.replace(/acs$/, 'slo'),

    async asked(led) {
      const query = led.location.slice(led.location.indexOf('?') + 1);
      const octetString = query.slice(0, query.indexOf('&Signature='));
      const parameters = Object.fromEntries(new URLSearchParams(query));
      const sp = ServiceProvider({ metadata });
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: parameters, octetString });
      const request = extract.request as { id: string };
      return { id: request.id, relayState: parameters['RelayState'] ?? '' };
    },

    async respond(
      requestId,
      { tags = {}, key = partner, signatureAlgorithm, signs = 'assertion', encrypted } = {},
    ) {
      const signer = IdentityProvider({
        ...settings(key),
        ...(signatureAlgorithm === undefined ? {} : { requestSignatureAlgorithm: signatureAlgorithm }),
        ...(encrypted && {
          isAssertionEncrypted: true,
          dataEncryptionAlgorithm: encrypted.data,
          keyEncryptionAlgorithm: encrypted.key,
        }),
      });
      const sp = ServiceProvider({
        metadata: signs === 'response' ? metadata.replace('WantAssertionsSigned="true"', '') : metadata,
        wantMessageSigned: signs !== 'assertion',
      });
      const now = Date.now();
      const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
      const user = randomUUID();
      const all = {
        ID: newMessageId(),
        AssertionID: newMessageId(),
        Destination: acsUrl,
        SubjectRecipient: acsUrl,
        Audience: spEntityId,
        Issuer: idpEntityId,
        ResponseIssuer: idpEntityId,
        IssueInstant: at(0),
        StatusCode: Constants.StatusCode.Success,
        ConditionsNotBefore: at(-30),
        ConditionsNotOnOrAfter: at(300),
        SubjectConfirmationDataNotOnOrAfter: at(300),
        NameIDFormat: nameIdFormats.persistent,
        NameID: user,
        InResponseTo: requestId,
        ResponseTo: requestId,
        attrEmail: `${user}@${domain}`,
        attrGivenName: 'Ada',
        ...tags,
      };
      const customTagReplacement = (template: string) => ({
        id: all.ID,
        context: SamlLib.replaceTagsByValue(template, all),
      });
      const info = { extract: { request: { id: requestId } } };
      const encryptThenSign = encrypted?.isSignedAfterwards === true;
      const { context } = await signer.createLoginResponse(
        sp,
        info,
        'post',
        {},
        { customTagReplacement, encryptThenSign },
      );
      return Buffer.from(context, 'base64').toString();
    },
  };
}

/** Signs an element of a response as samlify signs an assertion. @param xpath names what is signed, and gets an ID */
export const signedElsewhere = (xml: string, { xpath, after }: { xpath: string; after: string }): string =>
  SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: xpath,
    privateKey: partner.privatePem,
    signatureAlgorithm: Constants.algorithms.signature.RSA_SHA256,
    signingCert: partner.certificate.replace(/-----[^-]+-----|\s/g, ''),
    isBase64Output: false,
    transformationAlgorithms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    signatureConfig: { prefix: 'ds', location: { reference: after, action: 'after' } },
  });
