import { createHash } from 'node:crypto';
import type { Rule } from '../../src/saml-messages/rules.ts';
import { type OddSigning, oddlySigned, partner, replaced, signatureIn, stranger } from './saml-messages.ts';

/**
 * The messages of an attacker who forges one: a captured one of the provider, without and with its signature.
 */
export interface Captured {
  bare: string;
  signed: string;
  /** The content that the attacker wants. */
  forge: (xml: string) => string;
  /** An assertion of another party that everybody may have captured. */
  assertion: string;
}

const more = 'http://www.w3.org/2001/04/xmldsig-more#';
const old = 'http://www.w3.org/2000/09/xmldsig#';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const enveloped = `${old}enveloped-signature`;

const otherId = (xml: string): string => xml.replace(/ ID="[^"]*"/, ' ID="_forged"');
const afterIssuer = (xml: string, content: string): string =>
  replaced(xml, '</saml:Issuer>', `</saml:Issuer>${content}`);
const atEnd = (xml: string, content: string): string => xml.replace(/<\/samlp:\w+>$/, (end) => content + end);
const extensions = (content: string): string => `<samlp:Extensions>${content}</samlp:Extensions>`;
const withObject = (signature: string, content: string): string =>
  replaced(signature, '</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
const infoIn = (xml: string): string => /<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/.exec(xml)?.[0] ?? '';
const referenceIn = (xml: string): string => /<ds:Reference[\s\S]*?<\/ds:Reference>/.exec(xml)?.[0] ?? '';
const twice = (text: string): string => text + text;
const publicPem = partner.trusted.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Signs a forged message in an odd way. */
const forgedWith =
  (odd: OddSigning) =>
  ({ bare, forge }: Captured): string =>
    oddlySigned(forge(bare), odd);
/** Signs a message of the provider in an odd way, with the right key. */
const signedWith =
  (odd: OddSigning) =>
  ({ bare }: Captured): string =>
    oddlySigned(bare, odd);
const changing =
  (from: string | RegExp, to: string) =>
  ({ signed }: Captured): string =>
    replaced(signed, from, to);

/** Forged messages, in the shapes of "On Breaking SAML" (XSW1 to XSW8) and of the advisories since then. */
export const hostileSignatures: readonly [what: string, make: (captured: Captured) => string, rule: Rule][] =
  [
    [
      'XSW1: the captured message in the signature',
      ({ bare, signed, forge }) => afterIssuer(otherId(forge(bare)), withObject(signatureIn(signed), bare)),
      'signature-form',
    ],
    [
      'XSW2: the captured message beside the signature',
      ({ bare, signed, forge }) => afterIssuer(otherId(forge(bare)), signatureIn(signed) + bare),
      'signature-reference',
    ],
    [
      'XSW3: the forged message before the captured one',
      ({ bare, signed, forge }) =>
        `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${otherId(forge(bare))}${signed}</samlp:Extensions>`,
      'element',
    ],
    [
      'XSW4: the captured message, signature and all, in the forged one',
      ({ bare, signed, forge }) => atEnd(otherId(forge(bare)), signed),
      'signature-place',
    ],
    [
      'XSW5: the signature moved, and the captured message at the end',
      ({ bare, signed, forge }) => atEnd(afterIssuer(otherId(forge(bare)), signatureIn(signed)), bare),
      'signature-reference',
    ],
    [
      'XSW6: the signature in the forged message, with the captured one in it',
      ({ bare, signed, forge }) => afterIssuer(forge(bare), withObject(signatureIn(signed), otherId(bare))),
      'signature-form',
    ],
    [
      'XSW7: the captured message in the extensions',
      ({ bare, signed, forge }) => afterIssuer(otherId(forge(bare)), signatureIn(signed) + extensions(bare)),
      'signature-reference',
    ],
    [
      'XSW8: the captured message in the extensions, in an Object of the signature',
      ({ bare, signed, forge }) =>
        afterIssuer(otherId(forge(bare)), withObject(signatureIn(signed), extensions(bare))),
      'signature-form',
    ],
    [
      'the captured message with its signature in the extensions',
      ({ bare, signed, forge }) => afterIssuer(otherId(forge(bare)), extensions(signed)),
      'signature-place',
    ],
    [
      'the captured message with its own ID in the forged one of that ID',
      ({ bare, signed, forge }) => atEnd(forge(bare), signed),
      'duplicate-id',
    ],
    [
      'the captured message around the forged one',
      ({ bare, signed, forge }) => atEnd(signed, otherId(forge(bare))),
      'signature-untrusted',
    ],
    [
      'the forged message around the captured one, by an empty URI',
      ({ bare, signed, forge }) =>
        afterIssuer(otherId(forge(bare)), replaced(signatureIn(signed), /URI="[^"]*"/, 'URI=""')),
      'attribute',
    ],
    [
      'a captured assertion (samlify issue 634)',
      ({ bare, assertion, forge }) => atEnd(forge(bare), assertion),
      'signature-place',
    ],
    [
      'a captured assertion in its extensions',
      ({ bare, assertion, forge }) => afterIssuer(forge(bare), extensions(assertion)),
      'signature-place',
    ],
    [
      'the signature of a captured assertion',
      ({ bare, assertion, forge }) => afterIssuer(forge(bare), signatureIn(assertion)),
      'signature-reference',
    ],
    [
      'the signature of a captured assertion and its ID',
      ({ bare, assertion, forge }) =>
        afterIssuer(forge(bare).replace(/ ID="[^"]*"/, ' ID="_assertion"'), signatureIn(assertion)),
      'signature-untrusted',
    ],
    ['no signature', ({ bare }) => bare, 'signature-missing'],
    ['a change after the signature', ({ signed, forge }) => forge(signed), 'signature-untrusted'],
    ['another ID after the signature', ({ signed }) => otherId(signed), 'signature-reference'],
    [
      'one more attribute after the signature',
      changing(' Version=', ' Consent="urn:x" Version='),
      'signature-untrusted',
    ],
    [
      'one more namespace of a prefix after the signature',
      ({ signed }) => atEnd(signed, '<x:y xmlns:x="urn:x"/>'),
      'signature-untrusted',
    ],
    ['white space after the signature', ({ signed }) => atEnd(signed, ' '), 'signature-untrusted'],
    [
      'a signature twice',
      ({ signed }) => signed.replace(signatureIn(signed), twice(signatureIn(signed))),
      'signature-place',
    ],
    [
      'two signatures, the first of a stranger',
      ({ bare, signed, forge }) =>
        afterIssuer(
          forge(bare),
          signatureIn(oddlySigned(forge(bare), { privateKey: stranger.privateKey })) + signatureIn(signed),
        ),
      'signature-place',
    ],
    [
      'two signatures, the last of a stranger',
      ({ bare, signed, forge }) =>
        afterIssuer(
          forge(bare),
          signatureIn(signed) + signatureIn(oddlySigned(forge(bare), { privateKey: stranger.privateKey })),
        ),
      'signature-place',
    ],
    [
      'a signature at the end',
      ({ bare, signed }) => atEnd(afterIssuer(bare, extensions('')), signatureIn(signed)),
      'signature-place',
    ],
    [
      'a signature before the issuer',
      ({ bare, signed }) => bare.replace('<saml:Issuer', (issuer) => signatureIn(signed) + issuer),
      'element',
    ],
    [
      'a signature in the issuer',
      ({ bare, signed }) => replaced(bare, '</saml:Issuer>', `${signatureIn(signed)}</saml:Issuer>`),
      'text',
    ],
    [
      'a signature in a signature',
      ({ signed }) => replaced(signed, '</ds:Signature>', `${signatureIn(signed)}</ds:Signature>`),
      'signature-place',
    ],
    [
      'two SignedInfo, the forged one first (CVE-2025-29774)',
      ({ bare, signed, forge }) =>
        replaced(
          forge(signed),
          '<ds:SignedInfo>',
          `${infoIn(oddlySigned(forge(bare), { privateKey: stranger.privateKey }))}<ds:SignedInfo>`,
        ),
      'signature-form',
    ],
    [
      'two SignedInfo, the forged one last (CVE-2025-29774)',
      ({ bare, signed, forge }) =>
        replaced(
          forge(signed),
          '</ds:SignedInfo>',
          `</ds:SignedInfo>${infoIn(oddlySigned(forge(bare), { privateKey: stranger.privateKey }))}`,
        ),
      'signature-form',
    ],
    [
      'a SignedInfo in a SignedInfo',
      ({ signed }) => replaced(signed, '</ds:SignedInfo>', `${infoIn(signed)}</ds:SignedInfo>`),
      'signature-reference',
    ],
    [
      'a SignedInfo of another namespace',
      ({ signed }) => replaced(signed, '<ds:SignedInfo>', `<SignedInfo xmlns="urn:x"/><ds:SignedInfo>`),
      'signature-form',
    ],
    [
      'two References',
      ({ signed }) => replaced(signed, '</ds:Reference>', `</ds:Reference>${referenceIn(signed)}`),
      'signature-reference',
    ],
    ['no Reference', ({ signed }) => replaced(signed, referenceIn(signed), ''), 'signature-reference'],
    ['a Reference of another element', changing(/URI="[^"]*"/, 'URI="#_other"'), 'signature-reference'],
    ['a Reference by XPointer', changing(/URI="#([^"]*)"/, 'URI="#xpointer(/)"'), 'signature-reference'],
    ['a Reference of a server', changing(/URI="[^"]*"/, 'URI="http://127.0.0.1/x"'), 'signature-reference'],
    ['a Reference of a file', changing(/URI="[^"]*"/, 'URI="file:///etc/passwd"'), 'signature-reference'],
    [
      'two DigestValues',
      changing('</ds:DigestValue>', '</ds:DigestValue><ds:DigestValue>AAAA</ds:DigestValue>'),
      'signature-form',
    ],
    [
      'a comment in DigestValue (CVE-2025-29775)',
      changing('<ds:DigestValue>', '<ds:DigestValue><!--AAAA-->'),
      'comment',
    ],
    ['markup in DigestValue', changing('<ds:DigestValue>', '<ds:DigestValue><x/>'), 'text'],
    [
      'the digest of the forged message, without a new signature',
      ({ signed, forge }) =>
        replaced(forge(signed), /<ds:DigestValue>[^<]*/, `<ds:DigestValue>${digest(forge(signed))}`),
      'signature-untrusted',
    ],
    [
      'two SignatureValues',
      changing('</ds:SignatureValue>', '</ds:SignatureValue><ds:SignatureValue>AAAA</ds:SignatureValue>'),
      'signature-form',
    ],
    ['an empty SignatureValue', changing(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>'), 'text'],
    [
      'a SignatureValue that is not base64',
      changing('<ds:SignatureValue>', '<ds:SignatureValue>*'),
      'signature-form',
    ],
    [
      'a SignatureValue in base64url',
      ({ signed }) => replaced(signed, /<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>-_-_'),
      'signature-form',
    ],
    [
      'an Object in its signature',
      changing('</ds:SignatureValue>', '</ds:SignatureValue><ds:Object/>'),
      'signature-form',
    ],
    ['SHA-1 and RSA', signedWith({ algorithm: `${old}rsa-sha1` }), 'signature-algorithm'],
    ['a digest of SHA-1', signedWith({ digest: `${old}sha1` }), 'digest-algorithm'],
    [
      'HMAC, keyed with the certificate',
      forgedWith({ algorithm: `${old}hmac-sha1`, secret: partner.certificate }),
      'signature-algorithm',
    ],
    [
      'HMAC, keyed with the public key',
      forgedWith({ algorithm: `${old}hmac-sha1`, secret: publicPem }),
      'signature-algorithm',
    ],
    ['HMAC with SHA-256', changing(`${more}rsa-sha256`, `${more}hmac-sha256`), 'signature-algorithm'],
    [
      'HMAC cut to nothing',
      changing(
        /<ds:SignatureMethod[^>]*\/>/,
        `<ds:SignatureMethod Algorithm="${old}hmac-sha1"><ds:HMACOutputLength>0</ds:HMACOutputLength></ds:SignatureMethod>`,
      ),
      'signature-algorithm',
    ],
    ['DSA', changing(`${more}rsa-sha256`, `${old}dsa-sha1`), 'signature-algorithm'],
    ['no algorithm', changing(`${more}rsa-sha256`, 'none'), 'signature-algorithm'],
    ['MD5', changing(`${more}rsa-sha256`, `${more}rsa-md5`), 'signature-algorithm'],
    [
      'an algorithm named like a property of objects',
      changing(`${more}rsa-sha256`, 'constructor'),
      'signature-algorithm',
    ],
    [
      'elliptic curves and an RSA key',
      changing(`${more}rsa-sha256`, `${more}ecdsa-sha256`),
      'signature-untrusted',
    ],
    [
      'PSS instead of the padding that was used',
      changing(`${more}rsa-sha256`, 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'),
      'signature-untrusted',
    ],
    ['another hash than was used', changing(`${more}rsa-sha256`, `${more}rsa-sha512`), 'signature-untrusted'],
    ['inclusive canonicalization', signedWith({ canonicalization: inclusive }), 'signature-transform'],
    [
      'comments in its canonical form',
      signedWith({ transforms: [enveloped, `${exclusive}WithComments`] }),
      'signature-transform',
    ],
    [
      'the transform XSLT',
      changing(`Algorithm="${enveloped}"`, 'Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"'),
      'signature-transform',
    ],
    [
      'the transform XPath',
      changing(
        `<ds:Transform Algorithm="${enveloped}"/>`,
        '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>not(//x)</ds:XPath></ds:Transform>',
      ),
      'signature-transform',
    ],
    [
      'the transform base64',
      changing(`Algorithm="${exclusive}"/></ds:Transforms>`, `Algorithm="${old}base64"/></ds:Transforms>`),
      'signature-transform',
    ],
    [
      'a transform twice',
      changing(`<ds:Transform Algorithm="${enveloped}"/>`, twice(`<ds:Transform Algorithm="${enveloped}"/>`)),
      'signature-transform',
    ],
    [
      'the signature of a stranger, with the certificate of the stranger',
      forgedWith({ privateKey: stranger.privateKey, certificate: stranger.certificate }),
      'signature-untrusted',
    ],
    [
      'the signature of a stranger, with the certificate of the provider',
      forgedWith({ privateKey: stranger.privateKey, certificate: partner.certificate }),
      'signature-untrusted',
    ],
    [
      'the signature of a stranger, with a KeyName',
      forgedWith({ privateKey: stranger.privateKey, keyInfo: '<ds:KeyName>../../etc/passwd</ds:KeyName>' }),
      'signature-untrusted',
    ],
    [
      'the signature of a stranger, with a RetrievalMethod',
      forgedWith({
        privateKey: stranger.privateKey,
        keyInfo: '<ds:RetrievalMethod URI="http://127.0.0.1/key"/>',
      }),
      'signature-untrusted',
    ],
  ];
