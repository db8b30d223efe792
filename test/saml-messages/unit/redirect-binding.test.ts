import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { buildAuthnRequest } from '../../../src/saml-messages/build/authn-request.ts';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { readAuthnRequest } from '../../../src/saml-messages/read/authn-request.ts';
import { postParameters } from '../../../src/saml-messages/receive/post.ts';
import { longestRelayState } from '../../../src/saml-messages/receive/received.ts';
import { receiveRedirect } from '../../../src/saml-messages/receive/redirect.ts';
import { accept } from '../../../src/saml-messages/verify/accepted.ts';
import type { Trust } from '../../../src/saml-messages/verify/trust.ts';
import {
  acs,
  authnRequestContent,
  deflated,
  goodAuthnRequest,
  partner,
  replaced,
  ruleBrokenBy,
  sso,
  stranger,
} from '../../support/saml-messages.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const xml = buildAuthnRequest(authnRequestContent, 'by-query');
const evil = deflated(replaced(xml, acs, 'https://evil.example/acs'));
const evilValue = encodeURIComponent(evil);

const queryOf = (url: string): string => url.slice(url.indexOf('?') + 1);
const good = queryOf(redirectUrl(sso, { parameter: 'SAMLRequest', xml, relayState: 'a b&c=d/é' }, partner));
const withoutState = queryOf(redirectUrl(sso, { parameter: 'SAMLRequest', xml }, partner));
const unsigned = queryOf(redirectUrl(sso, { parameter: 'SAMLRequest', xml, relayState: 'x' }, 'unsigned'));

const heard = (query: string, trust: Partial<Trust> = {}) => {
  const received = receiveRedirect(query);
  const accepted = accept(received, 'AuthnRequest', {
    certificates: [partner.trusted],
    requireSignature: true,
    ...trust,
  });
  return { acs: readAuthnRequest(accepted).assertionConsumerServiceUrl, relayState: received.relayState };
};

/** Signs a query as a partner with an old library does. */
function signedWith(algorithm: string, hash: string, query = unsigned): string {
  const data = `${query}&SigAlg=${encodeURIComponent(algorithm)}`;
  const value = sign(hash, Buffer.from(data), partner.privateKey).toString('base64');
  return `${data}&Signature=${encodeURIComponent(value)}`;
}

describe('a query', () => {
  test('that is signed is accepted with its RelayState', () =>
    expect(heard(good)).toEqual({ acs, relayState: 'a b&c=d/é' }));
  test('without RelayState is accepted', () =>
    expect(heard(withoutState)).toEqual({ acs, relayState: undefined }));
  test('with its parameters in another order is accepted, because the order of signing is fixed', () =>
    expect(heard(good.split('&').toReversed().join('&')).acs).toBe(acs));
  test('with unknown parameters is accepted', () => expect(heard(`utm=1&${good}&utm=2`).acs).toBe(acs));
  test('with the hexadecimal digits of the partner, in lower case, is accepted', () => {
    const lower = unsigned.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
    expect(heard(signedWith(`${more}rsa-sha256`, 'sha256', lower)).acs).toBe(acs);
  });
  test('with two known keys is accepted for the second', () =>
    expect(heard(good, { certificates: [stranger.trusted, partner.trusted] }).acs).toBe(acs));
  test('with SHA-1 is accepted from a partner that opted in', () =>
    expect(
      heard(signedWith('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'sha1'), { allowSha1: true }).acs,
    ).toBe(acs));

  const cases: readonly [what: string, query: () => string, rule: string][] = [
    ['with a second SAMLRequest at its end', () => `${good}&SAMLRequest=${evilValue}`, 'parameter-repeated'],
    [
      'with a second SAMLRequest at its start',
      () => `SAMLRequest=${evilValue}&${good}`,
      'parameter-repeated',
    ],
    [
      'with a second SAMLRequest whose name is encoded',
      () => `${good}&SAML%52equest=${evilValue}`,
      'parameter-encoding',
    ],
    ['with a second RelayState', () => `${good}&RelayState=x`, 'parameter-repeated'],
    ['with a second Signature', () => `${good}&Signature=x`, 'parameter-repeated'],
    ['with a second SigAlg', () => `${good}&SigAlg=x`, 'parameter-repeated'],
    ['with an additional SAMLResponse', () => `${good}&SAMLResponse=${evilValue}`, 'parameter-ambiguous'],
    ['with a parameter without an equals sign', () => `${good}&SAMLEncoding`, 'parameter-encoding'],
    ['with malformed percent-encoding', () => `${good}&SAMLEncoding=%zz`, 'parameter-encoding'],
    [
      'with bytes that are not UTF-8',
      () => replaced(good, /RelayState=[^&]*/, 'RelayState=%ff'),
      'parameter-encoding',
    ],
    ['without a message', () => 'RelayState=x', 'parameter-missing'],
    ['with an empty message', () => 'SAMLRequest=', 'parameter-missing'],
    ['that is empty', () => '', 'parameter-missing'],
    [
      'with another message',
      () => replaced(good, /SAMLRequest=[^&]*/, `SAMLRequest=${evilValue}`),
      'signature-untrusted',
    ],
    [
      'with another RelayState',
      () => replaced(good, /RelayState=[^&]*/, 'RelayState=evil'),
      'signature-untrusted',
    ],
    ['with its RelayState removed', () => replaced(good, /&RelayState=[^&]*/, ''), 'signature-untrusted'],
    ['with an added RelayState', () => `${withoutState}&RelayState=x`, 'signature-untrusted'],
    [
      'with its request sent as a response',
      () => replaced(good, 'SAMLRequest=', 'SAMLResponse='),
      'parameter-other',
    ],
    ['that was encoded again', () => replaced(good, '%20', '+'), 'signature-untrusted'],
    ['with its signature removed', () => replaced(good, /&Signature=[^&]*/, ''), 'signature-incomplete'],
    ['with its algorithm removed', () => replaced(good, /&SigAlg=[^&]*/, ''), 'signature-incomplete'],
    [
      'with an empty signature',
      () => replaced(good, /&Signature=[^&]*/, '&Signature='),
      'signature-incomplete',
    ],
    ['without both', () => unsigned, 'signature-missing'],
    [
      'with SHA-1',
      () => signedWith('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'sha1'),
      'signature-algorithm',
    ],
    ['with MD5', () => signedWith(`${more}rsa-md5`, 'md5'), 'signature-algorithm'],
    ['with HMAC', () => replaced(good, 'rsa-sha256', 'hmac-sha256'), 'signature-algorithm'],
    [
      'with an algorithm named like a property of objects',
      () => replaced(good, /SigAlg=[^&]*/, 'SigAlg=toString'),
      'signature-algorithm',
    ],
    [
      'with SHA-1 under the name of SHA-256',
      () => signedWith(`${more}rsa-sha256`, 'sha1'),
      'signature-untrusted',
    ],
    [
      'with an algorithm of elliptic curves',
      () => replaced(good, 'rsa-sha256', 'ecdsa-sha256'),
      'signature-untrusted',
    ],
    [
      'by a stranger',
      () => queryOf(redirectUrl(sso, { parameter: 'SAMLRequest', xml }, stranger)),
      'signature-untrusted',
    ],
    [
      'with a signature in its XML only',
      () => `SAMLRequest=${encodeURIComponent(deflated(goodAuthnRequest()))}`,
      'signature-on-query',
    ],
    ['with another encoding of the message', () => `${good}&SAMLEncoding=urn:x`, 'deflate'],
    [
      'with a message that is not deflated',
      () => `SAMLRequest=${encodeURIComponent(Buffer.from(xml).toString('base64'))}`,
      'deflate',
    ],
    [
      'with a deflate bomb of 50 MB',
      () => `SAMLRequest=${encodeURIComponent(deflated(Buffer.alloc(50_000_000)))}`,
      'deflate',
    ],
    [
      'with a message that ends early',
      () => `SAMLRequest=${encodeURIComponent(deflated(xml).slice(0, 40))}`,
      'deflate',
    ],
    [
      'with a second stream after the message',
      () => {
        const both = Buffer.concat([Buffer.from(deflated(xml), 'base64'), Buffer.from(evil, 'base64')]);
        return `SAMLRequest=${encodeURIComponent(both.toString('base64'))}`;
      },
      'deflate',
    ],
    ['with a message that is not base64', () => 'SAMLRequest=%2A%2A', 'base64'],
    [
      'with a RelayState that is too long',
      () => `SAMLRequest=x&RelayState=${'ü'.repeat(longestRelayState / 2 + 1)}`,
      'relay-state-too-long',
    ],
    ['that is longer than 512 KB', () => `x=${'y'.repeat(530_000)}&${good}`, 'too-large'],
    [
      'with XML that has a document type',
      () => `SAMLRequest=${encodeURIComponent(deflated(`<!DOCTYPE x>${xml}`))}`,
      'doctype',
    ],
  ];
  test.each(cases)('%s is rejected', async (_what, query, rule) => {
    expect(await ruleBrokenBy(() => heard(query()))).toBe(rule);
  });

  test('that a key of another type signed is rejected', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const certificates = [{ ...partner.trusted, publicKey }];
    expect(await ruleBrokenBy(() => heard(good, { certificates }))).toBe('signature-untrusted');
  });
});

describe('a form', () => {
  const parse = (body: string) => postParameters(Buffer.from(body));
  test('gives its message and its RelayState', () =>
    expect(parse('SAMLResponse=PHIvPg%3D%3D&RelayState=a+b&x=1')).toEqual({
      parameter: 'SAMLResponse',
      message: 'PHIvPg==',
      relayState: 'a b',
    }));
  test('gives a RelayState with line breaks as browsers send them', () =>
    expect(parse('SAMLResponse=PHIvPg%3D%3D&RelayState=a%0D%0Ab%0D%0A').relayState).toBe('a\r\nb\r\n'));
  test.each([
    ['with SAMLRequest twice', 'SAMLRequest=a&SAMLRequest=b', 'parameter-repeated'],
    ['with RelayState twice', 'SAMLRequest=a&RelayState=b&RelayState=c', 'parameter-repeated'],
    ['with an encoded name twice', 'SAMLRequest=a&SAML%52equest=b', 'parameter-repeated'],
    ['with a request and a response', 'SAMLRequest=a&SAMLResponse=b', 'parameter-ambiguous'],
    ['without a message', 'RelayState=a', 'parameter-missing'],
    ['with an empty message', 'SAMLRequest=', 'parameter-missing'],
    ['with NUL', 'SAMLRequest=a%00', 'parameter-encoding'],
    ['with a RelayState that is not UTF-8', 'SAMLRequest=a&RelayState=%FF', 'parameter-encoding'],
    ['with a line feed in RelayState', 'SAMLRequest=a&RelayState=b%0Ac', 'relay-state-line-break'],
    ['with a carriage return in RelayState', 'SAMLRequest=a&RelayState=b%0Dc', 'relay-state-line-break'],
    [
      'with a RelayState that is too long',
      `SAMLRequest=a&RelayState=${'x'.repeat(1025)}`,
      'relay-state-too-long',
    ],
  ])('%s is rejected', async (_what, body, rule) => {
    expect(await ruleBrokenBy(() => parse(body))).toBe(rule);
  });
});
