import { globSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readContract } from '../../scripts/contract.ts';
import { blank, type Call, callsOf } from '../../scripts/guides/calls.ts';
import { type Case, cases, reader } from './enumerate.ts';

const calls = globSync('docs/**/*.md')
  .toSorted()
  .flatMap((page) => callsOf(page, readFileSync(page, 'utf8')));
// The protocols of clients below /api/oidc have no cases: their bodies are judged by their own tests.
const withBody = calls.filter(({ body, path }) => body?.startsWith('{') && !path.startsWith('/api/oidc/'));

const operationOf = ({ method, path }: Call): Case | undefined =>
  cases.find(
    (one) => one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ $id: 'contract', ...readContract() });

/** Returns what the contract finds wrong in a body, but for values that a reader fills in. */
function faultsOf(operation: Case, text: string): string[] {
  // A variable may also be a whole value, such as a list.
  const whole = new RegExp(`(?<=[[:,])${blank}(?=[\\],}])`, 'g');
  const filled = text.replaceAll(/[^"]*(?:…|\.\.\.)[^"]*/g, blank).replaceAll(whole, `"${blank}"`);
  const body = JSON.parse(filled) as object;
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
