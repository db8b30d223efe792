// The commands and classes of docs/sdks.md for Java and .NET. Java runs against the service, and with the vectors of all
// client libraries. Nothing here compiles C#.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import vectors from '../../clients/vectors.json' with { type: 'json' };
import { readContract } from '../../scripts/contract.ts';
import { operationsOf } from '../../src/lib/contract.ts';
import { lacksGenerator, openapiGenerator } from '../support/openapi-generator.ts';
import { lacks, programOf } from '../support/programs.ts';
import { scripted } from '../support/scripted.ts';
import { test } from '../support/service.ts';
import { stepOf, type VectorAnswer } from './vector-server.ts';

const run = promisify(execFile);
const minutes = (count: number): number => count * 60_000;
const work = mkdtempSync(join(tmpdir(), 'keyward-java-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Returns the blocks of the page in a language. */
function blocksOf(language: string): string[] {
  const page = readFileSync('docs/sdks.md', 'utf8');
  return [...page.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\`\n`, 'gs'))].map(
    ([, block = '']) => block,
  );
}

/** Runs a block of commands in the folder of the test. @returns what it printed */
async function shell(commands: string): Promise<string> {
  const env = { ...process.env, PATH: `${join(work, 'generator')}:${process.env['PATH'] ?? ''}` };
  const { stdout, stderr } = await run('sh', ['-euc', commands], { cwd: work, env, maxBuffer: 1 << 26 });
  return stdout + stderr;
}

const [forJava = '', forNet = ''] = blocksOf('sh');
const client = join(work, 'keyward-java/target');
const shop = join(work, 'shop');
const path = [shop, join(client, '*'), join(client, 'lib/*')].join(':');

/** Runs a task of test/clients/java. */
async function task(env: Record<string, string>, ...words: string[]): Promise<unknown> {
  const java = ['-cp', path, 'example.shop.Acts', ...words];
  const { stdout } = await run('java', java, { env: { ...process.env, ...env } });
  return JSON.parse(stdout);
}

interface Vector {
  name: string;
  operation: string;
  answers: VectorAnswer[];
}

interface Walk extends Vector {
  take?: number;
  ids: string[];
  error: object | null;
}

/** Serves each vector from a server of its own. @returns the file that names them for a task */
async function serve(all: readonly Vector[]): Promise<string> {
  const served = await Promise.all(
    all.map(async ({ name, operation, answers }) => {
      const { origin } = await scripted(...answers.map((answer) => stepOf(answer, operation)));
      return { name, address: origin };
    }),
  );
  const file = join(work, 'served.json');
  writeFileSync(file, JSON.stringify(served));
  return file;
}

const lacking =
  lacks(programOf('javac'), 'clients for Java need a compiler (Debian: apt install default-jdk-headless)') ||
  lacksGenerator('clients for Java and .NET');

describe.skipIf(lacking)('a client that openapi-generator makes', () => {
  beforeAll(async () => {
    copyFileSync('generated/openapi.yaml', join(work, 'openapi.yaml'));
    await openapiGenerator(join(work, 'generator'));
    await shell(forJava);
    mkdirSync(shop);
    const sources = blocksOf('java').map((source) => {
      const file = join(shop, `${/final class (\w+)/.exec(source)?.[1]}.java`);
      writeFileSync(file, source);
      return file;
    });
    await run('javac', ['-cp', path, '-d', shop, ...sources, 'test/clients/java/Acts.java']);
  }, minutes(20));

  test('for Java creates, verifies, rotates and revokes a credential, walks through a list, and meets a refusal', {
    timeout: minutes(2),
  }, async ({ service: { origin, ours } }) => {
    const life = await task({ KEYWARD_API_KEY: ours.key ?? '' }, 'life', origin);
    const { codes, made, listed, refusal } = life as Record<string, unknown[]>;
    expect(codes).toEqual(['VALID', 'VALID', 'REVOKED']);
    expect(listed).toEqual(expect.arrayContaining(made ?? []));
    expect(new Set(listed).size).toBe(listed?.length);
    expect(refusal).toEqual({ status: 404, code: 'IDENTITY_NOT_FOUND' });
  });

  test('for Java has the signatures and keys of the vectors, with the classes of the page', async () => {
    expect(await task({}, 'signatures', resolve('clients/vectors.json'))).toEqual([]);
    expect(await task({}, 'keys', resolve('clients', vectors.keys))).toEqual([]);
  });

  test('for Java meets the refusals of the vectors', async () => {
    const refusals = vectors.errors.filter(
      ({ operation, error }) => operation === 'getIdentity' && error.kind === 'api',
    );
    expect(refusals.length).toBeGreaterThan(5);
    const file = await serve(refusals.map((one) => ({ ...one, answers: [one.answer as VectorAnswer] })));
    const wanted = refusals.map(({ name, error: { status, code } }) => [name, { status, code }]);
    expect(await task({ KEYWARD_API_KEY: 'kd_live_x' }, 'errors', file)).toEqual(Object.fromEntries(wanted));
  });

  test('for Java walks through the pages of the vectors', async () => {
    const walks = (vectors.pagination as unknown as Walk[]).filter(
      ({ operation, error, answers, take }) =>
        operation === 'listIdentities' && error === null && take === undefined && !answers.includes('busy'),
    );
    expect(walks.length).toBeGreaterThan(2);
    const file = await serve(walks);
    expect(await task({ KEYWARD_API_KEY: 'kd_live_x' }, 'pagination', file)).toEqual(
      Object.fromEntries(walks.map(({ name, ids }) => [name, ids])),
    );
  });

  test('for Java reads the fields and values of a later server', async () => {
    const later = { ...vectors.answers.verification.json, code: 'OF_TOMORROW', tomorrow: { deep: [1] } };
    const { origin } = await scripted(stepOf({ json: later }, 'verifyCredential'));
    expect(await task({ KEYWARD_API_KEY: 'kd_live_x' }, 'code', origin)).toBe('unknown_default_open_api');
  });

  test('for .NET has each operation', { timeout: minutes(11) }, async () => {
    const printed = await shell(forNet);
    expect(unexplained(printed)).toEqual([]);
    const sources = readdirSync(join(work, 'keyward-net/src/Keyward.Client/Api')).map((name) =>
      readFileSync(join(work, 'keyward-net/src/Keyward.Client/Api', name), 'utf8'),
    );
    const names = new Set(sources.flatMap((source) => source.match(/\b\w+(?=Async\()/g) ?? []));
    const missing = operationsOf(readContract())
      .map(({ id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}`)
      .filter((name) => !names.has(name));
    expect(missing).toEqual([]);
  });
});

/** Limits of the generator, which it reports for valid parts of the document. Another line is a fault of the document. */
const explained = [
  /OpenAPI 3\.1 support is still in beta/,
  // Forms of browsers: the service ignores other fields.
  /Form parameters with additionalProperties are not supported/,
  // Conditions of a schema beside its properties. The service checks them.
  /'oneOf' is intended to include only the additional optional OAS extension/,
  /Could not compute datatypeWithEnum from string, null/,
  /Failed to get the schema name: null/,
  // The name of the class is another one in C#.
  /Environment \(reserved word\) cannot be used as model name/,
];

/** Returns the other warnings and errors of the generator. */
const unexplained = (printed: string): string[] =>
  (printed.match(/^\[main\] (WARN|ERROR) .*$/gm) ?? []).filter(
    (line) => !explained.some((one) => one.test(line)),
  );
