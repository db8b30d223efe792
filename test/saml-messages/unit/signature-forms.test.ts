import { generateKeyPairSync } from 'node:crypto';
import { XMLSerializer } from '@xmldom/xmldom';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyEnveloped } from '../../../src/saml-messages/verify/enveloped.ts';
import { parseStrictly } from '../../../src/saml-messages/xml/strict.ts';
import {
  assertionIn,
  attacker,
  goodResponse,
  oddlySigned,
  type OddSigning,
  partner,
  replaced,
  ruleBrokenBy,
  signatureIn,
  stranger,
  userOfResponse,
  victim,
} from '../../support/saml-messages.ts';

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const old = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = `${old}enveloped-signature`;

let good: string;
let signed: string;
let bare: string;

beforeAll(async () => {
  good = await goodResponse();
  signed = assertionIn(good);
  bare = replaced(signed, signatureIn(signed), '');
});

/** A response whose assertion is signed in an odd way. */
const oddly = (odd: OddSigning, assertion = bare): string =>
  replaced(good, signed, oddlySigned(assertion, odd));
const forged = (): string => replaced(bare, attacker, victim);

describe('a signature', () => {
  const cases: readonly [what: string, make: () => string, rule: string][] = [
    ['with SHA-1 and RSA', () => oddly({ algorithm: `${old}rsa-sha1` }), 'signature-algorithm'],
    ['with a digest of SHA-1', () => oddly({ digest: `${old}sha1` }), 'digest-algorithm'],
    [
      'with HMAC, keyed with the certificate of the partner',
      () => oddly({ algorithm: `${old}hmac-sha1`, secret: partner.certificate }, forged()),
      'signature-algorithm',
    ],
    [
      'with HMAC, keyed with the public key of the partner',
      () =>
        oddly(
          {
            algorithm: `${old}hmac-sha1`,
            secret: partner.trusted.publicKey.export({ type: 'spki', format: 'pem' }) as string,
          },
          forged(),
        ),
      'signature-algorithm',
    ],
    [
      'with HMAC and SHA-256',
      () => replaced(good, `${more}rsa-sha256`, `${more}hmac-sha256`),
      'signature-algorithm',
    ],
    ['with DSA', () => replaced(good, `${more}rsa-sha256`, `${old}dsa-sha1`), 'signature-algorithm'],
    [
      'with an algorithm named like a property of objects',
      () => replaced(good, `${more}rsa-sha256`, 'constructor'),
      'signature-algorithm',
    ],
    [
      'with a digest named like a property of objects',
      () => replaced(good, 'http://www.w3.org/2001/04/xmlenc#sha256', '__proto__'),
      'digest-algorithm',
    ],
    [
      'with an algorithm of elliptic curves and an RSA key',
      () => replaced(good, `${more}rsa-sha256`, `${more}ecdsa-sha256`),
      'signature-untrusted',
    ],
    [
      'with PSS instead of the padding that was used',
      () => replaced(good, `${more}rsa-sha256`, 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'),
      'signature-untrusted',
    ],
    [
      'with another hash than was used',
      () => replaced(good, `${more}rsa-sha256`, `${more}rsa-sha512`),
      'signature-untrusted',
    ],
    [
      'with inclusive canonicalization of SignedInfo',
      () => oddly({ canonicalization: inclusive }),
      'signature-transform',
    ],
    [
      'with comments in the canonical form of SignedInfo',
      () => oddly({ canonicalization: `${exclusive}WithComments` }),
      'signature-transform',
    ],
    [
      'with inclusive canonicalization of the assertion',
      () => oddly({ transforms: [enveloped, inclusive] }),
      'signature-transform',
    ],
    [
      'with comments in the canonical form of the assertion',
      () => oddly({ transforms: [enveloped, `${exclusive}WithComments`] }),
      'signature-transform',
    ],
    [
      'without canonicalization of the assertion',
      () => replaced(good, `<ds:Transform Algorithm="${exclusive}"/>`, ''),
      'signature-transform',
    ],
    [
      'without the transform of enveloped signatures',
      () => replaced(good, `<ds:Transform Algorithm="${enveloped}"/>`, ''),
      'signature-transform',
    ],
    [
      'with the transform XSLT',
      () =>
        replaced(
          good,
          `<ds:Transform Algorithm="${enveloped}"/>`,
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
        ),
      'signature-transform',
    ],
    [
      'with the transform XPath',
      () =>
        replaced(
          good,
          `<ds:Transform Algorithm="${enveloped}"/>`,
          '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>//x</ds:XPath></ds:Transform>',
        ),
      'signature-transform',
    ],
    [
      'with 33 prefixes in InclusiveNamespaces of SignedInfo',
      () => withPrefixes('CanonicalizationMethod', 33),
      'prefix-list',
    ],
    [
      'with 32 prefixes in InclusiveNamespaces of SignedInfo, which nobody signed',
      () => withPrefixes('CanonicalizationMethod', 32),
      'signature-untrusted',
    ],
    [
      'with 33 prefixes in InclusiveNamespaces of a transform',
      () => withPrefixes('Transform', 33),
      'prefix-list',
    ],
    [
      'with a third transform',
      () =>
        replaced(
          good,
          `<ds:Transform Algorithm="${exclusive}"/>`,
          `<ds:Transform Algorithm="${exclusive}"/>`.repeat(2),
        ),
      'signature-transform',
    ],
    [
      'with two SignedInfo (CVE-2025-29774), the forged one first',
      () =>
        replaced(
          good,
          '<ds:SignedInfo>',
          `${signedInfoIn(oddlySigned(forged(), { privateKey: stranger.privateKey }))}<ds:SignedInfo>`,
        ),
      'signature-form',
    ],
    [
      'with two SignedInfo (CVE-2025-29774), the forged one last',
      () =>
        replaced(
          good,
          '</ds:SignedInfo>',
          `</ds:SignedInfo>${signedInfoIn(oddlySigned(forged(), { privateKey: stranger.privateKey }))}`,
        ),
      'signature-form',
    ],
    [
      'with two References',
      () => replaced(good, '</ds:Reference>', `</ds:Reference>${referenceIn(good)}`),
      'signature-reference',
    ],
    ['with no Reference', () => replaced(good, referenceIn(good), ''), 'signature-reference'],
    [
      'with two SignatureValues',
      () =>
        replaced(
          good,
          '</ds:SignatureValue>',
          '</ds:SignatureValue><ds:SignatureValue>AAAA</ds:SignatureValue>',
        ),
      'signature-form',
    ],
    [
      'with two SignatureMethods',
      () =>
        replaced(
          good,
          /<ds:SignatureMethod[^>]*>/,
          `<ds:SignatureMethod Algorithm="${more}rsa-sha256"/>`.repeat(2),
        ),
      'signature-reference',
    ],
    [
      'with two DigestValues',
      () => replaced(good, '</ds:DigestValue>', '</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>'),
      'signature-form',
    ],
    [
      'with a comment in DigestValue (CVE-2025-29775)',
      () => replaced(good, '<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->'),
      'comment',
    ],
    ['with markup in DigestValue', () => replaced(good, '<ds:DigestValue>', '<ds:DigestValue><x/>'), 'text'],
    ['with an Object', () => replaced(good, '</ds:KeyInfo>', '</ds:KeyInfo><ds:Object/>'), 'signature-form'],
    [
      'with KeyInfo first',
      () => replaced(good, '<ds:SignedInfo>', '<ds:KeyInfo/><ds:SignedInfo>'),
      'signature-form',
    ],
    [
      'with two KeyInfo',
      () => replaced(good, '</ds:KeyInfo>', '</ds:KeyInfo><ds:KeyInfo/>'),
      'signature-form',
    ],
    ['without SignedInfo', () => replaced(good, signedInfoIn(good), ''), 'signature-form'],
    [
      'with an empty SignatureValue',
      () => replaced(good, /<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'),
      'text',
    ],
    [
      'with a SignatureValue that is not base64',
      () => replaced(good, /<ds:SignatureValue>/, '<ds:SignatureValue>*'),
      'signature-form',
    ],
    [
      'of a stranger, with the certificate of the stranger in KeyInfo',
      () => oddly({ privateKey: stranger.privateKey, certificate: stranger.certificate }, forged()),
      'signature-untrusted',
    ],
    [
      'of a stranger, with the certificate of the partner in KeyInfo',
      () => oddly({ privateKey: stranger.privateKey, certificate: partner.certificate }, forged()),
      'signature-untrusted',
    ],
    [
      'of a stranger, without KeyInfo',
      () => oddly({ privateKey: stranger.privateKey }, forged()),
      'signature-untrusted',
    ],
    [
      'of a stranger, with the bare public key in KeyInfo',
      () => oddly({ privateKey: stranger.privateKey, keyInfo: keyValue() }, forged()),
      'signature-untrusted',
    ],
    [
      'with a RetrievalMethod in KeyInfo',
      () =>
        oddly(
          { privateKey: stranger.privateKey, keyInfo: '<ds:RetrievalMethod URI="https://x.example/key"/>' },
          forged(),
        ),
      'signature-untrusted',
    ],
    [
      'in another namespace',
      () => replaced(good, 'http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>', 'urn:x"><ds:SignedInfo>'),
      'signature-missing',
    ],
  ];
  test.each(cases)('%s is rejected', async (_what, make, rule) => {
    expect(await ruleBrokenBy(() => userOfResponse(make()))).toBe(rule);
  });

  test('with SHA-1 is accepted from a partner that opted in', async () => {
    const weak = oddly({ algorithm: `${old}rsa-sha1`, digest: `${old}sha1` });
    expect(await userOfResponse(weak, { allowSha1: true })).toBe(attacker);
    expect(
      await ruleBrokenBy(() => userOfResponse(replaced(weak, attacker, victim), { allowSha1: true })),
    ).toBe('signature-untrusted');
  });
  test('with HMAC is rejected also from such a partner', async () => {
    const made = oddly({ algorithm: `${old}hmac-sha1`, secret: partner.certificate }, forged());
    expect(await ruleBrokenBy(() => userOfResponse(made, { allowSha1: true }))).toBe('signature-algorithm');
  });
  test.each([
    `${more}rsa-sha256`,
    `${more}rsa-sha384`,
    `${more}rsa-sha512`,
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ])('with %s is accepted', async (algorithm) => {
    expect(await userOfResponse(oddly({ algorithm, digest: `${more}sha384` }))).toBe(attacker);
  });
  test.each(['ecdsa-sha256', 'ecdsa-sha384'])('with %s is accepted for a key of that type', async (name) => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificates = [{ ...partner.trusted, publicKey }];
    const made = oddly({ algorithm: `${more}${name}`, privateKey });
    expect(await userOfResponse(made, { certificates })).toBe(attacker);
    expect(await ruleBrokenBy(() => userOfResponse(made))).toBe('signature-untrusted');
  });
  test('by a key of an elliptic curve, under the name of RSA, is rejected', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const certificates = [{ ...partner.trusted, publicKey }];
    const made = oddly({ privateKey });
    expect(await ruleBrokenBy(() => userOfResponse(made, { certificates }))).toBe('signature-untrusted');
  });
  test('gives an element that was parsed again from the signed bytes', () => {
    const root = parseStrictly(oddlySigned(bare)).documentElement;
    const verified = verifyEnveloped(oddlySigned(bare), root, { certificates: [partner.trusted] });
    expect(verified.element).not.toBe(root);
    expect(verified.xml).not.toContain('Signature');
    expect(new XMLSerializer().serializeToString(verified.element)).not.toContain('Signature');
    expect(verified.xml).toContain(attacker);
  });
  test('with an RSA key of 512 bits is rejected', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 });
    const made = oddly({ privateKey });
    const certificates = [{ ...partner.trusted, publicKey }];
    expect(await ruleBrokenBy(() => userOfResponse(made, { certificates }))).toBe('signature-untrusted');
  });
});

/** Lists prefixes at an element of SignedInfo. They are not signed. */
function withPrefixes(name: 'CanonicalizationMethod' | 'Transform', count: number): string {
  const list = Array.from({ length: count }, (_, at) => `p${at}`).join(' ');
  return replaced(
    good,
    `<ds:${name} Algorithm="${exclusive}"/>`,
    `<ds:${name} Algorithm="${exclusive}"><e:InclusiveNamespaces xmlns:e="${exclusive}" PrefixList="${list}"/></ds:${name}>`,
  );
}

const signedInfoIn = (xml: string): string => /<ds:SignedInfo[\s\S]*<\/ds:SignedInfo>/.exec(xml)?.[0] ?? '';
const referenceIn = (xml: string): string => /<ds:Reference[\s\S]*<\/ds:Reference>/.exec(xml)?.[0] ?? '';

function keyValue(): string {
  const { n = '' } = stranger.trusted.publicKey.export({ format: 'jwk' });
  const modulus = Buffer.from(n, 'base64url').toString('base64');
  return `<ds:KeyValue><ds:RSAKeyValue><ds:Modulus>${modulus}</ds:Modulus><ds:Exponent>AQAB</ds:Exponent></ds:RSAKeyValue></ds:KeyValue>`;
}
