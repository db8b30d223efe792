import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { describe, expect, onTestFinished, test } from 'vitest';
import { secretFields } from '../../clients/cli/src/generated/config-kinds.ts';
import { bundleCli } from '../../scripts/bundle-cli.ts';
import { configSchema, kindsOf, renderKinds, secretFieldsOf } from '../../scripts/cli/config-schema.ts';
import { readContract } from '../../scripts/contract.ts';
import { exampleOf, operationsOf } from '../../src/lib/contract.ts';
import { keyward } from '../support/cli.ts';

const contract = readContract();
const kinds = kindsOf(contract);
const schema = JSON.parse(readFileSync('clients/cli/src/generated/config-schema.json', 'utf8'));
const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
// CommonJS seen through nodenext: the callable is the module itself, its type says `default`.
(addFormatsModule as unknown as (typeof addFormatsModule)['default'])(ajv);
ajv.addKeyword('errorMessage');
const fits = ajv.compile(schema);

/** Returns why an object does not fit the schema. */
function misfits(kind: string, spec: object, key = 'default'): string[] {
  fits({ kind, key, spec });
  return (fits.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, message }) => `${instancePath}: ${message}`);
}

const identity = { name: 'deploy-bot', type: 'CI_CD' };

describe('the schema of configuration files', () => {
  test('is that of the contract as it is: make generate wrote it', () => {
    expect(schema).toEqual(configSchema(contract));
    expect(secretFields).toEqual(secretFieldsOf(contract));
    expect(readFileSync('clients/cli/src/generated/config-kinds.ts', 'utf8')).toBe(renderKinds(contract));
  });

  test('is printed by keyward config schema, also by the one file', async () => {
    const { out, code } = await keyward(['config', 'schema']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(schema);
    const folder = mkdtempSync(join(tmpdir(), 'keyward-schema-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = await bundleCli(folder);
    expect(execFileSync(process.execPath, [file, 'config', 'schema'], { encoding: 'utf8' })).toBe(out);
  });

  test.for(Object.keys(kinds))('takes the example of the contract for %s, and no unknown field', (kind) => {
    const { operations, acts = [], parts, secrets } = kinds[kind] ?? { operations: { update: '' } };
    const id = operations.create ?? operations.update;
    const operation = operationsOf(contract).find((one) => one.id === id);
    const media = operation?.body?.content?.['application/json'];
    const example = exampleOf(contract, media?.schema ?? {}) as Record<string, unknown>;
    const spec = Object.fromEntries(
      Object.entries(example)
        .filter(([name]) => !acts.includes(name))
        .map(([name, value]) => [
          name,
          secrets?.given?.includes(name) ? 'env:KEYWARD_SECRET_EXAMPLE' : value,
        ]),
    );
    const key = parts ? 'invitation.en' : 'default';
    expect(misfits(kind, spec, key)).toEqual([]);
    expect(misfits(kind, { ...spec, unknown: 1 }, key)).toContain(
      '/spec: must NOT have additional properties',
    );
  });

  test('refuses unknown fields and fields of the service in an inner object, unknown kinds and wrong keys', () => {
    const conditions = { locations: { exclude: [], unknown: [] } };
    const policy = { name: 'Office', priority: 100, decision: 'BLOCK', conditions };
    expect(misfits('accessPolicy', policy)).toEqual([
      '/spec/conditions/locations: must NOT have additional properties',
    ]);
    const channel = { type: 'SLACK', url: 'env:KEYWARD_SECRET_SLACK' };
    const rule = { name: 'Anomalies', events: ['anomaly.detected'] };
    expect(misfits('alertRule', { ...rule, channels: [channel] })).toEqual([]);
    expect(misfits('alertRule', { ...rule, channels: [{ ...channel, id: 'chn_1' }] })).toEqual([
      '/spec/channels/0: must NOT have additional properties',
    ]);
    expect(misfits('robot', identity)).toEqual(['/kind: must be equal to one of the allowed values']);
    expect(misfits('identity', identity, 'Deploy bot')).toHaveLength(1);
    expect(misfits('branding', {}, 'other')).toHaveLength(1);
    expect(misfits('mailTemplate', {}, 'invitation')).toHaveLength(1);
    expect(fits({ kind: 'identity', key: 'a', spec: identity, more: 1 })).toBe(false);
    expect(fits({ kind: 'identity', key: 'a' })).toBe(false);
  });

  test('takes an object by kind and key where the API takes its ID', () => {
    const withLocation = (location: string) => ({
      name: 'Office',
      priority: 100,
      decision: 'BLOCK',
      conditions: { locations: { exclude: [location] } },
    });
    expect(misfits('accessPolicy', withLocation('namedLocation/office'))).toEqual([]);
    expect(misfits('accessPolicy', withLocation('loc_01kahz5v3be4nr7q2m8x9c0d1e'))).toEqual([]);
    for (const [kind, { references = {} }] of Object.entries(kinds))
      for (const path of Object.keys(references))
        expect(JSON.stringify(partAt(schema.definitions[`spec.${kind}`], path)), `${kind} ${path}`).toContain(
          'Another object by its kind and key',
        );
  });

  test('takes a secret as a reference only', () => {
    const google = { provider: 'google', name: 'Google', clientId: 'x' };
    for (const secret of ['env:KEYWARD_SECRET_GOOGLE', 'file:secrets/google'])
      expect(misfits('socialProvider', { ...google, clientSecret: secret })).toEqual([]);
    for (const secret of ['plain', 'env:HOME', 'env:KEYWARD_API_KEY', 'file:', 7])
      expect(misfits('socialProvider', { ...google, clientSecret: secret })).toHaveLength(1);
    for (const [kind, paths] of Object.entries(secretFields))
      for (const path of paths)
        expect(
          JSON.stringify(partAt(schema.definitions[`spec.${kind}`], path.replaceAll('.*', '[]'))),
          `${kind} ${path}`,
        ).toContain('env:KEYWARD_SECRET_');
  });
});

/** Returns all that the schema of a kind says about a part, with schemas that are composed. */
function partAt(node: unknown, path: string): unknown[] {
  const [step, ...rest] = path.replaceAll('[]', '.[]').split('.').filter(Boolean);
  if (step === undefined) return [node];
  const {
    $ref,
    allOf = [],
    anyOf = [],
    oneOf = [],
    properties,
    items,
  } = node as Record<string, never> & {
    $ref?: string;
    allOf?: unknown[];
    anyOf?: unknown[];
    oneOf?: unknown[];
  };
  const others = [
    ...($ref === undefined ? [] : [schema.definitions[$ref.split('/').at(-1) ?? '']]),
    ...allOf,
    ...anyOf,
    ...oneOf,
  ].flatMap((one) => partAt(one, path));
  const own = step === '[]' ? items : (properties as Record<string, unknown> | undefined)?.[step];
  return own === undefined ? others : [...others, ...partAt(own, rest.join('.').replaceAll('.[]', '[]'))];
}
