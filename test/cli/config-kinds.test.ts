import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { readChecked } from '../../clients/cli/src/config/checked-objects.ts';
import { filesOf } from '../../clients/cli/src/config/layout.ts';
import type { ConfigObject } from '../../clients/cli/src/config/objects.ts';
import { keyward } from '../support/cli.ts';
import { configDirectory } from '../support/config-directory.ts';
import { kindExamples } from '../support/configured-kinds.ts';
import { test } from '../support/service.ts';

const examples = await kindExamples();
const secretNames = new Set(['clientSecret', 'routingKey']);
const secrets = new Map<unknown, string>();

/** Returns a value in which each secret is a reference to a variable. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (!secretNames.has(name)) return [name, withReferences(one)];
      const variable = secrets.get(one) ?? `KEYWARD_SECRET_${secrets.size}`;
      secrets.set(one, variable);
      return [name, `env:${variable}`];
    }),
  );
}

/** Returns a directory with a file for each object. */
function directoryOf(objects: readonly object[]): string {
  const dir = configDirectory({});
  for (const [path, text] of filesOf(objects.map((one) => withReferences(one) as ConfigObject))) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

/** Kinds whose export has values that their own operations refuse. */
const notMovable = ['samlConnection'];

describe('keyward config', () => {
  test.for(examples.map((example) => [example.kind, example] as const))(
    'takes %s with each of its fields',
    async ([, { kind, key, needs = [], spec, changes }]) => {
      for (const change of [{}, ...changes]) {
        const dir = directoryOf([...needs, { kind, key, spec: { ...spec, ...change } }]);
        expect((await readChecked(dir, [])).objects).toHaveLength(needs.length + 1);
      }
    },
  );

  test('moves every kind to another organization, which then exports the same bytes', {
    timeout: 120_000,
  }, async ({ service }) => {
    const objects = new Map(
      examples
        .filter(({ kind }) => !notMovable.includes(kind))
        .flatMap(({ kind, key, needs = [], spec }) =>
          [...needs, { kind, key, spec }].map((one) => [`${one.kind}/${one.key}`, one]),
        ),
    );
    const dir = directoryOf([...objects.values()]);
    const variables = Object.fromEntries([...secrets].map(([value, name]) => [name, String(value)]));
    const [from, to] = [(await service.addPair()).ours, (await service.addPair()).ours];
    const run = async (words: string, { key }: { key: string | undefined }) => {
      const env = { KEYWARD_URL: service.origin, KEYWARD_API_KEY: key, ...variables };
      const { code, out, err } = await keyward(['config', ...words.split(' '), '-f', dir], { env });
      expect(code, `${out}${err}`).toBe(0);
      return out;
    };
    await run('apply --yes', from);
    await run('plan --exit-code', from);
    await run('export', from);
    // The export has the singletons and the defaults that the files had not, and the references to secrets.
    await run('plan', from);
    await run('apply --yes', to);
    await run('export --check', to);
    await run('plan --exit-code --prune', to);
    expect(await run('apply --yes', to)).toContain('The service has what the files say.');
  });
});
