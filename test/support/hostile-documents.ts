import type { Rule } from '../../src/saml-messages/rules.ts';
import type { Made } from './hostile-saml.ts';

// Documents that no reader of messages may parse, made of a good message. No signature is verified before.

const entities = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
const afterRoot = (xml: string, content: string): string => xml.replace(/>/, (end) => `${end}${content}`);
const inRoot = (xml: string, attributes: string): string =>
  xml.replace(' Version=', `${attributes} Version=`);
const inIssuer = (xml: string, content: string): string =>
  xml.replace('</saml:Issuer>', `${content}</saml:Issuer>`);
const withType = (xml: string, type: string, content = ''): string =>
  `<!DOCTYPE x ${type}>${inIssuer(xml, content)}`;
const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
const numbered = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

/** Puts bytes that are not UTF-8 into the issuer. */
function withBytes(xml: string, ...bytes: number[]): Uint8Array {
  const [before = '', after = ''] = inIssuer(xml, '\0').split('\0');
  return Buffer.concat([Buffer.from(before), Uint8Array.from(bytes), Buffer.from(after)]);
}

export const hostileDocuments: readonly [what: string, change: (xml: string) => Made, rule: Rule][] = [
  [
    'an external entity of a file',
    (xml) => withType(xml, '[<!ENTITY x SYSTEM "file:///etc/passwd">]', '&x;'),
    'doctype',
  ],
  [
    'an external entity of a server',
    (xml) => withType(xml, '[<!ENTITY x SYSTEM "http://127.0.0.1/">]', '&x;'),
    'doctype',
  ],
  [
    'a parameter entity',
    (xml) => withType(xml, '[<!ENTITY % x SYSTEM "http://127.0.0.1/x.dtd">%x;]'),
    'doctype',
  ],
  ['an external document type', (xml) => withType(xml, 'SYSTEM "http://127.0.0.1/x.dtd"'), 'doctype'],
  ['a public document type', (xml) => withType(xml, 'PUBLIC "-//x//y" "http://127.0.0.1/x.dtd"'), 'doctype'],
  ['an internal entity', (xml) => withType(xml, '[<!ENTITY x "y">]', '&x;'), 'doctype'],
  ['a billion laughs', (xml) => withType(xml, `[<!ENTITY e0 "ha">${entities(9)}]`, '&e9;'), 'doctype'],
  [
    'a quadratic blow-up',
    (xml) => withType(xml, `[<!ENTITY x "${'y'.repeat(9_000)}">]`, '&x;'.repeat(200)),
    'doctype',
  ],
  [
    'a default ID of a document type',
    (xml) => withType(xml, '[<!ATTLIST saml:Issuer ID CDATA "_x">]'),
    'doctype',
  ],
  ['a document type in lower case', (xml) => `<!doctype x>${xml}`, 'not-well-formed'],
  ['an entity of HTML', (xml) => inIssuer(xml, '&nbsp;'), 'not-well-formed'],
  ['a comment that truncates the issuer', (xml) => inIssuer(xml, '<!-- -->.evil.example'), 'comment'],
  ['a comment before the root', (xml) => `<!-- -->${xml}`, 'comment'],
  ['a comment after the root', (xml) => `${xml}<!-- -->`, 'comment'],
  ['a comment beside the issuer', (xml) => afterRoot(xml, '<!--x-->'), 'comment'],
  ['a processing instruction before the root', (xml) => `<?x y?>${xml}`, 'processing-instruction'],
  ['a processing instruction in the issuer', (xml) => inIssuer(xml, '<?x y?>'), 'processing-instruction'],
  [
    'a style sheet',
    (xml) => `<?xml-stylesheet href="http://127.0.0.1/x.xsl"?>${xml}`,
    'processing-instruction',
  ],
  ['CDATA in the issuer', (xml) => inIssuer(xml, '<![CDATA[.evil.example]]>'), 'cdata'],
  ['CDATA beside the issuer', (xml) => afterRoot(xml, '<![CDATA[]]>'), 'cdata'],
  ['two roots', (xml) => `${xml}${xml}`, 'not-well-formed'],
  ['text after the root', (xml) => `${xml}x`, 'not-well-formed'],
  ['text before the root', (xml) => `x${xml}`, 'not-well-formed'],
  ['white space before its XML declaration', (xml) => ` <?xml version="1.0"?>${xml}`, 'not-well-formed'],
  ['its last tag cut off', (xml) => xml.slice(0, -5), 'not-well-formed'],
  ['no XML at all', () => 'SAML', 'not-well-formed'],
  ['JSON instead of XML', () => '{"Issuer":"x"}', 'not-well-formed'],
  ['an attribute twice', (xml) => inRoot(xml, ' Version="2.0"'), 'not-well-formed'],
  [
    'an attribute twice by two prefixes',
    (xml) => inRoot(xml, ' xmlns:a="urn:x" xmlns:b="urn:x" a:c="1" b:c="2"'),
    'not-well-formed',
  ],
  ['an attribute without quotes', (xml) => inRoot(xml, ' a=b'), 'not-well-formed'],
  ['a prefix that is not bound', (xml) => afterRoot(xml, '<x:y/>'), 'not-well-formed'],
  ['another namespace for the prefix xml', (xml) => inRoot(xml, ' xmlns:xml="urn:x"'), 'not-well-formed'],
  ['the prefix xmlns bound', (xml) => inRoot(xml, ' xmlns:xmlns="urn:x"'), 'not-well-formed'],
  ['a smaller-than sign in an attribute', (xml) => inRoot(xml, ' a="<"'), 'not-well-formed'],
  ['a bare ampersand', (xml) => inIssuer(xml, ' & '), 'not-well-formed'],
  ['the end of CDATA in a text', (xml) => inIssuer(xml, ']]>'), 'not-well-formed'],
  ['NUL after the root', (xml) => `${xml}\0`, 'not-well-formed'],
  ['NUL in the issuer', (xml) => inIssuer(xml, '\0.evil.example'), 'not-well-formed'],
  ['NUL as a reference', (xml) => inIssuer(xml, '&#0;'), 'not-well-formed'],
  ['a control character as a reference', (xml) => inIssuer(xml, '&#x1f;'), 'not-well-formed'],
  ['a surrogate as a reference', (xml) => inIssuer(xml, '&#xd800;'), 'not-well-formed'],
  ['a reference beyond Unicode', (xml) => inIssuer(xml, '&#x110000;'), 'not-well-formed'],
  ['version 1.1 of XML', (xml) => `<?xml version="1.1"?>${xml}`, 'encoding'],
  ['UTF-16 in its XML declaration', (xml) => `<?xml version="1.0" encoding="UTF-16"?>${xml}`, 'encoding'],
  [
    'UTF-7 in its XML declaration',
    (xml) => `<?xml version="1.0" encoding="UTF-7"?>${xml.replaceAll('<', '+ADw-')}`,
    'encoding',
  ],
  ['EBCDIC in its XML declaration', (xml) => `<?xml version="1.0" encoding="cp037"?>${xml}`, 'encoding'],
  ['UTF-16 with a byte order mark', (xml) => Buffer.from(`\ufeff${xml}`, 'utf16le'), 'utf8'],
  ['UTF-16 without a byte order mark', (xml) => Buffer.from(xml, 'utf16le'), 'not-well-formed'],
  ['two byte order marks', (xml) => `\ufeff\ufeff${xml}`, 'not-well-formed'],
  ['an overlong form of a smaller-than sign', (xml) => withBytes(xml, 0xc0, 0xbc), 'utf8'],
  ['an overlong form of NUL', (xml) => withBytes(xml, 0xc0, 0x80), 'utf8'],
  ['a surrogate in UTF-8', (xml) => withBytes(xml, 0xed, 0xa0, 0x80), 'utf8'],
  ['a byte of Latin-1', (xml) => withBytes(xml, 0xe9), 'utf8'],
  ['65 levels of elements', (xml) => afterRoot(xml, nested(65)), 'too-deep'],
  ['10,000 levels of elements', (xml) => afterRoot(xml, nested(10_000)), 'too-deep'],
  [
    '65 attributes of one element',
    (xml) =>
      inRoot(
        xml,
        numbered(65, (at) => ` a${at}="x"`),
      ),
    'too-many',
  ],
  [
    '1,000 namespaces of one element',
    (xml) =>
      inRoot(
        xml,
        numbered(1_000, (at) => ` xmlns:a${at}="urn:x"`),
      ),
    'too-many',
  ],
  [
    '1,000 namespaces of 20 elements',
    (xml) =>
      afterRoot(
        xml,
        numbered(20, () => `<a${numbered(50, (at) => ` xmlns:a${at}="urn:x"`)}>`),
      ),
    'too-many',
  ],
  ['1,000 elements', (xml) => afterRoot(xml, '<a/>'.repeat(1_000)), 'too-many'],
  ['1,000 references', (xml) => inIssuer(xml, '&amp;'.repeat(1_000)), 'too-many'],
  ['128 KB of text', (xml) => inIssuer(xml, 'x'.repeat(131_072)), 'too-large'],
  ['an attribute of 128 KB', (xml) => inRoot(xml, ` a="${'x'.repeat(131_072)}"`), 'too-large'],
  ['its ID at another element', (xml) => afterRoot(xml, `<x ID="${idIn(xml)}"/>`), 'duplicate-id'],
  ['its ID at another element, as Id', (xml) => afterRoot(xml, `<x Id="${idIn(xml)}"/>`), 'duplicate-id'],
  [
    'its ID at another element, as xml:id',
    (xml) => afterRoot(xml, `<x xml:id="${idIn(xml)}"/>`),
    'duplicate-id',
  ],
  [
    'its ID at another element, with a prefix',
    (xml) => afterRoot(xml, `<x xmlns:y="urn:y" y:id="${idIn(xml)}"/>`),
    'duplicate-id',
  ],
];

const idIn = (xml: string): string => / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
