import type { Client } from './client.ts';
import type { Expected } from './hostile-saml.ts';
import { samlBase } from './saml-sign-on.ts';

// Messages whose signature is right, and whose content is wrong.

const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const attribute = (name: string, value: string | undefined) => (xml: string) =>
  xml.replace(new RegExp(` ${name}="[^"]*"`), value === undefined ? '' : ` ${name}="${value}"`);
const issuer = (text: string) => (xml: string) => xml.replace(/(<saml:Issuer[^>]*>)[^<]*/, `$1${text}`);
const added = (content: string) => (xml: string) => xml.replace('</saml:Issuer>', `$&${content}`);
const atEnd = (content: string) => (xml: string) => xml.replace(/<\/samlp:\w+>$/, (end) => content + end);

export type Change = readonly [what: string, change: (xml: string) => string, expected: Expected];

/** Returns wrong headers for a message whose signature is right. */
export const hostileHeaders = ({ ours, theirs }: { ours: Client; theirs: Client }): Change[] => [
  ['no Destination', attribute('Destination', undefined), 'destination-missing'],
  ['an empty Destination', attribute('Destination', ''), 'destination-missing'],
  ['the Destination of another tenant', attribute('Destination', `${samlBase(theirs)}/sso`), 'destination'],
  ['the Destination of the metadata', attribute('Destination', `${samlBase(ours)}/metadata`), 'destination'],
  [
    'the Destination of another server',
    attribute('Destination', 'https://idp.attacker.example/sso'),
    'destination',
  ],
  ['a Destination that begins alike', attribute('Destination', `${samlBase(ours)}/sso/`), 'destination'],
  ['a Destination with a query', attribute('Destination', `${samlBase(ours)}/sso?x`), 'destination'],
  [
    'a Destination with a user',
    attribute('Destination', `${samlBase(ours)}/sso`.replace('//', '//a@')),
    'destination',
  ],
  ['an old message', attribute('IssueInstant', minutesAgo(7)), 'too-old'],
  ['a message of the future', attribute('IssueInstant', minutesAgo(-2)), 'in-the-future'],
  ['an old time without a zone', attribute('IssueInstant', '2026-01-01T00:00:00'), 'too-old'],
  ['a word instead of a time', attribute('IssueInstant', 'yesterday'), 'time'],
  ['a time beyond all times', attribute('IssueInstant', '+275760-09-13T00:00:00.001Z'), 'time'],
  ['a day that does not exist', attribute('IssueInstant', '2026-02-30T00:00:00Z'), 'time'],
  [
    'a time of 100,000 digits',
    attribute('IssueInstant', `2026-01-01T00:00:00.${'0'.repeat(100_000)}Z`),
    'too-old',
  ],
  ['no IssueInstant', attribute('IssueInstant', undefined), 'attribute'],
  ['version 1.1', attribute('Version', '1.1'), 'version'],
  ['no version', attribute('Version', undefined), 'attribute'],
  ['an empty ID', attribute('ID', ''), 'attribute'],
  ['an ID that begins with a digit', attribute('ID', '1a'), 'attribute'],
  ['an ID of 300 characters', attribute('ID', `_${'a'.repeat(300)}`), 'attribute'],
  ['an ID with a line break', attribute('ID', '_a&#10;b'), 'attribute'],
  ['an ID with markup', attribute('ID', '_a&lt;script&gt;'), 'attribute'],
  ['an unknown issuer', issuer('https://nobody.example'), 'SP_NOT_FOUND'],
  [
    'an issuer that ends otherwise',
    (xml) => xml.replace('</saml:Issuer>', '/</saml:Issuer>'),
    'SP_NOT_FOUND',
  ],
  [
    'an issuer with a zero-width space',
    (xml) => xml.replace('</saml:Issuer>', '\u200b</saml:Issuer>'),
    'SP_NOT_FOUND',
  ],
  ['an issuer of 100 KB', issuer('x'.repeat(100_000)), 'SP_NOT_FOUND'],
  ['an issuer that is cut within a character', issuer(`${'x'.repeat(199)}😀`), 'SP_NOT_FOUND'],
  ['an issuer with SQL', issuer("' or 1=1 --"), 'SP_NOT_FOUND'],
  [
    'no issuer',
    (xml) => xml.replace(/<saml:Issuer[\s\S]*<\/saml:Issuer>/, '<saml:x xmlns:saml="urn:x"/>'),
    'element',
  ],
  ['an empty issuer', issuer(''), 'text'],
  ['an issuer with an element', (xml) => xml.replace('</saml:Issuer>', '<x/></saml:Issuer>'), 'text'],
  [
    'an issuer that is a person',
    (xml) =>
      xml.replace(
        '<saml:Issuer',
        '<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"',
      ),
    'attribute',
  ],
  ['a root of another namespace', (xml) => xml.replace('SAML:2.0:protocol"', 'SAML:2.0:protoco1"'), 'root'],
  ['a root of another name', (xml) => xml.replace(/samlp:\w+Request/g, 'samlp:ArtifactResolve'), 'root'],
  ['an unknown element', atEnd('<x/>'), 'element'],
  [
    'an XInclude',
    atEnd('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>'),
    'element',
  ],
  ['two extensions', added('<samlp:Extensions/><samlp:Extensions/>'), 'element'],
  ['text beside its elements', atEnd('text'), 'element'],
];

const samlp = (name: string, content: string, attributes = ''): string =>
  `<samlp:${name} ${attributes}>${content}</samlp:${name}>`;
const classRef =
  '<saml:AuthnContextClassRef xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">x</saml:AuthnContextClassRef>';
const declRef = classRef.replaceAll('ClassRef', 'DeclRef');
const address = 'AssertionConsumerServiceURL';
const acs = (change: (url: string) => string) => (xml: string) =>
  xml.replace(
    /(AssertionConsumerServiceURL=")([^"]*)/,
    (_all, name: string, url: string) => name + change(url),
  );

/** Wishes of an AuthnRequest that leads elsewhere, or that cannot be read. */
export const hostileWishes: readonly Change[] = [
  ['an address of another server', attribute(address, 'https://attacker.example/acs'), 'SAML_ACS_MISMATCH'],
  ['an address that begins alike', acs((url) => `${url}.attacker.example`), 'SAML_ACS_MISMATCH'],
  ['an address with a query', acs((url) => `${url}?to=https://attacker.example`), 'SAML_ACS_MISMATCH'],
  ['an address with a fragment', acs((url) => `${url}#x`), 'SAML_ACS_MISMATCH'],
  ['an address with a user', acs((url) => url.replace('//', '//attacker.example@')), 'SAML_ACS_MISMATCH'],
  ['an address with another path', acs((url) => `${url}/../evil`), 'SAML_ACS_MISMATCH'],
  ['an address with a dot after its host', acs((url) => url.replace('.com/', '.com./')), 'SAML_ACS_MISMATCH'],
  ['an address in upper case', acs((url) => url.toUpperCase()), 'SAML_ACS_MISMATCH'],
  ['an address with a backslash', acs((url) => url.replace('/acs', '\\acs')), 'SAML_ACS_MISMATCH'],
  ['an address with an encoded character', acs((url) => url.replace('/acs', '/%61cs')), 'SAML_ACS_MISMATCH'],
  [
    'an address with a line break',
    acs((url) => `${url}&#13;&#10;Location: https://attacker.example`),
    'SAML_ACS_MISMATCH',
  ],
  ['an address with white space', acs((url) => ` ${url}`), 'SAML_ACS_MISMATCH'],
  ['an address by plain HTTP', acs((url) => url.replace('https', 'http')), 'SAML_ACS_MISMATCH'],
  ['an address that is a script', attribute(address, 'javascript:alert(1)'), 'SAML_ACS_MISMATCH'],
  ['an address that is data', attribute(address, 'data:text/html,x'), 'SAML_ACS_MISMATCH'],
  ['an address without a scheme', attribute(address, '//attacker.example/acs'), 'SAML_ACS_MISMATCH'],
  [
    'an address cut within a character',
    attribute(address, `https://x.example/${'x'.repeat(181)}😀`),
    'SAML_ACS_MISMATCH',
  ],
  [
    'an index that is not registered',
    (xml) =>
      attribute(
        'ProtocolBinding',
        undefined,
      )(xml).replace(/AssertionConsumerServiceURL="[^"]*"/, 'AssertionConsumerServiceIndex="99"'),
    'SAML_ACS_MISMATCH',
  ],
  [
    'an index and an address',
    (xml) => xml.replace(' Version=', ' AssertionConsumerServiceIndex="0" Version='),
    'attribute',
  ],
  [
    'a negative index',
    (xml) =>
      attribute(
        'ProtocolBinding',
        undefined,
      )(xml).replace(/AssertionConsumerServiceURL="[^"]*"/, 'AssertionConsumerServiceIndex="-1"'),
    'attribute',
  ],
  [
    'a number that is too large',
    (xml) => xml.replace(' Version=', ' AttributeConsumingServiceIndex="70000" Version='),
    'attribute',
  ],
  [
    'a flag that is neither true nor false',
    (xml) => xml.replace(' Version=', ' IsPassive="maybe" Version='),
    'attribute',
  ],
  ['a policy with content', added(samlp('NameIDPolicy', '<x/>')), 'element'],
  [
    'its elements out of order',
    added(`${samlp('RequestedAuthnContext', classRef)}${samlp('NameIDPolicy', '')}`),
    'element',
  ],
  ['two policies', added(samlp('NameIDPolicy', '').repeat(2)), 'element'],
  ['classes and declarations', added(samlp('RequestedAuthnContext', classRef + declRef)), 'element'],
  ['a context without classes', added(samlp('RequestedAuthnContext', '')), 'element'],
  ['an unknown comparison', added(samlp('RequestedAuthnContext', classRef, 'Comparison="any"')), 'attribute'],
  [
    'a subject of two names',
    added(
      '<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:NameID>a</saml:NameID><saml:NameID>b</saml:NameID></saml:Subject>',
    ),
    'element',
  ],
  [
    'a subject of white space',
    added(
      '<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:NameID> </saml:NameID></saml:Subject>',
    ),
    'text',
  ],
  [
    'more than 7 KB of wishes',
    added(
      `<saml:Subject xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><saml:NameID>${'x'.repeat(8_000)}</saml:NameID></saml:Subject>`,
    ),
    'SAML_REQUEST_INVALID',
  ],
];
