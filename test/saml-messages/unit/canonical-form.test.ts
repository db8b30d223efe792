import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Built, canonical, element, write } from '../../../src/saml-messages/build/element.ts';
import { encryptAssertion } from '../../../src/saml-messages/build/encrypt.ts';
import { hashAlgorithms } from '../../../src/saml-messages/hash-algorithms.ts';
import { goodResponse, partner, responseContent, stranger } from '../../support/saml-messages.ts';
import { rounds } from '../../support/thorough.ts';

// xml-crypto reads what the builder signs without it.

const documentOf = (xml: string) =>
  new DOMParser({
    errorHandler: (_level, message) => {
      throw new Error(message);
    },
  }).parseFromString(xml, 'text/xml');

/** Texts of every length with what must be escaped. */
const text = fc
  .oneof(
    fc.string({
      unit: fc.constantFrom('a', '&', '<', '>', '"', "'", '\n', '\t', '\r', ']]>', ' ', 'ü', '😀'),
    }),
    fc.string(),
  )
  .filter((one) => !/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(one));

const name = fc.constantFrom(
  ...(['saml:A', 'samlp:B', 'md:C', 'mdui:D', 'ds:E', 'soap:F', 'saml:G'] as const),
);
const attributes = fc.dictionary(fc.constantFrom('ID', 'Name', 'Format', 'index', 'xml:lang'), text);
const { tree } = fc.letrec<{ tree: Built }>((tie) => ({
  tree: fc
    .tuple(name, attributes, fc.array(fc.oneof({ maxDepth: 4 }, text, tie('tree')), { maxLength: 4 }))
    .map(([what, said, children]) => element(what, said, ...children)),
}));

test('the builder writes the canonical form that xml-crypto makes of it', () => {
  fc.assert(
    fc.property(tree, (built) => {
      const { documentElement } = documentOf(write(built));
      expect(canonical(built)).toBe(new ExclusiveCanonicalization().process(documentElement, {}));
    }),
    { numRuns: rounds(10_000, 2_500, 1_000) },
  );
});

test('an encrypted assertion is written in the canonical form that xml-crypto makes of it', async () => {
  const encryption = { certificate: partner.certificate, algorithm: 'aes256-gcm' } as const;
  const built = encryptAssertion('<a/>', encryption);
  const { documentElement } = documentOf(write(built));
  expect(canonical(built)).toBe(new ExclusiveCanonicalization().process(documentElement, {}));
});

/** Lets xml-crypto verify every signature of a document with the key of the partner. */
function verifiedByLibrary(xml: string): number {
  const root = documentOf(xml).documentElement;
  const all = [
    ...Array.from(root.childNodes),
    ...Array.from(root.childNodes).flatMap((one) => Array.from(one.childNodes)),
  ];
  const signatures = all.filter((one) => (one as typeof root).localName === 'Signature') as (typeof root)[];
  for (const signature of signatures) {
    const verifier = new SignedXml({ publicCert: partner.certificate, getCertFromKeyInfo: () => null });
    verifier.HashAlgorithms = hashAlgorithms();
    verifier.loadSignature(signature);
    expect(verifier.checkSignature(xml)).toBe(true);
  }
  return signatures.length;
}

test('xml-crypto verifies the signatures of responses with any values', { timeout: 120_000 }, async () => {
  const encryption = { certificate: stranger.certificate, algorithm: 'aes256-gcm' } as const;
  const protections = [
    [{}, 1],
    [{ signAssertion: false, signResponse: true }, 1],
    [{ signResponse: true }, 2],
    [{ signResponse: true, encryption }, 1],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...protections),
      text,
      fc.array(text),
      async ([protection, count], value, values) => {
        const { assertion } = responseContent;
        const nameId = { ...assertion.nameId, value };
        const content = { ...assertion, nameId, attributes: [{ name: `n${value}`, values }] };
        const xml = await goodResponse(protection, { ...responseContent, assertion: content });
        expect(verifiedByLibrary(xml)).toBe(count);
      },
    ),
    { numRuns: rounds(2_000, 500, 200) },
  );
});
