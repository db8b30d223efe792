import { expect, test } from 'vitest';
import { readContract } from '../../../scripts/contract.ts';
import { fuzzed, partOf } from '../../../scripts/fuzz/choice.ts';
import { withNeeded } from '../../../scripts/fuzz/needs.ts';
import { planOf } from '../../../scripts/fuzz/plan.ts';

const contract = readContract();

test('calls all operations for five minutes by default', () => {
  expect(planOf(contract, {})).toEqual({
    chosen: fuzzed(contract),
    called: [],
    seed: 1,
    first: 300,
    round: 60,
  });
});

test('calls a part of the operations for the minutes of the night', () => {
  const plan = planOf(contract, { PART: '3/8', MINUTES: '7.5', SEED: '9' });
  expect(plan).toMatchObject({ chosen: partOf(contract, '3/8'), first: 450, seed: 9 });
  expect(plan.called).toEqual(withNeeded(contract, plan.chosen));
});

test('draws operations for a budget by the seed of the tests, and spends no more than it', () => {
  const plan = planOf(contract, { BUDGET: '60', TEST_SEED: '5' });
  expect(plan.first + plan.round).toBe(60);
  expect(plan.chosen).not.toEqual(planOf(contract, { BUDGET: '60', TEST_SEED: '6' }).chosen);
  expect(plan.chosen).toEqual(planOf(contract, { BUDGET: '60', SEED: '5', TEST_SEED: '6' }).chosen);
});

test('draws those operations first that have changed since the base', () => {
  const earlier = structuredClone(contract);
  for (const path of ['/api/v1/me', '/api/v1/webhooks/{id}/resume']) delete earlier.paths[path];
  const asked: string[] = [];
  const plan = planOf(contract, { BUDGET: '60', BASE: 'abc' }, (commit, file) => {
    asked.push(`${commit}:${file}`);
    return JSON.stringify(earlier);
  });
  expect(asked).toEqual(['abc:generated/openapi.json']);
  expect(plan.chosen.slice(0, 2).sort()).toEqual(['getMe', 'resumeWebhook']);
  expect(plan.called).toContain('pauseWebhook');
});

test.each([{ BUDGET: 'soon' }, { MINUTES: 'x' }, { SEED: '1.x' }, { MINUTES: '-1' }])('refuses %j', (env) => {
  expect(() => planOf(contract, env)).toThrow('must be a number');
});
