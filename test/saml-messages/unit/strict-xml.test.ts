import { describe, expect, test } from 'vitest';
import { receivePost } from '../../../src/saml-messages/receive/post.ts';
import {
  decodeUtf8,
  messageLimits,
  metadataLimits,
  requestLimits,
  parseStrictly,
} from '../../../src/saml-messages/xml/strict.ts';
import { ruleBrokenBy } from '../../support/saml-messages.ts';

const entities = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;

describe('a message', () => {
  const cases: readonly [what: string, xml: string, rule: string][] = [
    [
      'with an external entity of a file',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
      'doctype',
    ],
    [
      'with an external entity of a server',
      '<!DOCTYPE r [<!ENTITY x SYSTEM "http://127.0.0.1/">]><r>&x;</r>',
      'doctype',
    ],
    ['with a parameter entity', '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1/">%x;]><r/>', 'doctype'],
    ['with an external document type', '<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd"><r/>', 'doctype'],
    ['with an internal entity', '<!DOCTYPE r [<!ENTITY x "y">]><r>&x;</r>', 'doctype'],
    ['with a billion laughs', `<!DOCTYPE r [<!ENTITY e0 "ha">${entities(9)}]><r>&e9;</r>`, 'doctype'],
    [
      'with a quadratic blow-up',
      `<!DOCTYPE r [<!ENTITY x "${'y'.repeat(50_000)}">]><r>${'&x;'.repeat(1_000)}</r>`,
      'doctype',
    ],
    [
      'with a default attribute of a document type',
      '<!DOCTYPE r [<!ATTLIST r ID CDATA "_x">]><r/>',
      'doctype',
    ],
    ['with a bare document type', '<!DOCTYPE r><r/>', 'doctype'],
    ['with a document type in lower case', '<!doctype r><r/>', 'not-well-formed'],
    ['with a document type after the root', '<r/><!DOCTYPE r>', 'not-well-formed'],
    ['with an undefined entity', '<r>&nbsp;</r>', 'not-well-formed'],
    ['with a comment', '<r>a<!-- -->b</r>', 'comment'],
    ['with a comment before the root', '<!-- --><r/>', 'comment'],
    ['with a comment after the root', '<r/><!-- -->', 'comment'],
    ['with a processing instruction', '<r>a<?x y?>b</r>', 'processing-instruction'],
    ['with a style sheet', '<?xml-stylesheet href="http://127.0.0.1/"?><r/>', 'processing-instruction'],
    ['with CDATA', '<r><![CDATA[x]]></r>', 'cdata'],
    ['with two roots', '<r/><r/>', 'not-well-formed'],
    ['with text after the root', '<r/>x', 'not-well-formed'],
    ['with text before the root', 'x<r/>', 'not-well-formed'],
    ['without a root', ' ', 'not-well-formed'],
    ['that is empty', '', 'not-well-formed'],
    ['with an open element', '<r><a></r>', 'not-well-formed'],
    ['with crossed elements', '<r><a><b></a></b></r>', 'not-well-formed'],
    ['with an unquoted attribute', '<r a=b/>', 'not-well-formed'],
    ['with an attribute twice', '<r a="1" a="2"/>', 'not-well-formed'],
    [
      'with an attribute twice by two prefixes',
      '<r xmlns:x="urn:x" xmlns:y="urn:x" x:a="1" y:a="2"/>',
      'not-well-formed',
    ],
    ['with an unbound prefix', '<x:r/>', 'not-well-formed'],
    ['with an unbound prefix of an attribute', '<r x:a="1"/>', 'not-well-formed'],
    ['that binds the prefix xml', '<r xmlns:xml="urn:x"/>', 'not-well-formed'],
    ['that binds the prefix xmlns', '<r xmlns:xmlns="urn:x"/>', 'not-well-formed'],
    ['that unbinds a prefix', '<r xmlns:x="urn:x"><a xmlns:x=""/></r>', 'not-well-formed'],
    ['with two colons in a name', '<r xmlns:a="urn:x"><a:b:c/></r>', 'not-well-formed'],
    ['with a smaller-than sign in an attribute', '<r a="<"/>', 'not-well-formed'],
    ['with a bare ampersand', '<r>a & b</r>', 'not-well-formed'],
    ['with the end of CDATA in its text', '<r>]]></r>', 'not-well-formed'],
    ['with NUL', '<r>a\0b</r>', 'not-well-formed'],
    ['with NUL as a reference', '<r>&#0;</r>', 'not-well-formed'],
    ['with a surrogate as a reference', '<r>&#xD800;</r>', 'not-well-formed'],
    ['with a control character', '<r>\u0001</r>', 'not-well-formed'],
    ['of XML 1.1', '<?xml version="1.1"?><r/>', 'encoding'],
    ['that says UTF-16', '<?xml version="1.0" encoding="UTF-16"?><r/>', 'encoding'],
    ['that says ISO-8859-1', '<?xml version="1.0" encoding="ISO-8859-1"?><r/>', 'encoding'],
    ['that says UTF-7', '<?xml version="1.0" encoding="UTF-7"?><r/>', 'encoding'],
    ['with two declarations', '<?xml version="1.0"?><?xml version="1.0"?><r/>', 'not-well-formed'],
    ['with a declaration after a space', ' <?xml version="1.0"?><r/>', 'not-well-formed'],
    ['that is nested 65 times', nested(65), 'too-deep'],
    ['that is nested 10,000 times', nested(10_000), 'too-deep'],
    ['with 20,001 elements', `<r>${'<a/>'.repeat(20_000)}</r>`, 'too-many'],
    ['with 2,001 references', `<r>${'&amp;'.repeat(2_001)}</r>`, 'too-many'],
    ['with 2,001 elements and attributes', `<r>${'<a b=""/>'.repeat(1_000)}</r>`, 'too-many'],
    [
      'with 65 attributes',
      `<r ${Array.from({ length: 65 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'too-many',
    ],
    ['with 256 KB', `<r>${'x'.repeat(256 * 1024)}</r>`, 'too-large'],
    ['with 128 K characters of two bytes', `<r>${'ü'.repeat(128 * 1024)}</r>`, 'too-large'],
    ['with one ID twice', '<r ID="a"><b ID="a"/></r>', 'duplicate-id'],
    ['with one ID under two names', '<r ID="a"><b id="a"/></r>', 'duplicate-id'],
    ['with one ID under two names of one element', '<r ID="a" Id="a"/>', 'duplicate-id'],
    ['with one ID as xml:id', '<r ID="a"><b xml:id="a"/></r>', 'duplicate-id'],
  ];
  test.each(cases)('%s is rejected', async (_what, xml, rule) => {
    expect(await ruleBrokenBy(() => parseStrictly(xml).documentElement.localName)).toBe(rule);
  });

  test.each([
    ['with a declaration', '<?xml version="1.0" encoding="utf-8"?><r/>'],
    ['with references to characters', '<r>&#65;&amp;&#x1F600;</r>'],
    ['nested 64 times', nested(64)],
    ['with a prefix that is bound twice', '<x:r xmlns:x="urn:x"><x:a xmlns:x="urn:y"/></x:r>'],
  ])('%s is accepted', (_what, xml) => {
    expect(parseStrictly(xml).documentElement.localName).toMatch(/^[ar]$/);
  });
});

describe('the bytes of a message', () => {
  test.each([
    ['UTF-16, little end first', Buffer.from('\ufeff<r/>', 'utf16le'), 'utf8'],
    ['Latin-1', Buffer.from('<r>ü</r>', 'latin1'), 'utf8'],
    ['an overlong slash', Buffer.from([0x3c, 0x72, 0xc0, 0xaf, 0x3e]), 'utf8'],
    ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80]), 'utf8'],
    ['UTF-16 without a mark', Buffer.from('<r/>', 'utf16le'), 'not-well-formed'],
    ['UTF-32', Buffer.from([0x3c, 0, 0, 0, 0x72, 0, 0, 0]), 'not-well-formed'],
    ['EBCDIC', Buffer.from([0x4c, 0x6f, 0xa7, 0x94, 0x93]), 'utf8'],
    ['one byte too many', Buffer.alloc(256 * 1024 + 1, 0x20), 'too-large'],
  ])('that are %s are rejected', async (_what, bytes, rule) => {
    expect(await ruleBrokenBy(() => parseStrictly(decodeUtf8(bytes, messageLimits)))).toBe(rule);
  });
  test.each([
    ['characters of the URL alphabet', 'PHIvPg-_'],
    ['no padding', 'PHIvPg'],
    ['text after the padding', 'PHIvPg==PHIvPg=='],
    ['stray bits at the end', 'PHIvPh=='],
    ['nothing', ''],
    ['other characters', 'PHIvPg==!'],
  ])('in base64 with %s are rejected', async (_what, message) => {
    expect(await ruleBrokenBy(() => receivePost({ parameter: 'SAMLRequest', message }))).toBe('base64');
  });
  test('in base64 with line breaks are accepted', () =>
    expect(receivePost({ parameter: 'SAMLRequest', message: 'PHIv\r\nPg==' }).xml).toBe('<r/>'));
  test('in base64 that is too long are rejected before they are decoded', async () => {
    const message = 'A'.repeat(400_000);
    expect(await ruleBrokenBy(() => receivePost({ parameter: 'SAMLRequest', message }))).toBe('too-large');
  });
});

test('metadata may have comments, and is rejected for all else', async () => {
  expect(parseStrictly('<!-- a --><r><!-- b --></r>', metadataLimits).documentElement.localName).toBe('r');
  expect(await ruleBrokenBy(() => parseStrictly('<!DOCTYPE r><r/>', metadataLimits))).toBe('doctype');
  expect(await ruleBrokenBy(() => parseStrictly('<r><?x?></r>', metadataLimits))).toBe(
    'processing-instruction',
  );
});

test('a request may have 300 elements, and no more', async () => {
  const withElements = (count: number) =>
    ruleBrokenBy(
      () => parseStrictly(`<r>${'<a/>'.repeat(count - 1)}</r>`, requestLimits).documentElement.localName,
    );
  expect(await withElements(300)).toBe('accepted: "r"');
  expect(await withElements(301)).toBe('too-many');
});
