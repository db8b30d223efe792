import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../scripts/contract.ts';
import { callable, type Case, reader } from './enumerate.ts';

/** A call with curl in a page of the documentation. */
interface Call {
  page: string;
  line: number;
  method: string;
  path: string;
  body: string | undefined;
}

/** Stands for what a reader fills in: a variable of the shell, `…`, or an id that ends with three points. */
const blank = 'FILL_IN';

/** The variables of a page, such as `API=http://localhost:3000/api/v1`. */
const variablesOf = (text: string): Map<string, string> =>
  new Map(
    [...text.matchAll(/^(?:export )?([A-Z]+)=([^\s'"$()]+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );

/** A command of curl in a block of shell, up to its end or a pipe. */
const commands = /\bcurl\b((?:'[^']*'|\\\n|[^'\n|)])*)/g;
/** The body of a command: quoted texts and variables without a space between them. */
const bodies = /-d ((?:'[^']*'|"\$\w+"|\$\w+)+)/;

/** Returns the call of a command. The mock gets wrong calls on purpose, and the shell still has to make a body with a command in it. */
function callOf(
  words: string,
  filled: (text: string) => string,
): Pick<Call, 'method' | 'path' | 'body'> | undefined {
  if (words.includes('$MOCK') || /-d .*\$\(/s.test(words)) return undefined;
  // A variable outside of quotation marks is a part of the JSON, which the first call leaves out.
  const body = bodies.exec(words.replace(/'(\$[A-Z]+)'(?=\})/g, ''))?.[1]?.replaceAll("'", '');
  const [, path] =
    /(?:https?:\/\/[^/\s"']+)?(\/(?:api|scim)\/[^\s"'?]*)/.exec(filled(words.replace(bodies, ' '))) ?? [];
  if (path === undefined) return undefined;
  const method = /-X ([A-Z]+)/.exec(words)?.[1] ?? (body === undefined ? 'GET' : 'POST');
  return { method, path, body: body && filled(body) };
}

/** Returns the calls of a page whose path stands in it. */
function callsOf(page: string): Call[] {
  const text = readFileSync(page, 'utf8');
  const variables = variablesOf(text);
  const filled = (words: string): string =>
    words.replace(
      /\$\{?([A-Z]+)\}?/g,
      (_, name: string) => variables.get(name) ?? (name === 'API' ? '/api/v1' : blank),
    );
  return [...text.matchAll(/```sh\n([^`]*)```/g)].flatMap(({ 1: block = '', index }) =>
    [...block.matchAll(commands)].flatMap((command) => {
      const call = callOf(command[1] ?? '', filled);
      const line = text.slice(0, index + command.index).split('\n').length + 1;
      return call ? [{ page, line, ...call }] : [];
    }),
  );
}

const calls = globSync('docs/**/*.md').toSorted().flatMap(callsOf);
const withBody = calls.filter(({ body }) => body?.startsWith('{'));

const operationOf = ({ method, path }: Call): Case | undefined =>
  callable.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...readContract() });

/** Returns what the contract finds wrong in a body, but for values that a reader fills in. */
function faultsOf(operation: Case, text: string): string[] {
  const body = JSON.parse(text.replaceAll(/[^"]*(?:…|\.\.\.)[^"]*/g, blank)) as object;
  const known = new Set(
    [
      ...reader.walk(reader.follow(operation.body?.content?.['application/json']?.schema ?? {}), true),
    ].flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
  );
  const pointer = [
    'paths',
    operation.path,
    operation.method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  ]
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.compile({ $ref: `contract#/${pointer}` });
  validate(body);
  const valueAt = (place: string): unknown =>
    place
      .split('/')
      .slice(1)
      .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], body);
  return [
    ...Object.keys(body)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is not a field of ${operation.id}`),
    ...(validate.errors ?? [])
      .filter(({ instancePath }) => !JSON.stringify(valueAt(instancePath) ?? '').includes(blank))
      .map(({ instancePath, message }) => `${instancePath} ${message}`),
  ];
}

test('the pages have calls with bodies', () => {
  expect(calls.length).toBeGreaterThan(60);
  expect(withBody.length).toBeGreaterThan(30);
});

test.for(withBody)(
  '$page:$line $method $path names an operation, and its body keeps to the contract',
  (call) => {
    const operation = operationOf(call);
    if (!operation) throw new Error(`${call.method} ${call.path} names no operation of the contract`);
    expect(faultsOf(operation, call.body ?? '')).toEqual([]);
  },
);

/** The pages for readers who try something, and not for operators of a running service. */
const guides = ['README.md', ...globSync('docs/*.md')]
  .filter((page) => page !== 'docs/incidents.md')
  .toSorted();

const blocksOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

describe('guides', () => {
  test('use a key for test data', () => {
    expect(
      guides.filter((page) => blocksOf(page).some((text) => /^\s*KEY=/m.test(text))).length,
    ).toBeGreaterThan(4);
    expect(guides.filter((page) => blocksOf(page).some((text) => /KEY=kd_live_/.test(text)))).toEqual([]);
  });
  test('say what went wrong, if a response has not the value that the next line needs', () => {
    const silent = guides.flatMap((page) =>
      blocksOf(page)
        .filter((text) => /=\$\((?:curl|policy) /.test(text) && !/:\?|"error"/.test(text))
        .map((text) => `${page}: ${text}`),
    );
    expect(silent).toEqual([]);
  });
  test('leave no key file in the checkout', () => {
    const files = guides.flatMap((page) =>
      blocksOf(page).flatMap((text) => text.match(/-keyout \S+/g) ?? []),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !/-keyout (\.\.\/|\/)/.test(file))).toEqual([]);
  });
});
