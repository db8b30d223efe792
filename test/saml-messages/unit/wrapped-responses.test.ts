import { beforeAll, describe, expect, test } from 'vitest';
import {
  assertionIn,
  attacker,
  goodResponse,
  oddlySigned,
  partner,
  replaced,
  ruleBrokenBy,
  signatureIn,
  stranger,
  userOfResponse,
  victim,
} from '../../support/saml-messages.ts';

// XSW 1 to 8 are the variants of Somorovsky et al., "On Breaking SAML: Be Whoever You Want to Be" (2012).

/** A response whose assertion is signed, and its parts. */
let good: string;
let signed: string;
let signature: string;
let bare: string;
/** An assertion about the victim, without a signature. */
let evil: string;
/** A response that is signed as a whole. */
let whole: string;
let wholeSignature: string;
let evilWhole: string;

const inObject = (signatureText: string, content: string): string =>
  replaced(signatureText, '</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
const afterIssuer = (xml: string, content: string): string =>
  xml.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, (issuer) => issuer + content);

beforeAll(async () => {
  good = await goodResponse();
  signed = assertionIn(good);
  signature = signatureIn(signed);
  bare = replaced(signed, signature, '');
  evil = replaced(replaced(bare, '_assertion', '_evil'), attacker, victim);
  whole = await goodResponse({ signAssertion: false, signResponse: true });
  wholeSignature = signatureIn(whole);
  evilWhole = replaced(
    replaced(replaced(whole, wholeSignature, ''), 'ID="_response"', 'ID="_evil"'),
    attacker,
    victim,
  ).replace('_assertion', '_evil2');
});

test.each([
  [{ signAssertion: true, signResponse: false }],
  [{ signAssertion: false, signResponse: true }],
  [{ signAssertion: true, signResponse: true }],
])('accepts a good response: %j', async (protection) =>
  expect(await userOfResponse(await goodResponse(protection))).toBe(attacker),
);

describe('rejects, by the rule that names why,', () => {
  const cases: readonly [what: string, make: () => string, rule: string][] = [
    [
      'XSW 1: a forged response that holds the signed one in its signature',
      () => {
        const original = replaced(whole, wholeSignature, '');
        return afterIssuer(evilWhole, inObject(wholeSignature, original));
      },
      'assertion-count',
    ],
    [
      'XSW 2: a forged response beside the signature and the signed response',
      () => afterIssuer(evilWhole, wholeSignature + replaced(whole, wholeSignature, '')),
      'assertion-count',
    ],
    [
      'XSW 3: a forged assertion before the signed one',
      () => replaced(good, signed, evil + signed),
      'assertion-count',
    ],
    [
      'XSW 3: a forged assertion after the signed one',
      () => replaced(good, signed, signed + evil),
      'assertion-count',
    ],
    [
      'XSW 4: a forged assertion around the signed one',
      () => replaced(good, signed, replaced(evil, '</saml:Assertion>', `${signed}</saml:Assertion>`)),
      'assertion-count',
    ],
    [
      'XSW 5: a forged assertion with the signature, and the signed one at the end',
      () => replaced(good, signed, afterIssuer(evil, signature) + bare),
      'assertion-count',
    ],
    [
      'XSW 6: a forged assertion with the signature, and the signed one in the signature',
      () => replaced(good, signed, afterIssuer(evil, inObject(signature, bare))),
      'assertion-count',
    ],
    [
      'XSW 7: a forged assertion in the extensions',
      () => replaced(good, '<samlp:Status>', `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`),
      'assertion-count',
    ],
    [
      'XSW 8: the signed assertion in an object of a signature in a forged one',
      () =>
        replaced(
          good,
          signed,
          replaced(evil, '<saml:Subject>', `${inObject(signature, bare)}<saml:Subject>`),
        ),
      'assertion-count',
    ],
    [
      'a forged assertion with the ID of the signed one, before it',
      () => replaced(good, signed, replaced(evil, '_evil', '_assertion') + signed),
      'duplicate-id',
    ],
    [
      'a forged assertion with the ID of the signed one, after it',
      () => replaced(good, signed, signed + replaced(evil, '_evil', '_assertion')),
      'duplicate-id',
    ],
    [
      'another element with the ID of the assertion',
      () => replaced(good, '<samlp:Status>', '<samlp:Status Id="_assertion">'),
      'duplicate-id',
    ],
    [
      'another element with the ID of the assertion in a foreign namespace',
      () => replaced(good, '<samlp:Status>', '<samlp:Status xmlns:x="urn:x" x:ID="_assertion">'),
      'duplicate-id',
    ],
    [
      'the signed assertion in the advice of a forged one',
      () =>
        replaced(
          good,
          signed,
          replaced(evil, '</saml:Conditions>', `</saml:Conditions><saml:Advice>${signed}</saml:Advice>`),
        ),
      'assertion-count',
    ],
    [
      'the signed assertion in the SubjectConfirmationData of a forged one',
      () =>
        replaced(
          good,
          signed,
          evil.replace(
            /(<saml:SubjectConfirmationData[^>]*)\/>/,
            (_all, tag) => `${tag}>${signed}</saml:SubjectConfirmationData>`,
          ),
        ),
      'assertion-count',
    ],
    [
      'the signed assertion in the status detail',
      () =>
        replaced(
          replaced(good, signed, evil),
          '</samlp:Status>',
          `<samlp:StatusDetail>${signed}</samlp:StatusDetail></samlp:Status>`,
        ),
      'assertion-count',
    ],
    [
      'the signed assertion in an attribute value of a forged one',
      () => replaced(good, signed, replaced(evil, 'users', signed)),
      'assertion-count',
    ],
    [
      'the signed assertion in another element of the response',
      () => replaced(good, signed, `<x:wrap xmlns:x="urn:x">${signed}</x:wrap>`),
      'assertion-count',
    ],
    [
      'the signature of the assertion on the response',
      () => afterIssuer(replaced(replaced(good, signature, ''), attacker, victim), signature),
      'signature-reference',
    ],
    [
      'the signature of the assertion after the subject',
      () => replaced(good, signed, replaced(bare, '</saml:Subject>', `</saml:Subject>${signature}`)),
      'signature-place',
    ],
    [
      'the signature of the assertion before the issuer',
      () => replaced(good, signed, replaced(bare, '<saml:Issuer>', `${signature}<saml:Issuer>`)),
      'signature-place',
    ],
    [
      'the signature of the assertion twice',
      () => replaced(good, signature, signature + signature),
      'signature-place',
    ],
    [
      'a second signature in the advice',
      () => replaced(good, '</saml:Conditions>', `</saml:Conditions><saml:Advice>${signature}</saml:Advice>`),
      'signature-place',
    ],
    [
      'a signature in the status',
      () => replaced(good, '</samlp:Status>', `${signature}</samlp:Status>`),
      'signature-place',
    ],
    ['an unsigned response', () => replaced(good, signature, ''), 'signature-missing'],
    [
      'a changed name with the signature removed',
      () => replaced(replaced(good, signature, ''), attacker, victim),
      'signature-missing',
    ],
    ['a changed name', () => replaced(good, attacker, victim), 'signature-untrusted'],
    ['a changed attribute', () => replaced(good, 'guests', 'admins'), 'signature-untrusted'],
    [
      'a changed audience',
      () => replaced(good, /<saml:Audience>[^<]*/, '<saml:Audience>https://x.example'),
      'signature-untrusted',
    ],
    [
      'one changed name where the whole response is signed',
      () => replaced(whole, attacker, victim),
      'signature-untrusted',
    ],
    [
      'a forged assertion where the whole response was signed',
      () => replaced(whole, assertionIn(whole), evil),
      'signature-untrusted',
    ],
    [
      'an empty Reference URI, which means the whole document',
      () => replaced(good, 'URI="#_assertion"', 'URI=""'),
      'attribute',
    ],
    ['no Reference URI', () => replaced(good, ' URI="#_assertion"', ''), 'attribute'],
    [
      'a Reference to the response from the assertion',
      () => replaced(good, 'URI="#_assertion"', 'URI="#_response"'),
      'signature-reference',
    ],
    [
      'a Reference by XPointer',
      () => replaced(good, 'URI="#_assertion"', `URI="#xpointer(id('_assertion'))"`),
      'signature-reference',
    ],
    [
      'a Reference with a quote that would end an XPath',
      () => good.replaceAll('_assertion', "_a' or '1'='1"),
      'attribute',
    ],
    [
      'a signature by a stranger',
      () =>
        replaced(
          good,
          signed,
          oddlySigned(replaced(bare, attacker, victim), { privateKey: stranger.privateKey }),
        ),
      'signature-untrusted',
    ],
    [
      'an assertion of another version',
      () => replaced(whole, /(ID="_assertion"[^>]*) Version="2.0"/, 'ID="_assertion" Version="1.1"'),
      'signature-untrusted',
    ],
    [
      'an Assertion in another namespace, signed',
      () =>
        replaced(
          good,
          signed,
          signed.replace(
            'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
            'xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion"',
          ),
        ),
      'signature-place',
    ],
    ['another root', () => good.replaceAll('samlp:Response', 'samlp:ArtifactResponse'), 'root'],
    [
      'a root in another namespace',
      () => replaced(good, 'urn:oasis:names:tc:SAML:2.0:protocol', 'urn:oasis:names:tc:SAML:1.0:protocol'),
      'root',
    ],
    [
      'an unknown element in the envelope',
      () => replaced(good, '<samlp:Status>', '<samlp:Extra/><samlp:Status>'),
      'element',
    ],
    [
      'an encrypted assertion beside the signed one',
      () =>
        replaced(
          good,
          signed,
          `${signed}<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>`,
        ),
      'assertion-count',
    ],
  ];
  test.each(cases)('%s', async (_what, make, rule) => {
    expect(await ruleBrokenBy(() => userOfResponse(make()))).toBe(rule);
  });
});

describe('what a connection demands', () => {
  test('rejects a response that is not signed as a whole', async () =>
    expect(await ruleBrokenBy(() => userOfResponse(good, { requireSignedResponse: true }))).toBe(
      'signature-missing',
    ));
  test('rejects an assertion that only the response covers', async () =>
    expect(await ruleBrokenBy(() => userOfResponse(whole, { requireSignedAssertion: true }))).toBe(
      'signature-missing',
    ));
  test('rejects an assertion that is not encrypted', async () =>
    expect(await ruleBrokenBy(() => userOfResponse(good, { requireEncryption: true }))).toBe(
      'not-encrypted',
    ));
  test('finds the right key among several', async () =>
    expect(await userOfResponse(good, { certificates: [stranger.trusted, partner.trusted] })).toBe(attacker));
  test('rejects every signature if no key is known', async () =>
    expect(await ruleBrokenBy(() => userOfResponse(good, { certificates: [] }))).toBe('signature-untrusted'));
});
