import { describe, expect } from 'vitest';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { operations } from '../../../generated/operations.ts';
import { openSocket, sendRaw } from '../../support/raw.ts';
import { test, type TestService } from '../../support/service.ts';

const json = { 'content-type': 'application/json' };

/** Posts bytes as a new identity. */
const post = (
  { origin, ours }: TestService,
  body: string | Uint8Array,
  headers: Record<string, string> = json,
) =>
  sendRaw(origin, {
    method: 'POST',
    path: '/api/v1/identities',
    headers: { authorization: `Bearer ${ours.key}`, ...headers },
    body,
  });

const identity = (metadata: string): string => `{"name":"deploy-bot","type":"CI_CD","metadata":${metadata}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('the JSON reader', () => {
  test.for([
    ['cut off', '{"name":"deploy-bot"'],
    ['two values', '{} {}'],
    ['a comma too much', '{"name":"deploy-bot","type":"CI_CD",}'],
    ['single quotes', "{'name':'deploy-bot'}"],
    ['a comment', '{/* */"name":"deploy-bot","type":"CI_CD"}'],
    ['NaN', identity('{"a":NaN}')],
    ['a word', 'undefined'],
    ['only blanks', '  \n '],
    ['a duplicate key', '{"name":"deploy-bot","name":"other","type":"CI_CD"}'],
    ['a duplicate key, escaped', '{"name":"deploy-bot","\\u006eame":"other","type":"CI_CD"}'],
    ['a duplicate key, deep', identity('{"a":{"b":1,"b":1}}')],
    ['a duplicate __proto__', identity('{"__proto__":1,"__proto__":2}')],
    ['NUL, escaped', identity('{"a":"\\u0000"}')],
    ['NUL in a key', identity('{"\\u0000":1}')],
    ['NUL, raw', identity('{"a":"\0"}')],
    ['a high surrogate', identity('{"a":"\\ud800"}')],
    ['a low surrogate', identity('{"a":"\\udc00x"}')],
    ['a surrogate in a key', identity('{"\\ud83d":1}')],
    ['an infinite number', identity('{"a":1e999}')],
    ['a whole number that loses digits', identity('{"a":9007199254740993}')],
    ['65 levels', identity(nested(64))],
    ['100,000 levels', '['.repeat(100_000)],
    ['a byte order mark', '\uFEFF{"name":"deploy-bot","type":"CI_CD"}'],
    [
      'invalid UTF-8',
      new Uint8Array([...Buffer.from('{"name":"ab'), 0xff, 0xfe, ...Buffer.from('","type":"CI_CD"}')]),
    ],
    [
      'an overlong encoding',
      new Uint8Array([...Buffer.from('{"name":"ab'), 0xc0, 0xaf, ...Buffer.from('","type":"CI_CD"}')]),
    ],
    ['UTF-16', new Uint8Array(Buffer.from('{"name":"deploy-bot","type":"CI_CD"}', 'utf16le'))],
  ] as const)('answers 400 MALFORMED_JSON to %s and names the place', async ([, text], { service }) => {
    const { status, body } = await post(service, text);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'MALFORMED_JSON' });
    expect(Object.keys(body)).toEqual(['error', 'code', 'details', 'requestId']);
    expect(body.details).toEqual({ body: expect.stringMatching(/[.:] *./) });
  });

  test.for([
    ['blanks around it', ' \r\n\t{"name":"deploy-bot","type":"CI_CD"}\n'],
    ['64 levels', identity(nested(63))],
    ['a pair of surrogates', identity('{"\\ud83d\\ude00":"\\ud83d\\ude00"}')],
    ['large and small numbers', identity('{"a":9007199254740991,"b":-1.5e-300,"c":5e-324,"d":-0}')],
  ] as const)('accepts a body with %s', async ([, text], { service }) => {
    expect((await post(service, text)).status).toBe(201);
  });

  test.for(['null', '[]', '"text"', '1', 'true'])(
    'answers 400 VALIDATION_ERROR for the whole body %s',
    async (text, { service }) => {
      const { status, body } = await post(service, text);
      expect({ status, code: body.code, details: body.details }).toEqual({
        status: 400,
        code: 'VALIDATION_ERROR',
        details: { body: expect.stringMatching(/^must be an object such as \{"name": …\}$/) },
      });
    },
  );

  test('changes nothing for a rejected body', async ({ service }) => {
    const { ours, sql } = service;
    const count = () =>
      sql(
        'select (select count(*) from identities) as identities, (select count(*) from audit_logs) as audit',
      );
    await anIdentity(ours);
    const before = await count();
    for (const text of ['{', identity('{"a":"\\u0000"}'), '{"name":"x","type":"CI_CD"}'])
      expect((await post(service, text)).status).toBe(400);
    expect(await count()).toEqual(before);
  });
});

describe('a body of another type', () => {
  const text = '{"name":"deploy-bot","type":"CI_CD"}';

  test.for([
    ['none', {}],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['text/json', { 'content-type': 'text/json' }],
    ['another JSON', { 'content-type': 'application/merge-patch+json' }],
    ['two types', { 'content-type': 'application/json, text/plain' }],
  ] as const)('%s answers 415', async ([, headers], { service }) => {
    const { status, body } = await post(service, text, headers);
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      details: { supported: ['application/json'] },
    });
  });

  test.for(['gzip', 'x', 'gzip, identity'])(
    'a body with the encoding %s answers 415',
    async (encoding, { service }) => {
      const { status, body } = await post(service, text, { ...json, 'content-encoding': encoding });
      expect({ status, ...body }).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        error:
          'The body is compressed, and compressed bodies are not accepted. Send it without Content-Encoding.',
        details: { 'Content-Encoding': 'must be left out, or identity', supported: ['application/json'] },
      });
    },
  );

  test.for([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'APPLICATION/JSON;Charset="UTF-8"' },
    // It has no effect on JSON, which is UTF-8 (RFC 8259 section 11).
    { 'content-type': 'application/json;charset="iso-8859-1"' },
    { 'content-type': 'application/json; charset=us-ascii' },
    { 'content-type': 'application/json; profile=x' },
    { ...json, 'content-encoding': 'identity' },
  ])('is not %o', async (headers, { service }) => {
    expect((await post(service, text, headers)).status).toBe(201);
  });
});

describe('a list far too long', () => {
  const items = (count: number, item: string): string =>
    `[${Array.from({ length: count }, () => item).join()}]`;

  test.for([
    ['identities', 'federatedSubjects', 20, items(24_000, '{}')],
    ['credentials', 'scopes', 100, items(49_000, '"a"')],
    ['credentials/verify', 'scopes', 100, items(24_000, '{}')],
  ] as const)(
    'is rejected for its length before its items are checked: %s, %s over %i',
    async ([path, field, most, text], { service: { origin, ours } }) => {
      const headers = { authorization: `Bearer ${ours.key}`, ...json };
      const request = { method: 'POST', path: `/api/v1/${path}`, headers, body: `{"${field}":${text}}` };
      const { status, body } = await sendRaw(origin, request);
      expect({ status, code: body.code, details: body.details }).toEqual({
        status: 400,
        code: 'VALIDATION_ERROR',
        details: { [field]: `must have at most ${most} items` },
      });
    },
  );

  test('is rejected before it is parsed if it holds more values than any body', async ({ service }) => {
    const { status, body } = await post(service, `{"federatedSubjects":${items(340_000, '{}')}}`);
    expect({ status, ...body }).toMatchObject({
      status: 400,
      code: 'MALFORMED_JSON',
      details: { body: 'The body has more than 50000 values: send fewer in one request.' },
    });
  });

  test('is rejected too if its fields are unknown', async ({ service }) => {
    const fields = Array.from({ length: 49_000 }, (_, at) => `"f${at}":1`);
    const { status, body } = await post(service, `{${fields.join()}}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(Object.keys(body.details)).toHaveLength(50);
  });
});

describe('an empty body', () => {
  test('counts as {} for an action', async ({ service: { ours } }) => {
    for (const [id, body] of [
      ['suspendCredential', 'SUSPENDED'],
      ['revokeCredential', 'REVOKED'],
    ] as const) {
      const { id: credential } = await aCredential(ours);
      const { status, body: shown } = await ours.send(
        'POST',
        `/api/v1/credentials/${credential}/${id.slice(0, -10)}`,
      );
      expect({ status, shown: shown.status }).toEqual({ status: 200, shown: body });
    }
    const { id } = await aCredential(ours);
    expect((await ours.send('POST', `/api/v1/credentials/${id}/rotate`)).body.previousCredential.status).toBe(
      'REVOKED',
    );
    expect(
      (
        await ours.send('POST', `/api/v1/credentials/${id}/rotate`, {
          headers: { 'content-type': 'text/plain' },
        })
      ).status,
    ).toBe(200);
  });

  test('is rejected where a body is required', async ({ service }) => {
    const { status, body } = await post(service, '');
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: { body: 'is required' },
    });
  });

  test('is all that GET and DELETE read: a body is ignored', async ({ service: { ours, origin } }) => {
    const id = await anIdentity(ours);
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${ours.key}`, 'content-type': 'text/plain' };
      expect(
        (await sendRaw(origin, { method, path: `/api/v1/identities/${id}`, headers, body: 'not read' }))
          .status,
      ).toBe(200);
    }
  });
});

describe('a body over 1 MiB', () => {
  const most = 1_048_576;
  const padded = (size: number): string => '{"name":"deploy-bot","type":"CI_CD"}'.padEnd(size);

  test('answers 413, but a body of exactly 1 MiB is read', async ({ service }) => {
    expect((await post(service, padded(most))).status).toBe(201);
    const { status, body } = await post(service, padded(most + 1));
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      details: { maximumBytes: most },
    });
  });

  test('has the smaller limit of its operation, and the message names it', async ({
    service: { anonymous },
  }) => {
    const { bodyLimit } = operations.unwrapCredential;
    expect(bodyLimit).toBe(8_192);
    for (const [size, status] of [
      [bodyLimit, 404],
      [bodyLimit + 1, 413],
      [875_000, 413],
    ] as const) {
      const token = 'x'.repeat(43);
      const answer = await anonymous.send('POST', '/api/v1/credentials/unwrap', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }).padEnd(size),
      });
      expect({ size, status: answer.status }).toEqual({ size, status });
      if (status === 413) expect(answer.body.error).toContain(`at most ${bodyLimit} bytes`);
    }
  });

  test('answers 413 each time to a client that sends the whole body first', async ({ service }) => {
    const text = padded(3 * most);
    for (let turn = 0; turn < 30; turn++) expect((await post(service, text)).status).toBe(413);
  });

  const head = (service: TestService, length: string): string =>
    `POST /api/v1/identities HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.ours.key}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;

  test('is rejected by its announced length before it arrives, and the connection ends', async ({
    service,
  }) => {
    const socket = await openSocket(service.origin);
    socket.write(head(service, 'Content-Length: 9999999999'));
    const { status, headers } = await socket.answer();
    expect({ status, connection: headers.connection }).toEqual({ status: 413, connection: 'close' });
    await socket.closed;
  });

  test('is rejected while it arrives in chunks, and no part is read as a request', async ({ service }) => {
    const socket = await openSocket(service.origin);
    socket.write(head(service, 'Transfer-Encoding: chunked'));
    const chunk = `10000\r\n${'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'.padEnd(65_536)}\r\n`;
    for (let sent = 0; sent < 17; sent++) socket.write(chunk);
    const { status, headers } = await socket.answer();
    expect({ status, connection: headers.connection }).toEqual({ status: 413, connection: 'close' });
    await socket.closed;
    await expect(socket.answer()).rejects.toThrow('the connection closed after ""');
  });

  test('answers 429 to a tenant with too many unfinished bodies, but serves other tenants', async ({
    service,
  }) => {
    const held = await Promise.all(Array.from({ length: 20 }, () => openSocket(service.origin)));
    for (const socket of held) {
      socket.write(head(service, `Content-Length: ${most}`));
      socket.write(padded(most - 1));
    }
    const refused = await Promise.race(held.map((socket) => socket.answer()));
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(refused.body.error).toContain('send one request after the other');
    const body = { name: 'deploy-bot', type: 'CI_CD' };
    expect((await service.theirs.call('createIdentity', { body })).status).toBe(201);
    for (const socket of held) socket.close();
    await expect.poll(async () => (await service.ours.call('createIdentity', { body })).status).toBe(201);
  });

  test('is rejected in thousands of small pieces, with the reason', async ({ service }) => {
    const socket = await openSocket(service.origin);
    const text = padded(8_000);
    const pieces = Array.from(text, (letter) => `1\r\n${letter}\r\n`).join('');
    socket.write(`${head(service, 'Transfer-Encoding: chunked')}${pieces}0\r\n\r\n`);
    const { status, headers, body } = await socket.answer();
    expect({ status, connection: headers.connection }).toEqual({ status: 400, connection: 'close' });
    expect(body.details.body).toMatch(/^must come in larger pieces: at least 256 bytes each/);
    await socket.closed;
  });

  test('is read in chunks up to 1 MiB, and the connection stays open', async ({ service }) => {
    const socket = await openSocket(service.origin);
    const text = padded(most);
    for (let turn = 0; turn < 2; turn++) {
      socket.write(
        `${head(service, 'Transfer-Encoding: chunked')}80000\r\n${text.slice(0, most / 2)}\r\n80000\r\n${text.slice(most / 2)}\r\n0\r\n\r\n`,
      );
      expect((await socket.answer()).status).toBe(201);
    }
    socket.close();
  });
});
