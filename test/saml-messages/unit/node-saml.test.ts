import { SAML } from '@node-saml/node-saml';
import { describe, expect, test } from 'vitest';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { buildLogoutRequest, buildLogoutResponse } from '../../../src/saml-messages/build/logout.ts';
import { newMessageId, success } from '../../../src/saml-messages/build/parts.ts';
import { buildErrorResponse, type Protection } from '../../../src/saml-messages/build/response.ts';
import {
  checkAuthnRequest,
  checkLogoutRequest,
  checkLogoutResponse,
} from '../../../src/saml-messages/checks.ts';
import { bindings, nameIdFormats, statusCodes } from '../../../src/saml-messages/names.ts';
import { readServiceProviderMetadata } from '../../../src/saml-messages/metadata/service-provider.ts';
import { type AuthnRequest, readAuthnRequest } from '../../../src/saml-messages/read/authn-request.ts';
import { readLogoutRequest, readLogoutResponse } from '../../../src/saml-messages/read/logout.ts';
import { receivePost } from '../../../src/saml-messages/receive/post.ts';
import { receiveRedirect } from '../../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import {
  acs,
  goodResponse,
  idp,
  partner,
  party,
  responseContent,
  slo,
  sp,
  sso,
} from '../../support/saml-messages.ts';

// A service provider that other people wrote. It reads what we build, and we read what it builds.

const theirs = await party('service provider');
const newProvider = (options: Partial<ConstructorParameters<typeof SAML>[0]> = {}) =>
  new SAML({
    callbackUrl: acs,
    entryPoint: sso,
    logoutUrl: slo,
    issuer: sp,
    audience: sp,
    idpCert: partner.certificate,
    idpIssuer: idp,
    privateKey: theirs.privatePem,
    publicCert: theirs.certificate,
    decryptionPvk: theirs.privatePem,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: 'always',
    ...options,
  });

const trust = { certificates: [theirs.trusted], requireSignature: true };
const expected = (receivedAt: string) => ({
  now: new Date(),
  issuer: sp,
  receivedAt: [receivedAt],
  skewSeconds: 60,
  maxAgeSeconds: 300,
});
const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1);
const parsed = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

async function ask(provider: SAML): Promise<AuthnRequest> {
  const received = receiveRedirect(queryOf(await provider.getAuthorizeUrlAsync('state', undefined, {})));
  expect(received.relayState).toBe('state');
  const request = readAuthnRequest(accept(received, 'AuthnRequest', trust));
  checkAuthnRequest(request, expected(sso));
  return request;
}

function contentFor(request: AuthnRequest): typeof responseContent {
  const [issueInstant, notOnOrAfter] = [new Date(), new Date(Date.now() + 300_000)];
  return {
    ...responseContent,
    id: newMessageId(),
    issueInstant,
    inResponseTo: request.id,
    assertion: {
      ...responseContent.assertion,
      id: newMessageId(),
      notBefore: new Date(Date.now() - 60_000),
      notOnOrAfter,
      authnInstant: issueInstant,
      sessionNotOnOrAfter: notOnOrAfter,
      attributes: [
        {
          name: 'mail',
          nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
          values: ['a"<b>&ü@example.com'],
        },
        { name: 'groups', values: ['users', 'guests'] },
      ],
    },
  };
}

const answer = (xml: string) => ({ SAMLResponse: Buffer.from(xml).toString('base64') });

describe('node-saml', () => {
  const encryption = { certificate: theirs.certificate, algorithm: 'aes256-gcm' } as const;
  test.each<[string, Partial<Protection>, boolean, boolean]>([
    ['a signed assertion', {}, true, false],
    ['a signed response', { signAssertion: false, signResponse: true }, false, true],
    ['both signed', { signResponse: true }, true, true],
    ['an encrypted assertion', { encryption }, true, false],
    [
      'an encrypted assertion with AES-128',
      { encryption: { ...encryption, algorithm: 'aes128-gcm' } },
      true,
      false,
    ],
    [
      'an encrypted assertion in CBC mode',
      { encryption: { ...encryption, algorithm: 'aes256-cbc' } },
      true,
      false,
    ],
    ['all of it', { encryption, signResponse: true }, true, true],
    [
      'signatures with SHA-512',
      { signResponse: true, key: { ...partner, algorithm: 'rsa-sha512' } },
      true,
      true,
    ],
  ])('accepts %s', async (_what, protection, wantAssertionsSigned, wantAuthnResponseSigned) => {
    const provider = newProvider({ wantAssertionsSigned, wantAuthnResponseSigned });
    const content = contentFor(await ask(provider));
    const { profile } = await provider.validatePostResponseAsync(
      answer(await goodResponse(protection, content)),
    );
    expect(profile).toMatchObject({
      nameID: content.assertion.nameId.value,
      nameIDFormat: nameIdFormats.emailAddress,
      sessionIndex: '_session',
      attributes: { mail: 'a"<b>&ü@example.com', groups: ['users', 'guests'] },
    });
  });

  test('accepts a response that says why there is no assertion', async () => {
    const provider = newProvider();
    const request = await ask(provider);
    const xml = buildErrorResponse(
      {
        id: newMessageId(),
        issuer: idp,
        issueInstant: new Date(),
        destination: acs,
        inResponseTo: request.id,
        status: { code: statusCodes.responder, subcode: statusCodes.noPassive },
      },
      partner,
    );
    // node-saml takes NoPassive for a browser without a session.
    expect((await provider.validatePostResponseAsync(answer(xml))).profile).toBeNull();
  });

  test('sends requests by POST that we accept', async () => {
    const provider = newProvider({ authnRequestBinding: 'HTTP-POST', skipRequestCompression: true });
    const message = await provider.getAuthorizeMessageAsync('state', undefined);
    const received = receivePost({ parameter: 'SAMLRequest', message: message['SAMLRequest'] ?? '' });
    const request = readAuthnRequest(accept(received, 'AuthnRequest', trust));
    checkAuthnRequest(request, expected(sso));
    expect(request).toMatchObject({
      isSigned: true,
      assertionConsumerServiceUrl: acs,
      protocolBinding: bindings.post,
    });
    expect(request.requestedAuthnContext?.classes).toHaveLength(1);
  });

  const user = { nameID: 'u1', nameIDFormat: nameIdFormats.persistent, sessionIndex: '_session' };
  const sender = () => ({
    id: newMessageId(),
    issuer: idp,
    issueInstant: new Date(),
    destination: 'https://sp.example/slo',
  });

  test('ends sessions with a request that we accept, and accepts our answer', async () => {
    const provider = newProvider();
    const received = receiveRedirect(queryOf(await provider.getLogoutUrlAsync(user, 'state', {})));
    const request = readLogoutRequest(accept(received, 'LogoutRequest', trust));
    checkLogoutRequest(request, expected(slo));
    expect(request.nameId).toEqual({ value: 'u1', format: nameIdFormats.persistent });
    expect(request.sessionIndexes).toEqual(['_session']);
    const xml = buildLogoutResponse({ ...sender(), inResponseTo: request.id, status: success }, 'by-query');
    const query = queryOf(redirectUrl('https://sp.example/slo', { parameter: 'SAMLResponse', xml }, partner));
    expect((await provider.validateRedirectAsync(parsed(query), query)).loggedOut).toBe(true);
  });

  test('accepts our request to end sessions, by redirect and by POST', async () => {
    const content = {
      ...sender(),
      nameId: { value: 'u1', format: nameIdFormats.persistent },
      sessionIndexes: ['_session'],
      notOnOrAfter: new Date(Date.now() + 300_000),
    };
    const provider = newProvider();
    const xml = buildLogoutRequest(content, 'by-query');
    const query = queryOf(redirectUrl('https://sp.example/slo', { parameter: 'SAMLRequest', xml }, partner));
    const byRedirect = await provider.validateRedirectAsync(parsed(query), query);
    expect(byRedirect.profile).toMatchObject({ nameID: 'u1', sessionIndex: '_session' });
    const SAMLRequest = Buffer.from(buildLogoutRequest(content, partner)).toString('base64');
    expect((await provider.validatePostRequestAsync({ SAMLRequest })).profile).toMatchObject({
      nameID: 'u1',
    });
  });

  test('answers a request to end sessions with a response that we accept', async () => {
    const ended = { nameID: 'u1', nameIDFormat: nameIdFormats.persistent, ID: '_ours' };
    const url = await newProvider().getLogoutResponseUrlAsync(ended, 'state', {}, true);
    const message = readLogoutResponse(accept(receiveRedirect(queryOf(url)), 'LogoutResponse', trust));
    checkLogoutResponse(message, { ...expected(slo), inResponseTo: '_ours' });
    expect(message.status.code).toBe(statusCodes.success);
  });

  test('publishes metadata that we read', () => {
    const xml = newProvider().generateServiceProviderMetadata(theirs.certificate, theirs.certificate);
    const read = readServiceProviderMetadata(xml);
    expect(read).toMatchObject({ entityId: sp, authnRequestsSigned: true, wantAssertionsSigned: true });
    expect(read.assertionConsumerServices).toMatchObject([
      { location: acs, binding: bindings.post, isDefault: true },
    ]);
    expect(read.encryptionCertificates).toMatchObject([{ fingerprint: theirs.trusted.fingerprint }]);
  });
});
