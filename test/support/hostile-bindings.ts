import { type Attacked, differenceOf, type Expected, signedMessage } from './hostile-saml.ts';
import type { Person } from './person.ts';
import { deflated } from './saml-messages.ts';
import type { TestService } from './service.ts';

// Queries and forms that bring a message in a wrong way.

/** Changes a query whose signature was right. */
export const hostileQueries: readonly [
  what: string,
  change: (query: string, xml: string) => string,
  expected: Expected,
][] = [
  ['no message', (query) => query.replace(/SAMLRequest=[^&]*&/, ''), 'parameter-missing'],
  [
    'the request in the parameter of responses',
    (query) => query.replace('SAMLRequest=', 'SAMLResponse='),
    'parameter-other',
  ],
  ['an empty message', (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest='), 'parameter-missing'],
  ['a response beside the request', (query) => `${query}&SAMLResponse=AAAA`, 'parameter-ambiguous'],
  ['the message twice', (query) => `${query}&${query.split('&')[0]}`, 'VALIDATION_ERROR'],
  ['the message twice, once encoded', (query) => `${query}&SAMLReques%74=AAAA`, 'VALIDATION_ERROR'],
  ['RelayState twice', (query) => `${query}&RelayState=evil`, 'VALIDATION_ERROR'],
  ['RelayState twice, once encoded', (query) => `${query}&Relay%53tate=evil`, 'VALIDATION_ERROR'],
  ['SigAlg twice', (query) => `${query}&SigAlg=x`, 'VALIDATION_ERROR'],
  ['Signature twice', (query) => `${query}&Signature=AAAA`, 'VALIDATION_ERROR'],
  [
    'another RelayState',
    (query) => query.replace('RelayState=here', 'RelayState=evil'),
    'signature-untrusted',
  ],
  [
    'no RelayState where one was signed',
    (query) => query.replace('RelayState=here&', ''),
    'signature-untrusted',
  ],
  [
    'an empty RelayState instead',
    (query) => query.replace('RelayState=here', 'RelayState='),
    'signature-untrusted',
  ],
  [
    'a RelayState in another case beside it',
    (query) => query.replace('RelayState=here', 'RelayState=evil&relayState=here'),
    'signature-untrusted',
  ],
  [
    'a message in another case',
    (query) => query.replace('SAMLRequest=', 'samlrequest='),
    'parameter-missing',
  ],
  ['no signature', (query) => query.replace(/&Signature=.*/, ''), 'signature-incomplete'],
  ['an empty signature', (query) => query.replace(/&Signature=.*/, '&Signature='), 'signature-incomplete'],
  ['no algorithm', (query) => query.replace(/&SigAlg=[^&]*/, ''), 'signature-incomplete'],
  ['neither signature nor algorithm', (query) => query.replace(/&SigAlg=.*/, ''), 'signature-missing'],
  ['HMAC with SHA-256', (query) => query.replace('rsa-sha256', 'hmac-sha256'), 'signature-algorithm'],
  [
    'SHA-1 and RSA',
    (query) => query.replace('2001%2F04%2Fxmldsig-more%23rsa-sha256', '2000%2F09%2Fxmldsig%23rsa-sha1'),
    'signature-algorithm',
  ],
  ['another hash', (query) => query.replace('rsa-sha256', 'rsa-sha512'), 'signature-untrusted'],
  [
    'an algorithm named like a property of objects',
    (query) => query.replace(/SigAlg=[^&]*/, 'SigAlg=__proto__'),
    'signature-algorithm',
  ],
  ['a signature in base64url', (query) => query.replace(/&Signature=.*/, '&Signature=-_-_'), 'base64'],
  ['a message in base64url', (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=-_-_'), 'base64'],
  ['a message without padding', (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=AAAAA'), 'base64'],
  [
    'a message that is not deflated',
    (query, xml) =>
      query.replace(
        /SAMLRequest=[^&]*/,
        `SAMLRequest=${encodeURIComponent(Buffer.from(xml).toString('base64'))}`,
      ),
    'deflate',
  ],
  [
    'a message with more after its end',
    (query, xml) =>
      query.replace(
        /SAMLRequest=[^&]*/,
        `SAMLRequest=${encodeURIComponent(Buffer.concat([Buffer.from(deflated(xml), 'base64'), Buffer.from('more')]).toString('base64'))}`,
      ),
    'deflate',
  ],
  [
    'a deflate bomb',
    (query) =>
      query.replace(
        /SAMLRequest=[^&]*/,
        `SAMLRequest=${encodeURIComponent(deflated(' '.repeat(8_000_000)))}`,
      ),
    'deflate',
  ],
  ['another encoding', (query) => `${query}&SAMLEncoding=urn:x`, 'deflate'],
  [
    'percent signs that encode nothing',
    (query) => query.replace(/SAMLRequest=[^&]*/, 'SAMLRequest=%zz'),
    'VALIDATION_ERROR',
  ],
  ['NUL in RelayState', (query) => query.replace('RelayState=here', 'RelayState=%00'), 'VALIDATION_ERROR'],
  [
    'an overlong character in RelayState',
    (query) => query.replace('RelayState=here', 'RelayState=%C0%AF'),
    'VALIDATION_ERROR',
  ],
  [
    'a surrogate in RelayState',
    (query) => query.replace('RelayState=here', 'RelayState=%ED%A0%80'),
    'VALIDATION_ERROR',
  ],
  [
    'a RelayState of 1,025 bytes',
    (query) => query.replace('RelayState=here', `RelayState=${'x'.repeat(1_025)}`),
    'relay-state-too-long',
  ],
  [
    'a RelayState of 1,026 bytes in 513 characters',
    (query) => query.replace('RelayState=here', `RelayState=${'%C3%A9'.repeat(513)}`),
    'relay-state-too-long',
  ],
  [
    'a line feed in RelayState, which forms would return as two characters',
    (query) => query.replace('RelayState=here', 'RelayState=a%0Ab'),
    'relay-state-line-break',
  ],
  ['a semicolon for an ampersand', (query) => query.replace('&RelayState', ';RelayState'), 'base64'],
];

/** The bodies of forms that bring a good message, and more. */
const hostileForms: readonly [
  what: string,
  body: (message: string) => string,
  expected: Expected,
  type?: string,
][] = [
  ['no message', () => 'RelayState=x', 'parameter-missing'],
  ['nothing at all', () => '', 'VALIDATION_ERROR'],
  ['an empty message', () => 'SAMLRequest=', 'parameter-missing'],
  ['the message twice', (message) => `SAMLRequest=${message}&SAMLRequest=${message}`, 'VALIDATION_ERROR'],
  [
    'the message twice, once encoded',
    (message) => `SAMLRequest=${message}&SAMLReques%74=${message}`,
    'VALIDATION_ERROR',
  ],
  ['RelayState twice', (message) => `SAMLRequest=${message}&RelayState=a&RelayState=b`, 'VALIDATION_ERROR'],
  ['the request in the parameter of responses', (message) => `SAMLResponse=${message}`, 'parameter-other'],
  ['a list of messages', (message) => `SAMLRequest[]=${message}`, 'parameter-missing'],
  [
    'a response beside the request',
    (message) => `SAMLRequest=${message}&SAMLResponse=AAAA`,
    'parameter-ambiguous',
  ],
  ['NUL in RelayState', (message) => `SAMLRequest=${message}&RelayState=%00`, 'VALIDATION_ERROR'],
  [
    'a byte in RelayState that is not UTF-8',
    (message) => `SAMLRequest=${message}&RelayState=%FF`,
    'VALIDATION_ERROR',
  ],
  [
    'an overlong character in RelayState',
    (message) => `SAMLRequest=${message}&RelayState=%C0%AF`,
    'VALIDATION_ERROR',
  ],
  [
    'a surrogate in RelayState',
    (message) => `SAMLRequest=${message}&RelayState=%ED%A0%80`,
    'VALIDATION_ERROR',
  ],
  [
    'a line feed in RelayState, which forms would return as two characters',
    (message) => `SAMLRequest=${message}&RelayState=a%0Ab`,
    'relay-state-line-break',
  ],
  ['NUL after the message', (message) => `SAMLRequest=${message}%00`, 'VALIDATION_ERROR'],
  [
    'a RelayState of 1,025 bytes',
    (message) => `SAMLRequest=${message}&RelayState=${'x'.repeat(1_025)}`,
    'relay-state-too-long',
  ],
  ['201 fields', (message) => `SAMLRequest=${message}${'&a'.repeat(200)}`, 'VALIDATION_ERROR'],
  ['a message in base64url', () => 'SAMLRequest=PHg_-w', 'base64'],
  ['a message without padding', () => 'SAMLRequest=PHgvPg', 'base64'],
  ['a message with characters that are not base64', (message) => `SAMLRequest=!${message}`, 'base64'],
  [
    'a message that is encoded twice',
    (message) =>
      `SAMLRequest=${encodeURIComponent(Buffer.from(decodeURIComponent(message)).toString('base64'))}`,
    'not-well-formed',
  ],
  [
    'a message that is deflated',
    (message) =>
      `SAMLRequest=${encodeURIComponent(deflated(Buffer.from(decodeURIComponent(message), 'base64')))}`,
    'utf8',
  ],
  ['more than 390,000 characters', () => `SAMLRequest=${'A'.repeat(392_000)}`, 'VALIDATION_ERROR'],
  ['more than the limit of a body', () => `SAMLRequest=${'A'.repeat(400_000)}`, 'PAYLOAD_TOO_LARGE'],
  ['JSON', () => '{"SAMLRequest":"x"}', 'UNSUPPORTED_MEDIA_TYPE', 'application/json'],
  ['XML', () => '<x/>', 'UNSUPPORTED_MEDIA_TYPE', 'text/xml'],
  ['plain text', (message) => `SAMLRequest=${message}`, 'UNSUPPORTED_MEDIA_TYPE', 'text/plain'],
  [
    'parts',
    (message) => `--x\r\nContent-Disposition: form-data; name="SAMLRequest"\r\n\r\n${message}\r\n--x--`,
    'UNSUPPORTED_MEDIA_TYPE',
    'multipart/form-data; boundary=x',
  ],
  [
    'UTF-7',
    (message) => `SAMLRequest=${message}`,
    'UNSUPPORTED_MEDIA_TYPE',
    'application/x-www-form-urlencoded; charset=utf-7',
  ],
  [
    'UTF-16',
    (message) => `SAMLRequest=${message}`,
    'UNSUPPORTED_MEDIA_TYPE',
    'application/x-www-form-urlencoded; charset=utf-16',
  ],
];

/** Sends each hostile form with a good message, and returns what was answered otherwise than expected. */
export async function wrongForms(
  { anonymous }: Pick<TestService, 'anonymous'>,
  { attacked, visitor }: { attacked: Attacked; visitor: Person },
): Promise<string[]> {
  const path = new URL(attacked.endpoint).pathname;
  const wrong: string[] = [];
  for (const [what, body, expected, type = 'application/x-www-form-urlencoded'] of hostileForms) {
    const message = encodeURIComponent(Buffer.from(signedMessage(attacked.bare())).toString('base64'));
    const headers = { ...visitor.cookies.sent('/'), accept: 'text/html', 'content-type': type };
    const answer = await anonymous.send('POST', path, { headers, body: body(message), redirect: 'manual' });
    const text = typeof answer.body === 'string' ? answer.body : '';
    const location = answer.headers.get('location') ?? '';
    const difference = differenceOf({ ...answer, text, location }, expected);
    if (difference !== '') wrong.push(`${what}: ${difference}`);
  }
  return wrong;
}
