import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../../../scripts/same/lines.ts';
import { fieldOf, Pairs } from '../../../scripts/same/pairs.ts';
import { kindOfValue, kindsOf } from '../../../scripts/same/recording/kinds.ts';
import { statementOf } from '../../../scripts/same/recording/statements.ts';

const id = '01m8ktyqdfeqav18vs8eyxyg4h';

describe('what differs with each run', () => {
  test.each([
    [`idn_${id}`, '‹idn›'],
    [`/Users/usr_${id}/keys`, '/Users/‹usr›/keys'],
    [`kd_live_${'aB3'.repeat(16)}x`, '‹key›'],
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479@example.com', '‹uuid›@example.com'],
    ['at 2026-11-29T14:22:13.932Z, 2026-11-29 and 2026-11-29T14%3A22%3A13Z', 'at ‹time›, ‹date› and ‹time›'],
    ['jit-bot-20261129145520', 'jit-bot-‹time›'],
    ['Sun, 29 Nov 2026 14:22:14 GMT', '‹time›'],
    [
      'http://127.0.0.1:43215/x and http%3A%2F%2Flocalhost%3A43215',
      'http://127.0.0.1:‹port›/x and http%3A%2F%2Flocalhost%3A‹port›',
    ],
    ['"iat":1790000000,"ms":1790000000123', '"iat":‹epoch›,"ms":‹epoch›'],
    ['ID="_ef1dfc76cc429cb6708d31f3a5a06e7ea01ec25d"', 'ID="‹hex›"'],
    ['kd_session=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4; a=b', 'kd_session=‹token›; a=b'],
    ['<v>/tKrT/8L0cJ9xT5h9k2mHq1wYzPq3uVbN4sD7eF6gHi=</v>', '<v>‹token›</v>'],
    [`"whsec_${'aB3/'.repeat(11)}="`, '"‹key›"'],
    ['"latency": "12ms"', '"latency": "‹ms›"'],
    ['the code QLDB-WNLT', 'the code ‹code›'],
    ['secret=CQPIZNW3KOTRMNSGANJRGVBZINSXJAAB&a=b', 'secret=‹base32›&a=b'],
    [`d="${'M4,4h1v1h-1z'.repeat(30)}"`, 'd="‹qr›"'],
  ])('is replaced by its kind: %s', (text, expected) => {
    expect(kindsOf(text).text).toBe(expected);
  });

  test.each([
    '/api/v1/directory/service-providers/refresh-metadata',
    'accessTokenSignedResponseAlgorithm',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    'INSUFFICIENT_AUTHENTICATION_LEVEL',
    '"expiresIn":3600',
  ])('does not include names: %s', (text) => {
    expect(kindsOf(text)).toEqual({ text, values: [] });
  });

  test('has its values in the order of the text', () => {
    const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFy';
    expect(kindsOf(`${token} idn_${id} ${token}`).values).toEqual([token, `idn_${id}`, token]);
  });

  test('is read inside of a JWT and of a signed message', () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const jwt = `${part({ alg: 'RS256', kid: 'one' })}.${part({ sub: `usr_${id}`, amr: ['pwd'] })}.c2ln`;
    expect(linesOf(jwt).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['  (jwt)  "sub": "‹usr›",']),
    );
    const xml = Buffer.from('<Response ID="_ef1dfc76cc429cb6708d31f3a5a06e7ea01ec25d"><Status/></Response>');
    const sent = `SAMLResponse=${encodeURIComponent(xml.toString('base64'))}`;
    expect(linesOf(sent).map(({ text }) => text)).toEqual([
      'SAMLResponse=‹token›',
      '  (xml) <Response ID="‹hex›">',
      '  (xml) <Status/>',
      '  (xml) </Response>',
    ]);
  });
});

describe('the values of two runs', () => {
  const compare = (pairs: Pairs, one: string, other: string): string[] =>
    pairs.compare(linesOf(one), linesOf(other)).map(({ text }) => text);

  test('stand for each other for good, by the order of their appearance', () => {
    const pairs = new Pairs();
    const [a, b, c] = ['4h', '5h', '6h'].map((end) => `idn_${id.slice(0, -2)}${end}`) as [
      string,
      string,
      string,
    ];
    expect(compare(pairs, `${a} ${b}`, `${b} ${c}`)).toEqual([]);
    expect(compare(pairs, a, b)).toEqual([]);
    expect(compare(pairs, b, b)).toEqual(['- ‹idn:2›', '+ ‹idn:1›']);
  });

  test('may be equal by chance if they are times', () => {
    const [early, late] = ['2026-11-29T14:22:13.932Z', '2026-11-29T14:22:13.933Z'];
    expect(compare(new Pairs(), `${early} ${early}`, `${early} ${late}`)).toEqual([]);
  });
});

test('a line is named by its field or its header', () => {
  expect(
    ['  "status": "ACTIVE",', 'etag: "1"', '?limit=2', 'HTTP/1.1 200 OK', '<p>Hello</p>'].map(fieldOf),
  ).toEqual(['"status"', 'etag', '?limit', 'status', '']);
});

describe('a statement', () => {
  test('has the kinds of its values in their places', () => {
    const values = [`org_${id}`, 'Ada', 3, null, new Date(), Buffer.from('a'), ['a', null], { a: 1 }];
    expect(statementOf('select\n  $1, $2, $3, $4, $5, $6, $7, $8, $9', values)).toBe(
      'select ‹org›, ‹text›, ‹number›, ‹null›, ‹time›, ‹bytes›, ‹null|text[]›, ‹json›, $9',
    );
  });

  test('has a value in its text in the same form', () => {
    const text = `insert into a values ('org_${id}', E'\\\\x7888910ab9155f64bb6bcb132d40af', '[{"a":1}]'::jsonb, 'Ada')`;
    expect(statementOf(text)).toBe(`insert into a values (‹org›, ‹bytes›, ‹json›::jsonb, 'Ada')`);
  });

  test('names the kinds of a list', () => {
    expect(kindOfValue([`usr_${id}`, `usr_${id}`])).toBe('usr[]');
    expect(kindOfValue(`{"usr_${id}"}`)).toBe('text[]');
    expect(kindOfValue('{"a":1}')).toBe('json');
  });
});

test('the recorder notes a request with its response, and the statements until the response', () => {
  const folder = join(import.meta.dirname, '../../../scripts/same/recording');
  const program = `
    import { createServer } from 'node:http';
    import { recordExchanges } from '${folder}/exchanges.ts';
    import { beginTest, noteStatement, state } from '${folder}/state.ts';
    recordExchanges();
    beginTest('one');
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        noteStatement('select 1');
        response.writeHead(201, { 'X-One': 'yes' }).end('done');
        noteStatement('select 2');
      });
    });
    await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
    const answer = await fetch('http://127.0.0.1:' + server.address().port + '/a?b=c', { method: 'POST', body: 'sent' });
    await answer.text();
    noteStatement('select 3');
    server.close();
    server.closeAllConnections();
    console.log(JSON.stringify(state.tests));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const [recorded] = JSON.parse(output) as [{ exchanges: Record<string, unknown>[]; besides: string[] }];
  expect(recorded.besides).toEqual(['select 2', 'select 3']);
  expect(recorded.exchanges).toMatchObject([
    {
      server: 'other',
      method: 'POST',
      url: '/a?b=c',
      requestBody: Buffer.from('sent').toString('base64'),
      responseHead: expect.stringMatching(/^HTTP\/1\.1 201 Created\r\nX-One: yes\r\n/),
      responseBody: Buffer.from('done').toString('base64'),
      statements: ['select 1'],
    },
  ]);
});
