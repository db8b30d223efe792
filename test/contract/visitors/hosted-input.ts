import { expect } from 'vitest';
import { failures } from '../../../src/failure.ts';
import { formType } from '../../../src/lib/form.ts';
import { openSocket, type RawAnswer, sendRaw } from '../../support/raw.ts';
import { drawn } from '../../support/thorough.ts';
import { type Case, exampleBody, hosted } from '../enumerate.ts';
import type { Visitor, World } from '../visitor.ts';

export const isHosted = (operation: Case): boolean => hosted.includes(operation);
export const isForm = ({ body }: Case): boolean => body?.content?.[formType] !== undefined;

/** Percent-escapes of what Postgres cannot store, of no UTF-8, of half a surrogate pair, and of nothing. */
const escapes = {
  nul: 'a%00b',
  'no UTF-8': '%ff%fe',
  'a lone surrogate': '%ED%A0%80',
  'half an escape': '%zz',
};

/** The path with its parameters filled in as they are, and its own tenant. */
export const pathOf = ({ path }: Case, orgId: string, value = 'x'): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'orgId' ? orgId : value));

const queryOf = (operation: Case): string[] =>
  operation.parameters.filter((one) => one.in === 'query').map(({ name = '' }) => name);

/** The fields of the example, encoded, one of them replaced. */
export const formWith = (operation: Case, field?: string, value = ''): string =>
  Object.entries((exampleBody(operation) ?? {}) as Record<string, string | string[]>)
    .map(([name, good]) => `${name}=${name === field ? value : encodeURIComponent(String(good))}`)
    .join('&');

/** How many rows each table has; what counts requests by address is written by refusals, too. */
async function rowsOf({ sql }: World): Promise<Record<string, number>> {
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

async function refusesEscapes(operation: Case, world: World): Promise<void> {
  const { origin, ours } = world;
  const orgId = ours.orgId ?? '';
  const { method } = operation;
  const headers = isForm(operation) ? { 'content-type': formType } : {};
  const form = isForm(operation) ? { body: formWith(operation) } : {};
  // Made when first asked for.
  await world.once('keys', () => fetch(`${origin}/api/oidc/${orgId}/.well-known/jwks.json`));
  const before = await rowsOf(world);
  const refused: Promise<void>[] = [];
  const refuse = (sent: string, path: string, body?: string): void => {
    const request = { method, path, headers, ...form, ...(body === undefined ? {} : { body }) };
    refused.push(sendRaw(origin, request).then((answer) => expectRefusal(operation, answer, sent)));
  };
  for (const [what, text] of drawn(Object.entries(escapes), 2, operation.id)) {
    if (operation.path.replace('{orgId}', '').includes('{'))
      refuse(`${what} in the path`, pathOf(operation, orgId, text));
    if (operation.path.includes('{orgId}')) refuse(`${what} as orgId`, pathOf(operation, text, 'x'));
    for (const name of queryOf(operation))
      refuse(`${what} in ${name}`, `${pathOf(operation, orgId)}?${name}=${text}`);
    // The URL standard keeps half an escape as it stands, and reads invalid UTF-8 as U+FFFD.
    if (isForm(operation) && what === 'nul')
      for (const name of Object.keys(exampleBody(operation) ?? {}))
        refuse(`${what} in the field ${name}`, pathOf(operation, orgId), formWith(operation, name, text));
  }
  for (const name of queryOf(operation))
    refuse(`${name} twice`, `${pathOf(operation, orgId)}?${name}=a&${name}=b`);
  await Promise.all(refused);
  expect(await rowsOf(world)).toEqual(before);
}

async function refusesLongForm(operation: Case, world: World): Promise<void> {
  const before = await rowsOf(world);
  const line = `${operation.method} ${pathOf(operation, world.ours.orgId ?? '')} HTTP/1.1\r\nhost: localhost\r\n`;
  const chunk = 'a'.repeat(65_536);
  const announced = ['content-length: 10485760', 'transfer-encoding: chunked'];
  for (const length of drawn(announced, 1, operation.id)) {
    const socket = await openSocket(world.origin);
    socket.write(`${line}content-type: ${formType}\r\n${length}\r\n\r\n`);
    for (let chunks = 0; length.startsWith('t') && chunks < 160; chunks++)
      socket.write(`10000\r\n${chunk}\r\n`);
    const answer = await socket.answer();
    expect([length, answer.status, codeOf(answer)]).toEqual([length, 413, 'PAYLOAD_TOO_LARGE']);
    expectRefusal(operation, answer, length);
    socket.close();
  }
  expect(await rowsOf(world)).toEqual(before);
}

/**
 * Input to hosted paths that no browser of an honest user sends.
 * The path must answer with an error that the contract declares, and must write nothing.
 */
export const hostedInput: Visitor = {
  name: 'what no browser sends',
  visits: [
    {
      title: 'refuses it in its path, its query and its form, and writes nothing',
      of: isHosted,
      halved: 'escapes',
      visit: refusesEscapes,
    },
    {
      title: 'refuses a form of 10 MB, announced or not',
      of: (operation) => isHosted(operation) && isForm(operation),
      halved: 'long forms',
      visit: refusesLongForm,
    },
  ],
};
