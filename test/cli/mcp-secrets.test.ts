import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Command } from '../../clients/cli/src/command.ts';
import { families } from '../../clients/cli/src/generated/commands.ts';
import type { Io } from '../../clients/cli/src/io.ts';
import { callTool } from '../../clients/cli/src/mcp/call.ts';
import { openFolder, type SecretsTo } from '../../clients/cli/src/mcp/secrets.ts';
import { chosenTools, type Tool } from '../../clients/cli/src/mcp/tools.ts';
import { Turns } from '../../clients/cli/src/mcp/turns.ts';
import { KeywardApiError, KeywardConnectionError } from '../../clients/typescript/src/errors.ts';
import { flat } from '../../scripts/cli/fields.ts';
import { readContract } from '../../scripts/contract.ts';
import { follow, operationsOf, type Schema } from '../../src/lib/contract.ts';

const contract = readContract();
const operations = new Map(operationsOf(contract).map((operation) => [operation.id, operation]));
const tools = chosenTools(families, { families: ['all'], allow: ['*'], showSecrets: false });
const showing = tools.filter(({ command }) => command.secret !== undefined);

/** Without a form that the last filter of results knows. */
const canary = 'canary-vivid-harbor-42';
const io: Pick<Io, 'env'> = { env: { KEYWARD_API_KEY: 'kd_live_x' } };

/** Calls a tool with a service that answers with the canary. */
function called({ command, ...tool }: Tool, secretsTo: SecretsTo, failure?: Error, secret: unknown = canary) {
  let requests = 0;
  const service = {
    call: (): Promise<unknown> => {
      requests += 1;
      return failure
        ? Promise.reject(failure)
        : Promise.resolve({ id: 'new', [command.secret ?? '']: secret });
    },
  };
  const around = {
    io: io as Io,
    narrow: { service: () => Promise.resolve(service) },
    secretsTo,
    turns: new Turns(),
  };
  const given = Object.fromEntries(
    (tool.inputSchema.required ?? []).map((name) => [name, name === 'body' ? {} : 'x']),
  );
  const { signal } = new AbortController();
  return callTool({ command, ...tool }, given, around, signal).then((result) => ({ result, requests }));
}

function aFolder(): { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-mcp-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder };
}

/** The fields of an answer with their schemas, at any depth. */
function* fieldsOf(node: Schema, depth = 0): Generator<[name: string, schema: Schema]> {
  if (depth > 8) return;
  const { properties = {}, items, anyOf = [], oneOf = [] } = flat(contract, node);
  for (const [name, property] of Object.entries(properties)) {
    yield [name, flat(contract, property)];
    yield* fieldsOf(property, depth + 1);
  }
  for (const part of [...(items ? [items] : []), ...anyOf, ...oneOf]) yield* fieldsOf(part, depth + 1);
}

/** The fields of the answers of a command that may hold a secret, by their names. */
function secretLooking({ id, secret }: Command): string[] {
  const answers = Object.entries(operations.get(id)?.responses ?? {}).filter(([status]) =>
    status.startsWith('2'),
  );
  return answers
    .flatMap(([, answer]) => Object.values(follow(contract, answer).content ?? {}))
    .flatMap(({ schema = {} }) => [...fieldsOf(schema)])
    .filter(([name, { type, format }]) => {
      const isText =
        type === 'string' &&
        /^(?:password|accessPass|token|credential|secret)$|(?:Password|Secret|Token)$/.test(name);
      return isText || format === 'password';
    })
    .map(([name]) => name)
    .filter((name) => name !== secret);
}

describe('every tool whose answer has a secret', () => {
  test('is known by the contract, and no other answer has a field with such a name', () => {
    expect(showing.length).toBeGreaterThan(8);
    const others = tools.flatMap(({ name, command }) => secretLooking(command).map((field) => [name, field]));
    // Webhooks show signs that stand for their secret: `whsec_…`.
    expect(
      others.filter(([name = '', field]) => !(name.startsWith('webhooks_') && field === 'signingSecret')),
    ).toEqual([]);
  });

  test.for(showing)('$name is refused before a request, or keeps the secret from the model', async (tool) => {
    const refused = await called(tool, 'refuse');
    expect(refused).toMatchObject({ requests: 0, result: { isError: true } });
    expect(refused.result.content[0]?.text).toContain(`keyward ${tool.name.replace('_', ' ')}`);
    const place = aFolder();
    const kept = await called(tool, place);
    expect(kept.requests).toBe(1);
    expect(JSON.stringify(kept.result)).not.toContain(canary);
    const [file = ''] = readdirSync(place.folder);
    expect(readFileSync(join(place.folder, file), 'utf8')).toBe(`${canary}\n`);
    expect(statSync(join(place.folder, file)).mode & 0o777).toBe(0o600);
    expect(kept.result.structuredContent[tool.command.secret ?? '']).toContain(join(place.folder, file));
    const shown = await called(tool, 'show');
    expect(shown.result.structuredContent[tool.command.secret ?? '']).toBe(canary);
  });

  test.for(showing.slice(0, 1))(
    '$name leaves no file behind if the service refuses the call',
    async (tool) => {
      const place = aFolder();
      const failure = new KeywardApiError('It is refused.', { code: 'CONFLICT', status: 409 });
      expect((await called(tool, place, failure)).result.isError).toBe(true);
      expect(readdirSync(place.folder)).toEqual([]);
    },
  );
});

describe('a secret that cannot be kept', () => {
  test.for(showing.slice(0, 1))(
    '$name gives a secret of another form to no model, and names what was made',
    async (tool) => {
      const folder = aFolder();
      const { result } = await called(tool, folder, undefined, { inner: canary });
      expect(result.isError).toBe(true);
      expect(JSON.stringify(result)).not.toContain(canary);
      expect(result.content[0]?.text).toContain('Revoke what it made: new.');
      expect(readdirSync(folder.folder)).toEqual([]);
    },
  );

  test.for(showing.slice(0, 1))('$name tells it as lost where no answer came', async (tool) => {
    const lost = new KeywardConnectionError('The connection failed.', { code: 'CONNECTION_FAILED' });
    const { result } = await called(tool, aFolder(), lost);
    expect(result.content[0]?.text).toContain('whose secret is lost');
  });
});

describe('an error', () => {
  test.for(showing.slice(0, 1))('$name gives one of a bounded size', async (tool) => {
    const details = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`field${at}`, 'x'.repeat(9000)]),
    );
    const long = new KeywardApiError('y'.repeat(99_000), { code: 'CONFLICT', status: 409, details });
    const { result } = await called(tool, aFolder(), long);
    expect(JSON.stringify(result).length).toBeLessThan(60_000);
    expect(result.structuredContent).toMatchObject({ error: { code: 'CONFLICT', status: 409 } });
  });
});

describe('the folder for secrets', () => {
  test('is one that other users cannot read', () => {
    const { folder } = aFolder();
    expect(openFolder(join(folder, 'a', 'b'))).toMatchObject({ folder: expect.stringMatching(/a\/b$/) });
    expect(statSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700);
    chmodSync(folder, 0o755);
    expect(() => openFolder(folder)).toThrow('other users can read this folder');
    expect(() => openFolder('/dev/null/x')).toThrow('the folder cannot be used');
  });
});
