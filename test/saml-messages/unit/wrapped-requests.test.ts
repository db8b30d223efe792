import { describe, expect, test } from 'vitest';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import { readLogoutRequest } from '../../../src/saml-messages/read/logout.ts';
import { receiveSoap } from '../../../src/saml-messages/receive/soap.ts';
import { soapEnvelope } from '../../../src/saml-messages/build/bindings.ts';
import {
  acs,
  acsOfRequest,
  assertionIn,
  attacker,
  goodAuthnRequest,
  goodLogoutRequest,
  goodResponse,
  partner,
  posted,
  replaced,
  ruleBrokenBy,
  signatureIn,
  stranger,
  userOfLogout,
  victim,
} from '../../support/saml-messages.ts';

const evilAcs = 'https://evil.example/acs';

const request = goodAuthnRequest();
const requestSignature = signatureIn(request);
const bareRequest = replaced(request, requestSignature, '');
const evilRequest = replaced(replaced(bareRequest, acs, evilAcs), '_request', '_evil');

const logout = goodLogoutRequest();
const logoutSignature = signatureIn(logout);
const bareLogout = replaced(logout, logoutSignature, '');
const evilLogout = replaced(replaced(bareLogout, attacker, victim), '_logout', '_evil');

const afterIssuer = (xml: string, content: string): string =>
  replaced(xml, '</saml:Issuer>', `</saml:Issuer>${content}`);
const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`;
const inObject = (signature: string, content: string): string =>
  replaced(signature, '</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);

/** A signed assertion, as every user of the partner can capture one at a sign-in. */
const captured = assertionIn(await goodResponse());

test('accepts a good AuthnRequest', () => expect(acsOfRequest(request)).toBe(acs));
test('accepts a good LogoutRequest', () => expect(userOfLogout(logout)).toBe(attacker));

describe('rejects an AuthnRequest', () => {
  const cases: readonly [what: string, xml: () => string, rule: string][] = [
    [
      'that holds the signed one in its extensions',
      () => afterIssuer(evilRequest, requestSignature + extensions(bareRequest)),
      'signature-reference',
    ],
    [
      'that holds the signed one in its signature',
      () => afterIssuer(evilRequest, inObject(requestSignature, bareRequest)),
      'signature-form',
    ],
    [
      'that holds the signed one, with its signature, in its extensions',
      () => afterIssuer(evilRequest, extensions(request)),
      'signature-place',
    ],
    [
      'that holds the signed one at its end',
      () => replaced(evilRequest, '</samlp:AuthnRequest>', `${request}</samlp:AuthnRequest>`),
      'signature-place',
    ],
    [
      'that holds a captured assertion (samlify issue 634)',
      () => replaced(evilRequest, '</samlp:AuthnRequest>', `${captured}</samlp:AuthnRequest>`),
      'signature-place',
    ],
    [
      'that has the signature of a captured assertion',
      () => afterIssuer(evilRequest, signatureIn(captured)),
      'signature-reference',
    ],
    [
      'that is inside of another one with its ID',
      () =>
        replaced(
          replaced(evilRequest, '_evil', '_request'),
          '</samlp:AuthnRequest>',
          `${request}</samlp:AuthnRequest>`,
        ),
      'duplicate-id',
    ],
    ['without its signature', () => bareRequest, 'signature-missing'],
    ['with another address', () => replaced(request, acs, evilAcs), 'signature-untrusted'],
    ['with another ID', () => replaced(request, 'ID="_request"', 'ID="_other"'), 'signature-reference'],
    [
      'with an additional attribute',
      () => replaced(request, ' Version=', ' ForceAuthn="true" Version='),
      'signature-untrusted',
    ],
    [
      'with an additional element',
      () => afterIssuer(request, ''.concat(requestSignature)),
      'signature-place',
    ],
    ['that is a LogoutRequest', () => logout, 'root'],
    ['that is a captured assertion', () => captured, 'root'],
  ];
  test.each(cases)('%s', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => acsOfRequest(xml()))).toBe(rule);
  });
});

describe('rejects a LogoutRequest', () => {
  const cases: readonly [what: string, xml: () => string, rule: string][] = [
    [
      'that holds the signed one in its extensions',
      () => afterIssuer(evilLogout, logoutSignature + extensions(bareLogout)),
      'signature-reference',
    ],
    [
      'that holds the signed one in its signature',
      () => afterIssuer(evilLogout, inObject(logoutSignature, bareLogout)),
      'signature-form',
    ],
    [
      'that holds the signed one, with its signature, in its extensions',
      () => afterIssuer(evilLogout, extensions(logout)),
      'signature-place',
    ],
    [
      'that was forged with a captured assertion',
      () => replaced(evilLogout, '</samlp:LogoutRequest>', `${captured}</samlp:LogoutRequest>`),
      'signature-place',
    ],
    [
      'that has the signature of a captured assertion',
      () => afterIssuer(evilLogout, signatureIn(captured)),
      'signature-reference',
    ],
    [
      'that has the ID and the signature of a captured assertion',
      () => afterIssuer(replaced(evilLogout, '_evil', '_assertion'), signatureIn(captured)),
      'signature-untrusted',
    ],
    [
      'with a comment in the name',
      () => replaced(logout, attacker, 'attacker<!-- -->@example.com'),
      'comment',
    ],
    [
      'with a processing instruction in the name',
      () => replaced(logout, attacker, 'attacker<?x?>@example.com'),
      'processing-instruction',
    ],
    ['with CDATA in the name', () => replaced(logout, attacker, '<![CDATA[victim]]>@example.com'), 'cdata'],
    ['with another name', () => replaced(logout, attacker, victim), 'signature-untrusted'],
    [
      'with two names',
      () =>
        replaced(
          logout,
          '<saml:NameID',
          `<saml:NameID xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${victim}</saml:NameID><saml:NameID`,
        ),
      'signature-untrusted',
    ],
    ['with another session', () => replaced(logout, '_session', '_other'), 'signature-untrusted'],
    [
      'with one more session',
      () =>
        replaced(
          logout,
          '<samlp:SessionIndex>',
          '<samlp:SessionIndex>x</samlp:SessionIndex><samlp:SessionIndex>',
        ),
      'signature-untrusted',
    ],
    ['without its signature', () => bareLogout, 'signature-missing'],
    ['that is an AuthnRequest', () => request, 'root'],
  ];
  test.each(cases)('%s', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => userOfLogout(xml()))).toBe(rule);
  });
});

describe('a SOAP envelope', () => {
  const heard = (xml: string): string =>
    readLogoutRequest(
      accept(receiveSoap(Buffer.from(xml)), 'LogoutRequest', {
        certificates: [partner.trusted],
        requireSignature: true,
      }),
    ).nameId.value;
  const good = soapEnvelope(logout);

  test('with a signed LogoutRequest is accepted', () => expect(heard(good)).toBe(attacker));
  const cases: readonly [what: string, xml: () => string, rule: string][] = [
    [
      'with a second message before it',
      () => replaced(good, '<samlp:LogoutRequest', `${evilLogout}<samlp:LogoutRequest`),
      'soap',
    ],
    [
      'with a second message after it',
      () => replaced(good, '</soap:Body>', `${evilLogout}</soap:Body>`),
      'soap',
    ],
    [
      'with the signed message in its header',
      () =>
        replaced(soapEnvelope(evilLogout), '<soap:Body>', `<soap:Header>${logout}</soap:Header><soap:Body>`),
      'signature-place',
    ],
    [
      'with the signed message in its header, and the signature in the forged one',
      () =>
        replaced(
          soapEnvelope(afterIssuer(evilLogout, logoutSignature)),
          '<soap:Body>',
          `<soap:Header>${bareLogout}</soap:Header><soap:Body>`,
        ),
      'signature-reference',
    ],
    ['with two bodies', () => replaced(good, '</soap:Body>', '</soap:Body><soap:Body/>'), 'soap'],
    ['with an empty body', () => replaced(good, logout, ''), 'soap'],
    [
      'with a header that must be understood',
      () =>
        replaced(
          good,
          '<soap:Body>',
          '<soap:Header><x:a xmlns:x="urn:x" soap:mustUnderstand="1"/></soap:Header><soap:Body>',
        ),
      'soap',
    ],
    [
      'of SOAP 1.2',
      () =>
        replaced(
          good,
          'http://schemas.xmlsoap.org/soap/envelope/',
          'http://www.w3.org/2003/05/soap-envelope',
        ),
      'soap',
    ],
    ['that is missing', () => logout, 'soap'],
    ['with a forged message', () => replaced(good, attacker, victim), 'signature-untrusted'],
  ];
  test.each(cases)('%s is rejected', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => heard(xml()))).toBe(rule);
  });
});

describe('a request whose signature is not required', () => {
  const trust = { certificates: [partner.trusted], requireSignature: false };
  const proofOf = (xml: string, certificates = trust.certificates) =>
    accept(posted(xml), 'AuthnRequest', { certificates, requireSignature: false }).proof;

  test('is accepted without one, and says so', () => expect(proofOf(bareRequest)).toBeUndefined());
  test('names the key that signed it', () =>
    expect(proofOf(request)?.certificate.fingerprint).toBe(partner.trusted.fingerprint));
  test('is rejected if its signature is wrong', async () =>
    expect(await ruleBrokenBy(() => proofOf(request, [stranger.trusted]))).toBe('signature-untrusted'));
  test('counts as unsigned if no key of the partner is known', () =>
    expect(proofOf(request, [])).toBeUndefined());
  test('is rejected if no key is known and a signature is required', async () =>
    expect(
      await ruleBrokenBy(() =>
        accept(posted(request), 'AuthnRequest', { certificates: [], requireSignature: true }),
      ),
    ).toBe('signature-untrusted'));
});
