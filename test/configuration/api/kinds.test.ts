import { describe, expect } from 'vitest';
import resources from '../../../generated/requests.json' with { type: 'json' };
import type { OperationId } from '../../../src/operation.ts';
import { applied, exported, planned, tryApply } from '../../support/configuration.ts';
import { type KindExample, kindExamples } from '../../support/configured-kinds.ts';
import { test } from '../../support/service.ts';

const kinds = resources['x-resources'] as Record<
  string,
  { operations: Record<string, OperationId>; parameters: string[] }
>;
const examples = await kindExamples();
const byKind = (kind: string) => examples.find((one) => one.kind === kind) as KindExample;

test('there is an example of each kind', () => {
  expect(examples.map(({ kind }) => kind)).toEqual(Object.keys(kinds));
});

describe.for(Object.keys(kinds))('%s', (kind) => {
  const { key, needs = [], spec, changes, drift } = byKind(kind);
  const operations = kinds[kind]?.operations ?? {};
  const one = (more: Record<string, unknown> = {}) => ({ kind, key, spec: { ...spec, ...more } });

  test('is made, changed field by field, and planned as unchanged after each', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, needs);
    const made = await applied(ours, [...needs, one()]);
    expect(made.changes.map((change) => [change.kind, change.key])).toEqual([[kind, key]]);
    expect((await tryApply(ours, [...needs, one()])).body.changes).toEqual([]);
    let now: Record<string, unknown> = {};
    for (const change of changes) {
      now = { ...now, ...change };
      const objects = [...needs, one(now)];
      const { changes: done } = await applied(ours, objects);
      const named = done.flatMap(({ fields }) => fields.map(({ field }) => field));
      expect([...new Set(named)].toSorted(), JSON.stringify(change)).toEqual(Object.keys(change).toSorted());
      expect((await tryApply(ours, objects)).body.changes, JSON.stringify(change)).toEqual([]);
    }
  });

  test('drifts, and is put right', async ({ service }) => {
    const { ours } = await service.addPair();
    const objects = [...needs, one()];
    await applied(ours, objects);
    const { changes: none } = await planned(ours, []);
    expect(none).toEqual([]);
    const { id } = (await planned(ours, [...needs, one(drift)])).changes[0] ?? {};
    const parameters = kinds[kind]?.parameters ?? [];
    const values = kind === 'mailTemplate' ? ['SIGN_IN', 'en'] : [id];
    const path = Object.fromEntries(parameters.map((parameter, at) => [parameter, values[at] ?? '']));
    const update = operations['update'] as OperationId;
    const { status, body } = await ours.call(update, {
      path,
      body: { ...(kind === 'mailTemplate' ? spec : {}), ...drift },
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    const [field] = Object.keys(drift);
    const { changes: found } = await planned(ours, objects);
    expect(found).toMatchObject([{ action: 'CHANGE', kind, key, fields: [{ field }], refusal: null }]);
    await applied(ours, objects);
    expect((await planned(ours, objects)).changes).toEqual([]);
  });

  test('leaves with prune only, and before what it needs', async ({ service }) => {
    const { ours } = await service.addPair();
    await applied(ours, [...needs, one()]);
    expect((await planned(ours, [])).changes).toEqual([]);
    const { changes: done } = await applied(ours, [], { prune: true });
    expect(done[0]).toMatchObject({ action: operations['delete'] ? 'DELETE' : 'RELEASE', kind, key });
    expect(done).toHaveLength(needs.length + 1);
    if (operations['delete'])
      expect((await exported(ours, { kind })).filter((left) => left.key === key)).toEqual([]);
    expect((await planned(ours, [], { prune: true })).changes).toEqual([]);
  });
});
