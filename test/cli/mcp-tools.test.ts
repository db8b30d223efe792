import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../clients/cli/src/command.ts';
import { families } from '../../clients/cli/src/generated/commands.ts';
import type { Io } from '../../clients/cli/src/io.ts';
import { callTool, type Surroundings } from '../../clients/cli/src/mcp/call.ts';
import { bounded, largestResult, TooLarge, visible } from '../../clients/cli/src/mcp/answers.ts';
import { chosenTools, listed, scopesOf, secretFields, type Tool } from '../../clients/cli/src/mcp/tools.ts';
import { TooMany, Turns } from '../../clients/cli/src/mcp/turns.ts';
import { keyward } from '../support/cli.ts';

const chosen = (named: readonly string[], allow: readonly string[] = [], showSecrets = false): Tool[] =>
  chosenTools(families, { families: named, allow, showSecrets });
const names = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);
const everyCommand: [name: string, command: Command][] = Object.entries(families).flatMap(
  ([family, { commands }]) =>
    Object.entries(commands()).map(([verb, command]): [string, Command] => [`${family}_${verb}`, command]),
);
/** The size of the list that a client gets. */
const bytesOf = (tools: readonly Tool[]): number => Buffer.byteLength(JSON.stringify(tools.map(listed)));

const io: Pick<Io, 'env'> = { env: { KEYWARD_API_KEY: 'kd_live_own0own0own0own0' } };

describe('the tools', () => {
  test('only read without --allow, and are few enough for a client that takes 40', () => {
    const usual = chosen([]);
    expect(usual.length).toBeLessThanOrEqual(40);
    expect(bytesOf(usual)).toBeLessThan(30_000);
    expect(usual.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
    expect(names(usual)).toEqual(expect.arrayContaining(['me_get', 'identities_list', 'audit-logs_list']));
  });

  test('that read are the operations that a key may read with, in every family', () => {
    const all = chosen(['all']);
    const posts = all.filter(({ command }) => command.body);
    // Each of these sends a body and changes nothing. A new one must be judged.
    expect(names(posts)).toEqual([
      'policies_evaluate',
      'conditional-access_simulate-access',
      'auth-config_preview-mail-template',
      'service-providers_preview',
      'federation_preview-connection-mapping',
    ]);
    expect(names(all)).not.toContain('audit-logs_export');
    expect(names(all)).not.toContain('credentials_verify');
    expect(all.length).toBeGreaterThan(75);
    expect(bytesOf(all)).toBeLessThan(70_000);
  });

  test('with every right are all operations of a key, without texts, streams and those that take a secret', () => {
    const left = everyCommand.filter(
      ([name, { scope }]) => typeof scope === 'string' && !names(chosen(['all'], ['*'])).includes(name),
    );
    expect(left.map(([name]) => name)).toEqual([
      'credentials_verify',
      'credentials_stream-changes',
      'webhooks_stream-listener',
      'audit-logs_export',
    ]);
    expect(names(chosen(['all'], ['*'], true))).toContain('credentials_verify');
  });

  test('have names that every client takes, each once', () => {
    const all = names(chosen(['all'], ['*'], true));
    // Clients put the name of the server before.
    expect(
      all.filter((name) => !/^[a-z]+(?:-[a-z]+)*_[a-z]+(?:-[a-z]+)*$/.test(name) || name.length > 48),
    ).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  test('have a schema that is one, with types, choices and defaults of the contract', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    for (const { inputSchema } of chosen(['all'], ['*'], true)) ajv.compile(inputSchema);
    const list = chosen(['identities']).find(({ name }) => name === 'identities_list');
    expect(list?.inputSchema.properties).toMatchObject({
      sort: { type: 'string', default: '-createdAt', enum: expect.arrayContaining(['name', '-name']) },
      limit: { type: 'number', default: 20 },
      cursor: { type: 'string' },
    });
    expect(list?.inputSchema.properties).not.toHaveProperty('page');
    const create = chosen(['identities'], ['identities.write']).find(
      ({ name }) => name === 'identities_create',
    );
    expect(create?.inputSchema).toMatchObject({
      required: ['body'],
      properties: {
        body: {
          required: ['name', 'type'],
          properties: { tags: { type: 'array', items: { type: 'string' }, default: [] } },
        },
      },
    });
    const policy = chosen(['conditional-access'], ['conditional_access.write']).find(({ name }) =>
      name.endsWith('_create-access-policy'),
    );
    expect(policy?.inputSchema).toMatchObject({
      properties: { body: { properties: { conditions: { properties: { users: { type: 'object' } } } } } },
    });
  });

  test('say what ends something, and what may be repeated', () => {
    const byName = new Map(chosen(['all'], ['*']).map((tool) => [tool.name, tool.annotations]));
    expect(byName.get('credentials_revoke')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(byName.get('credentials_delete')).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(byName.get('identities_create')).toMatchObject({ destructiveHint: false, idempotentHint: false });
    expect(byName.get('identities_get')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  });

  test('name no field for a secret, in no operation', () => {
    const withSecrets = chosen(['all'], ['*'], true).filter(
      ({ command }) => secretFields(command).length > 0,
    );
    expect(withSecrets.length).toBeGreaterThan(5);
    const has = ({ inputSchema }: Tool, field: string): boolean =>
      JSON.stringify(inputSchema).includes(`"${field.split('.').at(-1)}":{`);
    for (const tool of withSecrets) {
      const without = chosen(['all'], ['*']).find(({ name }) => name === tool.name);
      for (const field of secretFields(tool.command)) {
        expect(has(tool, field), `${tool.name} ${field}`).toBe(true);
        if (without) expect(has(without, field), `${tool.name} ${field}`).toBe(false);
      }
    }
  });

  test('come from the families that are named, and what --allow adds from every family', () => {
    expect(names(chosen(['webhooks'])).every((name) => name.startsWith('webhooks_'))).toBe(true);
    expect(names(chosen([], ['webhooks.write']))).toEqual(
      expect.arrayContaining(['webhooks_create', 'identities_list']),
    );
    expect(names(chosen(['identities'], ['webhooks.write']))).not.toContain('webhooks_create');
    expect(() => chosen(['nothing'])).toThrow('there is no such family');
    expect(() => chosen([], ['identity.write'])).toThrow('no operation needs this scope');
    expect(() => chosen([], ['identities.*'])).not.toThrow();
  });

  test('need their scopes and those of --allow, and no others', () => {
    expect(scopesOf(chosen(['identities', 'me']), [])).toEqual([
      'credentials.read',
      'identities.read',
      'reports.read',
    ]);
    expect(scopesOf(chosen(['me'], ['credentials.revoke']), ['credentials.revoke'])).toEqual([
      'credentials.revoke',
    ]);
    expect(scopesOf(chosen([], ['*']), ['*'])).toEqual(['*']);
  });
});

describe('a call', () => {
  test('that takes too long is given up, and says that a change may have happened', async () => {
    const [tool] = chosen(['me']);
    const narrow: Surroundings['narrow'] = {
      service: () =>
        Promise.resolve({
          call: (_, __, { signal }) =>
            new Promise((___, fail) => {
              signal?.addEventListener('abort', () => fail(signal.reason as Error));
            }),
        }),
    };
    const around = {
      io: io as Io,
      narrow,
      secretsTo: 'refuse',
      turns: new Turns(),
      longestCallMs: 10,
    } as const;
    const result = tool && (await callTool(tool, {}, around, new AbortController().signal));
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'TIMEOUT' } } });
    expect(result?.content[0]?.text).toContain('A change may have happened.');
  });
});

describe('a result', () => {
  test('has no secret of ours and no sign that hides a text, at any depth', () => {
    const value = {
      name: 'safe\u202egnihtyna\u200b',
      metadata: {
        'ke\u2066y': ['kd_live_0123456789abcdef', 'scim_0123456789abcdef', 'whsec_MDEyMzQ1Njc4OWFi'],
      },
      note: `mine ${io.env['KEYWARD_API_KEY']}`,
      count: 3,
    };
    const seen = JSON.stringify(visible(value, io, false));
    expect(seen).not.toMatch(/[\u202e\u200b\u2066]|0123456789|MDEy|own0/);
    expect(visible(value, io, false)).toMatchObject({ name: 'safe\\u202egnihtyna\\u200b', count: 3 });
    expect(JSON.stringify(visible(value, io, true))).toContain('kd_live_0123456789abcdef');
  });

  test('keeps as many items of a list as fit, and no cursor that would skip the others', () => {
    const item = { name: 'x'.repeat(1000) };
    const list = {
      data: Array.from({ length: 100 }, () => item),
      pagination: { hasMore: true, nextCursor: 'next' },
    };
    const cut = bounded(list) as { data: unknown[]; pagination: object; cut: string };
    expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(largestResult);
    expect(cut.data.length).toBeGreaterThan(50);
    expect(cut.pagination).toEqual({ hasMore: true });
    expect(cut.cut).toContain(`\`limit\`: ${cut.data.length}.`);
    const small = { data: [item], pagination: { nextCursor: 'next' } };
    expect(bounded(small)).toEqual(small);
  });

  test('that does not fit is an error', () => {
    expect(() => bounded({ text: 'x'.repeat(largestResult) })).toThrow(TooLarge);
    expect(() => bounded({ data: ['x'.repeat(largestResult)] })).toThrow(TooLarge);
    expect(bounded(undefined)).toEqual({ done: true });
  });
});

describe('turns', () => {
  test('let four calls run, let others wait, and refuse a crowd', async () => {
    const turns = new Turns();
    const { signal } = new AbortController();
    let running = 0;
    let most = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((done) => (open = done));
    const call = async (): Promise<void> => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    };
    const calls = Array.from({ length: 36 }, () => turns.run(call, signal));
    await expect(turns.run(call, signal)).rejects.toThrow(TooMany);
    open();
    await Promise.all(calls);
    expect(most).toBe(4);
    await turns.run(call, signal);
  });

  test('forget a call that is cancelled while it waits', async () => {
    const turns = new Turns();
    let open = (): void => undefined;
    const gate = new Promise<void>((done) => (open = done));
    const running = Array.from({ length: 4 }, () => turns.run(() => gate, new AbortController().signal));
    const cancelled = new AbortController();
    let ran = false;
    const waiting = turns.run(() => Promise.resolve((ran = true)), cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    open();
    await Promise.all(running);
    expect(ran).toBe(false);
  });
});

describe('keyward mcp', () => {
  const env = { KEYWARD_API_KEY: 'kd_live_x' };
  test('refuses what it cannot do before it sends a request', async () => {
    const fetch = (): never => expect.fail('a request was sent');
    const refused = async (
      words: string[],
      more: Record<string, string | undefined> = {},
    ): Promise<string> => {
      const { code, out, err } = await keyward(['mcp', ...words], { env: { ...env, ...more }, fetch });
      expect({ code, out }).toEqual({ code: 2, out: '' });
      return err;
    };
    expect(await refused([], { KEYWARD_API_KEY: undefined })).toContain('Set KEYWARD_API_KEY');
    expect(await refused([], { KEYWARD_API_KEY: 'kd_operator_x' })).toContain('cannot be narrowed');
    expect(await refused([], { KEYWARD_API_KEY: 'scim_x' })).toContain('cannot be narrowed');
    expect(await refused(['--family', 'x'])).toContain('there is no such family');
    expect(await refused(['--allow', 'x'])).toContain('no operation needs this scope');
    expect(await refused(['--port', 'x'])).toContain('--port takes a number');
    expect(await refused(['--port', '0'])).toContain('Set KEYWARD_MCP_TOKEN');
    expect(await refused(['--show-secrets', '--secrets-to', 'x'])).toContain('cannot be used with');
  });
});
