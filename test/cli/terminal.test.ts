import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { keyward, type Surroundings } from '../support/cli.ts';

const env = { KEYWARD_API_KEY: 'kd_test_key', KEYWARD_URL: 'https://service.invalid' };
const escape = '\u001b';
/** A name that clears the screen, turns the text around, and ends with an invisible sign. */
const hostile = `ops${escape}[2J\u202egnp.exe\u0007\n\u009b1m\u200b\u{e0041}`;

const answering =
  (...answers: (object | Response)[]): typeof fetch =>
  () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer));
  };
const page = (items: object[], more: object = {}) => ({
  data: items,
  pagination: { page: 1, limit: 100, total: items.length, hasMore: false, ...more },
});
const ran = (line: string, answer: object, more: Surroundings = {}) =>
  keyward(line.split(' '), { env, fetch: answering(answer), ...more });

// The signs that a terminal obeys, and those that show another text.
const unsafe = /(?!\n)[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u;

describe('a text of a tenant', () => {
  const identity = { id: 'idn_1', name: hostile, type: 'CI_CD', status: 'ACTIVE' };

  test.for(['table', 'json', 'yaml', 'id'])(
    'gives a terminal nothing to obey in the format %s',
    async (format) => {
      const list = await ran(`identities list -o ${format}`, page([identity]), {
        isTerminal: true,
        env: { ...env, NO_COLOR: '1' },
      });
      const one = await ran(`identities get idn_1 -o ${format}`, identity, { isTerminal: true });
      for (const { out, err, code } of [list, one]) {
        expect(code, err).toBe(0);
        expect(out).toContain('idn_1');
        expect(`${out}${err}`).not.toMatch(unsafe);
      }
    },
  );

  test('is the same value in JSON and in YAML', async () => {
    const json = await ran('identities get idn_1 -o json', identity);
    expect(JSON.parse(json.out)).toEqual(identity);
    const yaml = await ran('identities get idn_1 -o yaml', identity);
    expect(parse(yaml.out)).toEqual(identity);
    const all = await ran('identities list --all -o yaml', page([identity, identity]));
    expect(parse(all.out)).toEqual({ data: [identity, identity] });
  });

  test('is the same value to a reader of YAML 1.1', async () => {
    const words = [
      'NO',
      'on',
      'y',
      '1_000',
      '1,000',
      '12:30',
      '2026-11-30',
      '0123',
      '1e3',
      '<<',
      '=',
      ':a',
      '~',
      '',
      'a',
    ];
    const answer = { id: 'idn_1', words, ...Object.fromEntries(words.map((word) => [word, word])) };
    const { out } = await ran('identities get idn_1 -o yaml', answer);
    expect(parse(out, { version: '1.1' })).toEqual(answer);
    // Ruby and others read more than the standard says.
    for (const word of ['1,000', ':a', '=', '<<']) expect(out).toContain(`- "${word}"\n`);
  });

  test('is shown by its signs in a table, in one line', async () => {
    const { out } = await ran('identities list', page([identity]));
    expect(out.split('\n')).toHaveLength(3);
    expect(out).toContain(String.raw`ops\u001b[2J\u202egnp.exe\u0007\u000a\u009b1m\u200b\udb40\u…`);
  });

  test('gives a terminal nothing to obey in an error', async () => {
    const refusal = Response.json(
      {
        error: `no ${hostile}`,
        code: 'VALIDATION_ERROR',
        details: { [hostile]: hostile },
        requestId: 'req_1',
      },
      { status: 400 },
    );
    const { err, code } = await ran('identities get idn_1', refusal, {
      isTerminal: true,
      env: { ...env, NO_COLOR: '1' },
    });
    expect(code).toBe(2);
    expect(err).not.toMatch(unsafe);
    expect(err).toContain('no ops');
  });
});

describe('a table', () => {
  const items = [
    { id: 'idn_1', name: 'a', type: 'CI_CD', status: 'ACTIVE', ownerUserId: null, expiresAt: null },
    {
      id: 'idn_2',
      name: '部署',
      type: 'AI_AGENT',
      status: 'SUSPENDED',
      ownerUserId: 'usr_1',
      expiresAt: null,
    },
  ];

  test('has a heading and a line for each item', async () => {
    const { out } = await ran('identities list', page(items));
    expect(out).toBe(
      [
        'ID     NAME  TYPE      STATUS     OWNER USER ID  EXPIRES AT',
        'idn_1  a     CI_CD     ACTIVE     -              -',
        'idn_2  部署  AI_AGENT  SUSPENDED  usr_1          -',
        '',
      ].join('\n'),
    );
  });

  test('has one heading for all pages', async () => {
    const longer = { ...items[0], id: 'idn_3', name: 'a-longer-name' };
    const { out } = await keyward(['identities', 'list', '--all'], {
      env,
      fetch: answering(page(items, { hasMore: true, nextCursor: 'c1' }), page([longer], { page: 2 })),
    });
    expect(out.split('\n').map((line) => line.slice(0, 21).trimEnd())).toEqual([
      'ID     NAME  TYPE',
      'idn_1  a     CI_CD',
      'idn_2  部署  AI_AGENT',
      'idn_3  a-longer-name',
      '',
    ]);
  });

  test('shows each field of one resource whole, because it may be a secret that is shown once', async () => {
    const credential = 'kd_test_'.padEnd(200, 'x');
    const { out } = await ran('credentials rotate cred_1', {
      id: 'cred_1',
      scopes: ['a', 'b'],
      metadata: { team: 'x' },
      credential,
    });
    expect(out).toBe(
      `id          cred_1\nscopes      a, b\nmetadata    {"team":"x"}\ncredential  ${credential}\n`,
    );
  });

  test('is empty without items, and a terminal is told', async () => {
    expect(await ran('identities list', page([]))).toEqual({ code: 0, out: '', err: '' });
    expect((await ran('identities list', page([]), { isTerminal: true })).err).toContain('Nothing found.');
    const more = page(items, { total: 40, hasMore: true });
    expect((await ran('identities list', more, { isTerminal: true })).err).toContain(
      '2 of 40. --all lists every one.',
    );
  });
});

describe('colors', () => {
  const list = page([{ id: 'idn_1', name: 'a' }]);

  test('are for terminals', async () => {
    expect((await ran('identities list', list, { isTerminal: true })).out).toContain(`${escape}[1m`);
    expect((await ran('identities list', list)).out).not.toContain(escape);
  });

  test.for([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('are left out with %o', async (settings) => {
    const one = await ran('identities list', list, { isTerminal: true, env: { ...env, ...settings } });
    const wrong = await ran('identities list --limit x', list, {
      isTerminal: true,
      env: { ...env, ...settings },
    });
    expect(`${one.out}${one.err}${wrong.err}`).not.toContain(escape);
  });
});

describe('--all', () => {
  const two = () =>
    answering(
      page([{ id: 'idn_1' }], { hasMore: true, nextCursor: 'c1' }),
      page([{ id: 'idn_2' }], { page: 2 }),
    );

  test('prints a list as one page has it', async () => {
    const { out } = await keyward(['identities', 'list', '--all', '-o', 'json'], { env, fetch: two() });
    expect(JSON.parse(out)).toEqual({ data: [{ id: 'idn_1' }, { id: 'idn_2' }] });
    const none = await keyward(['identities', 'list', '--all', '-o', 'json'], {
      env,
      fetch: answering(page([])),
    });
    expect(JSON.parse(none.out)).toEqual({ data: [] });
    const ids = await keyward(['identities', 'list', '--all', '-o', 'id'], { env, fetch: two() });
    expect(ids.out).toBe('idn_1\nidn_2\n');
  });

  test('goes from cursor to cursor, and ends where one comes again', async () => {
    const asked: (string | null)[][] = [];
    const endless: typeof fetch = (address) => {
      const query = new URL(new Request(address).url).searchParams;
      asked.push([query.get('page'), query.get('cursor')]);
      if (asked.length > 5) throw new Error('it asks without end');
      return Promise.resolve(
        Response.json(page([{ id: 'idn_1' }], { page: 3, hasMore: true, nextCursor: 'c1' })),
      );
    };
    const words = ['identities', 'list', '--all', '-o', 'id'];
    const { code, out } = await keyward([...words, '--page', '3'], { env, fetch: endless });
    expect({ code, out }).toEqual({ code: 0, out: 'idn_1\nidn_1\n' });
    expect(asked).toEqual([
      ['3', null],
      [null, 'c1'],
    ]);
    const other = await keyward(words, { env, fetch: answering({ data: 'none' }) });
    expect(other).toMatchObject({ code: 7, out: '' });
    expect(other.err).toContain('The answer is not a page of a list.');
  });

  test('shows how far it is, on a terminal alone', async () => {
    const words = ['identities', 'list', '--all', '-o', 'json'];
    const watched = await keyward(words, { env, fetch: two(), isTerminal: true, isOutTerminal: false });
    expect(watched.err).toContain('\r1 …');
    expect(watched.err.endsWith(`\r${escape}[K`)).toBe(true);
    expect((await keyward(words, { env, fetch: two() })).err).toBe('');
  });
});

describe('what ends something', () => {
  const deletes = async (line: string, more: Surroundings = {}) => {
    let requests = 0;
    const done = await keyward(line.split(' '), {
      env,
      ...more,
      fetch: (address) => {
        requests += 1;
        const type = new Request(address).url.includes('/scim/')
          ? 'application/scim+json'
          : 'application/json';
        const answer = { id: 'idn_1', message: 'Deleted', dryRun: true, done: [], left: [] };
        return Promise.resolve(Response.json(answer, { headers: { 'content-type': type } }));
      },
    });
    return { ...done, requests };
  };

  test('asks a user on a terminal', async () => {
    const yes = await deletes('identities delete idn_1', { answer: 'y', isTerminal: true });
    expect(yes).toMatchObject({ code: 0, requests: 1 });
    expect(yes.err).toContain('Delete an identity idn_1? [y/N]');
    for (const answer of ['', 'n', 'no', 'yesterday'])
      expect(await deletes('identities delete idn_1', { answer })).toMatchObject({ code: 1, requests: 0 });
  });

  test('needs --yes where no terminal is', async () => {
    const refused = await deletes('identities delete idn_1');
    expect(refused).toMatchObject({ code: 2, requests: 0 });
    expect(refused.err).toContain('Add --yes.');
    expect(await deletes('identities delete idn_1 --yes')).toMatchObject({ code: 0, requests: 1 });
  });

  test('asks nothing where it only shows what it would do', async () => {
    const line = 'credentials clean-up --unused-for-days 90 --action REVOKE';
    expect(await deletes(line)).toMatchObject({ code: 0, requests: 1 });
    expect(await deletes(`${line} --no-dry-run`)).toMatchObject({ code: 2, requests: 0 });
    expect(await deletes('scim-users delete org_1 usr_1 --dry-run')).toMatchObject({ code: 0, requests: 1 });
  });

  test('asks where a switch ends something', async () => {
    const line = 'signing-keys rotate --emergency';
    const refused = await deletes(line);
    expect(refused).toMatchObject({ code: 2, requests: 0 });
    expect(refused.err).toContain('`signing-keys rotate --emergency` ends something');
    const asked = await deletes(line, { answer: 'n', isTerminal: true });
    expect(asked).toMatchObject({ code: 1, requests: 0 });
    expect(asked.err).toContain('--emergency? [y/N]');
    expect(await deletes(`${line} --yes`)).toMatchObject({ code: 0, requests: 1 });
    expect(await deletes('signing-keys rotate')).toMatchObject({ code: 0, requests: 1 });
    const files = { 'body.json': '{"emergency":true}' };
    expect(await deletes('signing-keys rotate --input body.json', { files })).toMatchObject({ code: 2 });
  });

  test('asks nothing after standard input gave the body', async () => {
    const files = { '-': '{"reason":"left"}' };
    const line = 'identities revoke idn_1 --input -';
    expect(await deletes(line, { answer: 'y', files })).toMatchObject({ code: 2, requests: 0 });
    expect(await deletes(`${line} --yes`, { answer: 'y', files })).toMatchObject({ code: 0, requests: 1 });
  });
});

describe('other answers', () => {
  test('print the ETag for the next change', async () => {
    const answer = Response.json({ id: 'idn_1' }, { headers: { etag: '"7"' } });
    expect(await ran('identities get idn_1 -o etag', answer)).toEqual({ code: 0, out: '"7"\n', err: '' });
  });

  test.for(['id', 'etag'])('are not thrown away with their secret by -o %s', async (format) => {
    for (const line of ['oidc-clients rotate-secret cli_1', 'oidc-clients create --name shop']) {
      const words = [...line.split(' '), '-o', format];
      const { code, out, err } = await keyward(words, {
        env,
        fetch: () => Promise.reject(new Error('sent')),
      });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('Use -o json.');
    }
  });

  test('have an hour to come where they are a text', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let calls = 0;
    let answer: (response: Response) => void = () => undefined;
    const slow: typeof fetch = (_, init) => {
      calls += 1;
      return new Promise((done, fail) => {
        answer = done;
        init?.signal?.addEventListener('abort', () => fail(new Error('aborted')));
      });
    };
    const running = keyward(['audit-logs', 'export'], { env, fetch: slow });
    await vi.waitUntil(() => calls > 0);
    await vi.advanceTimersByTimeAsync(59 * 60_000);
    answer(new Response('{}\n', { headers: { 'content-type': 'application/x-ndjson' } }));
    expect(await running).toEqual({ code: 0, out: '{}\n', err: '' });
    expect(calls).toBe(1);
  });

  test('print a text as it came', async () => {
    const lines = '{"a":1}\n{"b":"\u202e"}\n';
    const text = () => new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } });
    expect((await ran('audit-logs export', text())).out).toBe(lines);
    expect((await ran('audit-logs export', text(), { isTerminal: true })).out).not.toMatch(unsafe);
  });
});

describe('exit codes', () => {
  const refusal = (status: number) =>
    Response.json({ error: 'No', code: 'SOME_CODE', details: {}, requestId: 'req_1' }, { status });
  test.for([
    [400, 2],
    [401, 3],
    [403, 3],
    [404, 4],
    [409, 5],
    [412, 5],
    [413, 2],
    [429, 6],
    [500, 7],
    [503, 7],
  ] as const)('follow the status: %i is %i', async ([status, code]) => {
    const done = await ran('credentials verify --credential-file -', refusal(status), {
      files: { '-': 'x' },
    });
    expect(done).toMatchObject({ code, out: '' });
    expect(done.err).toBe(`keyward: No\n  SOME_CODE, status ${status}, request req_1\n`);
  });

  test('count another server, and no server, as the service', async () => {
    const page404 = new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } });
    expect((await ran('identities get idn_1', page404)).code).toBe(7);
    const moved = new Response(null, { status: 302, headers: { location: 'https://elsewhere.invalid/' } });
    expect((await ran('identities get idn_1', moved)).code).toBe(7);
    const none = await keyward(['credentials', 'unwrap', '--token-file', '-'], {
      env,
      files: { '-': 'x' },
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    expect(none.code).toBe(7);
  });
});

test('an answer that says its operation is deprecated warns once, also on many pages', async () => {
  const headers = { deprecation: '@1799971200', sunset: `Sat, 17 Jul 2027 00:00:00 GMT\u009b1m` };
  const answers = [page([{ id: 'idn_1' }], { hasMore: true, nextCursor: 'c' }), page([{ id: 'idn_2' }])];
  const fetch = answering(...answers.map((one) => Response.json(one, { headers })));
  const { out, err } = await keyward(['identities', 'list', '--all', '-o', 'id'], { env, fetch });
  expect(out).toBe('idn_1\nidn_2\n');
  expect(err).toMatch(
    /^warning: identities list is deprecated\. It may be gone after Sat, 17 Jul 2027 00:00:00 GMT/,
  );
  expect(err.match(/warning/g)).toHaveLength(1);
  expect(err).not.toMatch(unsafe);
});
