import { describe, expect, test } from 'vitest';
import { compareFile, type Difference } from '../../../scripts/same/compare.ts';
import { chooseFiles } from '../../../scripts/same/files.ts';
import { confirmed, masksOf, without } from '../../../scripts/same/masks.ts';
import { differencesText, placesIn } from '../../../scripts/same/report.ts';
import type { Exchange, FileRecord } from '../../../scripts/same/recording/state.ts';

const ids = { first: '01m8ktyqdfeqav18vs8eyxyg4h', second: '01m8ktyqjjezg96cgyvc51vrfz' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface Planted {
  status?: string;
  header?: string;
  body?: object;
  statements?: string[];
  path?: string;
  began?: number;
  ended?: number;
}

/** Returns a read of an identity, as the recorder notes it. */
function exchange(planted: Planted = {}): Exchange {
  const {
    status = '200 OK',
    header = 'Cache-Control: no-store',
    body = { id: `idn_${ids.first}`, createdAt: '2026-11-29T14:22:13.932Z' },
    statements = ['select * from identities where id = ‹idn›'],
    path = `/api/v1/identities/idn_${ids.first}`,
    began = 0,
    ended = 1,
  } = planted;
  return {
    server: 'product',
    method: 'GET',
    url: path,
    requestHeaders: [['Accept', '*/*']],
    requestBody: '',
    responseHead: `HTTP/1.1 ${status}\r\n${header}\r\nContent-Type: application/json\r\nDate: today\r\n\r\n`,
    responseBody: base64(JSON.stringify(body)),
    began,
    ended,
    statements,
  };
}

const fileOf = (exchanges: Exchange[], besides: string[] = []): FileRecord => ({
  file: 'test/some.test.ts',
  tests: [{ name: 'getIdentity > answers', exchanges, besides }],
});

/** Returns requests that follow each other. */
const apart = (exchanges: Exchange[]): Exchange[] =>
  exchanges.map((one, at) => ({ ...one, began: 2 * at, ended: 2 * at + 1 }));

const differencesOf = (base: FileRecord, head: FileRecord): Difference[] =>
  compareFile(base, head).differences;

describe('a comparison of two runs', () => {
  test('finds a planted change of a status', () => {
    const found = differencesOf(fileOf([exchange()]), fileOf([exchange({ status: '404 Not Found' })]));
    expect(differencesText(found)).toBe(
      [
        '',
        'test/some.test.ts > getIdentity > answers',
        '  GET /api/v1/identities/<idn>: the response',
        '    - HTTP/1.1 200 OK',
        '    + HTTP/1.1 404 Not Found',
      ].join('\n'),
    );
  });

  test('finds a planted change of a header', () => {
    const found = differencesOf(
      fileOf([exchange()]),
      fileOf([exchange({ header: 'Cache-Control: private' })]),
    );
    expect(found.flatMap(({ lines }) => lines)).toEqual([
      { field: 'cache-control', text: '- cache-control: no-store' },
      { field: 'cache-control', text: '+ cache-control: private' },
    ]);
  });

  test('finds a planted change of a statement, and one that is sent again', () => {
    const [one, other] = ['select 1 from a where id = ‹idn›', 'select 1 from b where id = ‹idn›'];
    const lines = (base: string[], head: string[]): string[] =>
      differencesOf(
        fileOf([exchange({ statements: base })]),
        fileOf([exchange({ statements: head })]),
      ).flatMap((found) => found.lines.map(({ text }) => text));
    expect(lines([one], [other])).toEqual([`- ${one}`, `+ ${other}`]);
    expect(lines([one], [one, one])).toEqual([`+ ${one} (1 times in BASE, 2 times now)`]);
    expect(lines([one, other], [other, one])).toEqual([]);
  });

  test('takes a value that is bound for one in the text, and a changed literal for a difference', () => {
    const of = (statement: string) => fileOf([exchange({ statements: [statement] })]);
    const literal = of(`select * from a where name = 'Ada' and status = 'ACTIVE'`);
    expect(differencesOf(literal, of(`select * from a where name = ‹text› and status = 'ACTIVE'`))).toEqual(
      [],
    );
    expect(
      differencesOf(literal, of(`select * from a where name = 'Ada' and status = 'REVOKED'`)),
    ).toHaveLength(1);
  });

  test('takes other ids and other times for the same, if each stands for one', () => {
    const other = exchange({
      path: `/api/v1/identities/idn_${ids.second}`,
      body: { id: `idn_${ids.second}`, createdAt: '2026-11-29T15:00:00.000Z' },
    });
    expect(differencesOf(fileOf([exchange()]), fileOf([other]))).toEqual([]);
  });

  test('finds a response with the id of another resource', () => {
    const other = exchange({ body: { id: `idn_${ids.second}`, createdAt: '2026-11-29T14:22:13.932Z' } });
    const [found] = differencesOf(fileOf([exchange()]), fileOf([other]));
    expect(found?.lines.map(({ text }) => text)).toEqual(['-  "id": "‹idn:1›",', '+  "id": "‹idn›",']);
  });

  test('finds a request that only one run has, and compares those behind it', () => {
    const list = exchange({ path: '/api/v1/identities', statements: [] });
    const other = exchange({ path: '/api/v1/webhooks' });
    const found = differencesOf(fileOf(apart([exchange(), other])), fileOf(apart([exchange(), list, other])));
    expect(found.map(({ aspect, key }) => [aspect, key])).toEqual([['presence', 'GET /api/v1/identities']]);
  });

  test('compares the last of the reads with which a test waits for something', () => {
    const read = (count: number, status?: string) => exchange({ body: { count }, ...(status && { status }) });
    const three = fileOf(apart([read(0), read(1), read(2)]));
    expect(differencesOf(three, fileOf(apart([read(0), read(2)])))).toEqual([]);
    expect(differencesOf(three, fileOf(apart([read(0), read(3)])))).toMatchObject([{ aspect: 'response' }]);
    const refused = read(1, '429 Too Many Requests');
    const found = differencesOf(three, fileOf(apart([read(0), refused, read(2)])));
    expect(found.filter(({ aspect }) => aspect === 'presence')).toHaveLength(2);
  });

  test('finds a request that two runs order otherwise, unless it overlaps', () => {
    const [read, list] = [
      exchange({ ended: 3 }),
      exchange({ path: '/api/v1/identities', began: 2, ended: 4 }),
    ];
    const swapped = [
      { ...list, began: 0, ended: 3 },
      { ...read, began: 2, ended: 4 },
    ];
    expect(differencesOf(fileOf([read, list]), fileOf(swapped))).toEqual([]);
    expect(differencesOf(fileOf(apart([read, list])), fileOf(apart(swapped)))).not.toEqual([]);
  });

  test('compares the responses of requests that overlap as a set', () => {
    const raced = (...statuses: string[]): FileRecord =>
      fileOf(statuses.map((status, at) => exchange({ status, began: at, ended: 9 })));
    expect(differencesOf(raced('200 OK', '409 Conflict'), raced('409 Conflict', '200 OK', '200 OK'))).toEqual(
      [],
    );
    expect(differencesOf(raced('200 OK', '409 Conflict'), raced('200 OK', '404 Not Found'))).toMatchObject([
      { aspect: 'response', overlaps: true, lines: [{ field: 'status' }, { field: 'status' }] },
    ]);
  });

  test('compares what no request sent as a set of the file', () => {
    const [one, other] = ['delete from a', 'delete from b'];
    expect(differencesOf(fileOf([], [one, one]), fileOf([], [one]))).toEqual([]);
    expect(differencesOf(fileOf([], [one]), fileOf([], [other]))).toMatchObject([{ aspect: 'besides' }]);
  });

  test('says that a test is missing, and lists a new one without a difference', () => {
    const none = { file: 'test/some.test.ts', tests: [] };
    const found = differencesOf(fileOf([exchange()]), none);
    expect(found).toMatchObject([{ aspect: 'presence', test: 'getIdentity > answers' }]);
    expect(compareFile(none, fileOf([exchange()]))).toMatchObject({
      differences: [],
      added: ['test/some.test.ts > getIdentity > answers'],
    });
  });
});

describe('what BASE does differently when it runs again', () => {
  const differing = (count: number, status = '200 OK'): FileRecord =>
    fileOf([exchange({ status, body: { count } })]);

  test('is left out, and no other line of the same response', () => {
    const masks = masksOf(differencesOf(differing(1), differing(2)));
    expect(without(differencesOf(differing(1), differing(3)), masks)).toEqual([]);
    const [found] = without(differencesOf(differing(1), differing(3, '409 Conflict')), masks);
    expect(found?.lines.map(({ field }) => field)).toEqual(['status', 'status']);
  });

  test('is counted by requests', () => {
    const found = differencesOf(differing(1), differing(2, '409 Conflict'));
    expect(placesIn([...found, ...found])).toBe(1);
  });

  test('counts as a difference only if a second pair of runs has it, too', () => {
    const first = differencesOf(differing(1), differing(1, '409 Conflict'));
    expect(confirmed(first, differencesOf(differing(1), differing(1)))).toEqual([]);
    expect(confirmed(first, first)).toEqual(first);
  });
});

test('a comparison runs files of API, protocol, SCIM, delivery and pages, or those that are chosen', () => {
  const all = [
    'test/users/api/list.test.ts',
    'test/users/unit/list.test.ts',
    'test/users/queries/list.test.ts',
    'test/scim/queries/plans.test.ts',
    'test/sign-in/pages/browser.tools.test.ts',
    'test/webhooks/delivery/queues.test.ts',
    'test/saml/protocol/mutated-messages.test.ts',
    'test/support/users.ts',
  ];
  expect(chooseFiles(all, [])).toEqual([
    'test/users/api/list.test.ts',
    'test/scim/queries/plans.test.ts',
    'test/webhooks/delivery/queues.test.ts',
  ]);
  expect(chooseFiles(all, ['users/'])).toHaveLength(3);
});
