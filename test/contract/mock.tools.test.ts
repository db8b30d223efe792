import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Keyward, KeywardApiError } from '../../clients/typescript/src/index.ts';
import { clientNames } from '../../scripts/client-names.ts';
import { pythonMethod, pythonName } from '../../scripts/python-names.ts';
import { installedTools } from '../../scripts/python-tools.ts';
import { startMock, type Prism } from '../support/prism.ts';
import { lacks } from '../support/programs.ts';
import { drawn, halves, rounds } from '../support/thorough.ts';
import { callable, type Case, cases, exampleBody, reader, targetOf } from './enumerate.ts';

// `make mock` is what others build against before they have a service: docs/mocking.md.
let mock: Prism;
let dynamic: Prism;

beforeAll(async () => {
  [mock, dynamic] = await Promise.all([startMock({ DYNAMIC: '0' }), startMock({ DYNAMIC: '1' })]);
}, 60_000);

afterAll(async () => {
  expect(await Promise.all([mock.stop(), dynamic.stop()])).toEqual([0, 0]);
});

const apiKey = 'kd_test_mock';
const names = clientNames(reader.operations);
const nameOf = ({ id }: Case) => names.get(id) ?? { family: '', method: '' };

const pathOf = (operation: Case): [name: string, example: string][] =>
  operation.parameters
    .filter((one) => one.in === 'path')
    .map((one) => [one.name ?? '', String((one as { example?: string }).example)]);

/** Every answer that the operation declares. */
const answersOf = (operation: Case) =>
  reader.answers(operation).map(({ status, content = {} }) => {
    const [type = '', { schema = {}, ...media } = {}] = Object.entries(content)[0] ?? [];
    return {
      status: Number(status),
      type,
      schema,
      // A response without content has an empty body on the wire.
      example: type === '' ? '' : (reader.written(media)[0] ?? reader.example(schema)),
    };
  });
function answerOf(operation: Case, wanted: (status: number) => boolean) {
  const answer = answersOf(operation).find(({ status }) => wanted(status));
  if (!answer) throw new Error(`${operation.id} declares no such answer`);
  return answer;
}
/** Returns the successful answers, and some of the errors: Prism finds each of them in the same way. */
function drawnAnswersOf(operation: Case, place: string) {
  const answers = answersOf(operation);
  const errors = answers.filter(({ status }) => status >= 400);
  const others = answers.filter(({ status }) => status < 400);
  return [...others, ...drawn(errors, 3, operation.id + place, 3)];
}
const successOf = (operation: Case) => answerOf(operation, (status) => status < 300);

/** Sends the example of an operation, and tells what came and what Prism found wrong with it. */
async function ask({ origin }: Prism, operation: Case, prefer?: string) {
  const body = exampleBody(operation);
  const response = await fetch(origin + targetOf(operation, Object.fromEntries(pathOf(operation))), {
    method: operation.method,
    headers: {
      ...(operation.secured ? { authorization: `Bearer ${apiKey}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const type = response.headers.get('content-type') ?? '';
  const text = await response.text();
  return {
    status: response.status,
    type,
    body: /^application\/(scim\+)?json$/.test(type) ? (JSON.parse(text) as unknown) : text,
    violations: response.headers.get('sl-violations'),
  };
}

const [byExample, byInvention] = halves(cases, 'mock');

describe('the mock', () => {
  test.for(byExample)(
    'answers $id with its example, and with that of an error on request',
    async (operation) => {
      const { status, type, example: body } = successOf(operation);
      expect(await ask(mock, operation)).toEqual({ status, type, body, violations: null });
      for (const { status, type, example: body } of drawnAnswersOf(operation, 'examples'))
        expect(await ask(mock, operation, `code=${status}`)).toEqual({
          status,
          type,
          body,
          violations: null,
        });
    },
  );

  // Prism cannot write what it invents as YAML, nor as lines of JSON.
  test.for(byInvention.filter(({ id }) => id !== 'getOpenapiYaml' && id !== 'exportAuditLogs'))(
    'invents answers of $id that keep the contract',
    // A page of a hundred invented people takes it five seconds.
    { timeout: 90_000 },
    async (operation) => {
      for (const { status, type, schema } of drawnAnswersOf(operation, 'invented')) {
        // The seeds make a failure come again.
        for (const seed of ['one', 'two'].slice(0, status < 300 ? rounds(2, 1, 1) : 1)) {
          const answer = await ask(dynamic, operation, `code=${status}, seed=${seed}`);
          expect(answer).toMatchObject({ status, type, violations: null });
          expect(reader.misfit(schema, answer.body)).toEqual([]);
        }
      }
      const invented = await ask(mock, operation, 'dynamic=true, seed=one');
      expect(reader.misfit(successOf(operation).schema, invented.body)).toEqual([]);
    },
  );

  const identities = '/api/v1/identities';
  const keyed = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

  test('refuses a request that breaks the contract as the service would, and says what is wrong in a header', async () => {
    const response = await fetch(mock.origin + identities, {
      method: 'POST',
      headers: keyed,
      body: JSON.stringify({ name: 'x' }),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('sl-violations')).toContain("must have required property 'type'");
    expect(await response.json()).toMatchObject({ code: 'VALIDATION_ERROR', requestId: expect.any(String) });
  });

  test('refuses a call without a key', async () => {
    const response = await fetch(mock.origin + identities);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('lets a page of another origin call it', async () => {
    const response = await fetch(mock.origin + identities, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type,idempotency-key',
    });
  });
});

type Method = (...words: unknown[]) => Promise<unknown>;

describe('the TypeScript client on the mock', () => {
  const methodOf = (keyward: Keyward, operation: Case): Method => {
    const { family, method } = nameOf(operation);
    const owner = keyward[family as keyof Keyward] as unknown as Record<string, Method>;
    return (...words) => (owner[method] as Method).apply(owner, words);
  };
  const wordsOf = (operation: Case): unknown[] => {
    const body = exampleBody(operation);
    return [...pathOf(operation).map(([, example]) => example), ...(body ? [body] : [])];
  };

  test.for(callable)('gives the example of $id', async (operation) => {
    const keyward = new Keyward({ baseUrl: mock.origin, apiKey });
    const answer = await methodOf(keyward, operation)(...wordsOf(operation));
    expect(answer).toEqual(successOf(operation).example);
  });

  test.for(callable)('throws the example of the 404 of $id', async (operation) => {
    const asking: typeof fetch = (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('prefer', 'code=404');
      // Prism gives an error only in a type that is asked for, and getOpenapiYaml asks for YAML.
      headers.set('accept', '*/*');
      return fetch(url, { ...init, headers });
    };
    const keyward = new Keyward({ baseUrl: mock.origin, apiKey, fetch: asking });
    const error = await methodOf(
      keyward,
      operation,
    )(...wordsOf(operation)).catch((thrown: unknown) => thrown);
    const { code, detail = '' } = answerOf(operation, (status) => status === 404).example as {
      code?: string;
      detail?: string;
    };
    expect(error).toBeInstanceOf(KeywardApiError);
    expect(error).toMatchObject({ status: 404, code: code ?? detail.split(':')[0] });
  });
});

const python = installedTools();
const hint = 'the Python client on the mock needs its packages: make generate';

describe.skipIf(lacks(python, hint))('the Python client on the mock', () => {
  test('gives the example of every operation', async () => {
    const calls = callable.map((operation) => ({
      family: pythonName(nameOf(operation).family),
      method: pythonMethod(nameOf(operation).method),
      path: pathOf(operation).map(([, example]) => example),
      // A body that may have more fields than the contract names is given as a whole.
      fields: Object.fromEntries(
        operation.errors === 'scim' && exampleBody(operation)
          ? [['body', exampleBody(operation)]]
          : Object.entries(exampleBody(operation) ?? {}).map(([name, value]) => [pythonName(name), value]),
      ),
    }));
    const run = promisify(execFile)(
      join(python ?? '', 'python'),
      ['-W', 'error', join(import.meta.dirname, 'mock_calls.py'), mock.origin],
      { env: { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' } },
    );
    run.child.stdin?.end(JSON.stringify(calls));
    const lines = (await run).stdout.trimEnd().split('\n');
    const given = lines.map((line, index) => [callable[index]?.id, JSON.parse(line)] as const);
    expect(given.map(([id, answer]) => [id, sameTimes(answer)])).toEqual(
      callable.map((operation) => [operation.id, sameTimes(successOf(operation).example)]),
    );
  });

  /** Python writes the times that it has read with `+00:00`. Times inside a string, of XML for example, stay. */
  const sameTimes = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value).replace(
        /(?<!\\)"(\d{4}-\d{2}-\d{2}T[^"\\]+)"/g,
        (_, time: string) => `"${new Date(time).toJSON()}"`,
      ),
    );
});
