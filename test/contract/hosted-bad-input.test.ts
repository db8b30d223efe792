import { describe, expect } from 'vitest';
import { formType } from '../../src/lib/form.ts';
import { failures } from '../../src/failure.ts';
import { cookieNames } from '../../src/oidc/engine/names.ts';
import { openSocket, type RawAnswer, sendRaw } from '../support/raw.ts';
import { begin, Browser, aRelyingParty, issuerOf } from '../support/relying-party.ts';
import { test, type TestService } from '../support/service.ts';
import { drawn, half } from '../support/thorough.ts';
import { type Case, exampleBody, hosted } from './enumerate.ts';

// These tests call every hosted path with input that no browser of an honest user sends.
// The path must answer with an error that the contract declares, and must write nothing.

const isForm = ({ body }: Case): boolean => body?.content?.[formType] !== undefined;

/** Percent-escapes of what Postgres cannot store, of no UTF-8, of half a surrogate pair, and of nothing. */
const escapes = {
  nul: 'a%00b',
  'no UTF-8': '%ff%fe',
  'a lone surrogate': '%ED%A0%80',
  'half an escape': '%zz',
};

/** The path with its parameters filled in as they are, and its own tenant. */
const pathOf = ({ path }: Case, orgId: string, value = 'x'): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'orgId' ? orgId : value));

const queryOf = (operation: Case): string[] =>
  operation.parameters.filter((one) => one.in === 'query').map(({ name = '' }) => name);

/** The fields of the example, encoded, one of them replaced. */
const formWith = (operation: Case, field?: string, value = ''): string =>
  Object.entries((exampleBody(operation) ?? {}) as Record<string, string | string[]>)
    .map(([name, good]) => `${name}=${name === field ? value : encodeURIComponent(String(good))}`)
    .join('&');

/** How many rows each table has; what counts requests by address is written by refusals, too. */
async function rowsOf({ sql }: TestService): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'request_windows' order by 1`,
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const rows = await sql<{ name: string; rows: number }>(counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]));
}

const codeOf = ({ headers, body }: RawAnswer): unknown => headers['x-error-code'] ?? body.code;

/** Refused as the contract says, by a code of ours. */
function expectRefusal(operation: Case, answer: RawAnswer, sent: string): void {
  const { status } = answer;
  expect({ sent, status }).toEqual({
    sent,
    status: expect.toSatisfy((one: number) => one >= 400 && one < 500),
  });
  expect({ sent, declared: Object.keys(operation.responses) }).toEqual({
    sent,
    declared: expect.arrayContaining([String(status)]),
  });
  expect({ sent, code: codeOf(answer) }).toEqual({ sent, code: expect.toBeOneOf(Object.keys(failures)) });
}

/** Expects a response that the contract declares, and no server error. */
function expectDeclared(operation: Case, { status }: RawAnswer, sent: string): void {
  // Node itself refuses headers that are too long.
  expect({ sent, status }).toEqual({
    sent,
    status: expect.toBeOneOf([...Object.keys(operation.responses).map(Number), 431]),
  });
  expect(status).toBeLessThan(500);
}

describe('what no browser sends', () => {
  test.for(half(hosted, 'escapes'))(
    '$id refuses it in its path, its query and its form, and writes nothing',
    async (operation, { service }) => {
      const { origin, ours } = service;
      const orgId = ours.orgId ?? '';
      const { method } = operation;
      const headers = isForm(operation) ? { 'content-type': formType } : {};
      const form = isForm(operation) ? { body: formWith(operation) } : {};
      // Made when first asked for.
      await fetch(`${origin}/api/oidc/${orgId}/.well-known/jwks.json`);
      const before = await rowsOf(service);
      const refused = async (sent: string, path: string, body?: string): Promise<void> => {
        const request = { method, path, headers, ...form, ...(body === undefined ? {} : { body }) };
        expectRefusal(operation, await sendRaw(origin, request), sent);
      };
      for (const [what, text] of drawn(Object.entries(escapes), 2, operation.id)) {
        if (operation.path.replace('{orgId}', '').includes('{'))
          await refused(`${what} in the path`, pathOf(operation, orgId, text));
        if (operation.path.includes('{orgId}'))
          await refused(`${what} as orgId`, pathOf(operation, text, 'x'));
        for (const name of queryOf(operation))
          await refused(`${what} in ${name}`, `${pathOf(operation, orgId)}?${name}=${text}`);
        // The URL standard keeps half an escape as it stands, and reads invalid UTF-8 as U+FFFD.
        if (isForm(operation) && what === 'nul')
          for (const name of Object.keys(exampleBody(operation) ?? {}))
            await refused(
              `${what} in the field ${name}`,
              pathOf(operation, orgId),
              formWith(operation, name, text),
            );
      }
      for (const name of queryOf(operation))
        await refused(`${name} twice`, `${pathOf(operation, orgId)}?${name}=a&${name}=b`);
      expect(await rowsOf(service)).toEqual(before);
    },
  );

  test.for(half(hosted.filter(isForm), 'long forms'))(
    '$id refuses a form of 10 MB, announced or not',
    async (operation, { service }) => {
      const before = await rowsOf(service);
      const line = `${operation.method} ${pathOf(operation, service.ours.orgId ?? '')} HTTP/1.1\r\nhost: localhost\r\n`;
      const chunk = 'a'.repeat(65_536);
      const announced = ['content-length: 10485760', 'transfer-encoding: chunked'];
      for (const length of drawn(announced, 1, operation.id)) {
        const socket = await openSocket(service.origin);
        socket.write(`${line}content-type: ${formType}\r\n${length}\r\n\r\n`);
        for (let chunks = 0; length.startsWith('t') && chunks < 160; chunks++)
          socket.write(`10000\r\n${chunk}\r\n`);
        const answer = await socket.answer();
        expect([length, answer.status, codeOf(answer)]).toEqual([length, 413, 'PAYLOAD_TOO_LARGE']);
        expectRefusal(operation, answer, length);
        socket.close();
      }
      expect(await rowsOf(service)).toEqual(before);
    },
  );

  test.for(half(hosted, 'cookies'))(
    '$id takes no cookie that is broken, too large or of another tenant for anything',
    async (operation, { service }) => {
      const { origin, ours, theirs } = service;
      const party = await aRelyingParty(theirs);
      const stranger = new Browser(issuerOf(theirs));
      await stranger.open((await begin(party)).url);
      const names = ['kd_session', ...Object.values(cookieNames)];
      const foreign = names.flatMap((name) => {
        const value = stranger.cookie(name);
        return value === undefined ? [] : [`${name}=${value}`, `${name}.sig=${value}`];
      });
      expect(foreign.length).toBeGreaterThan(1);
      const broken = [
        '',
        '"',
        '%00',
        '%ff',
        '%ED%A0%80',
        '%zz',
        '\u00ff',
        'a'.repeat(3_000),
        '[object Object]',
        '__proto__',
      ];
      const logins =
        'select (select count(*) from login_sessions)::int as logins, (select count(*) from audit_logs)::int as audit';
      const before = await service.sql(logins);
      for (const cookie of [
        foreign.join('; '),
        ...broken.map((value) => names.map((name) => `${name}=${value}`).join('; ')),
        names.map((name) => `${name}=x; ${name}=y`).join(';'),
        `${'; ='.repeat(100)}; =; kd_session`,
        `kd_session=${'a'.repeat(20_000)}`,
      ]) {
        const answer = await sendRaw(origin, {
          method: operation.method,
          path: pathOf(operation, ours.orgId ?? ''),
          headers: { cookie, ...(isForm(operation) ? { 'content-type': formType } : {}) },
          ...(isForm(operation) ? { body: formWith(operation) } : {}),
        });
        expectDeclared(operation, answer, cookie.slice(0, 200));
      }
      expect(await service.sql(logins)).toEqual(before);
    },
  );
});
