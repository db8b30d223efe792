import { describe, expect, test } from 'vitest';
import {
  type GateInput,
  heavyKinds,
  partOf,
  planGate,
  planNight,
  planTests,
} from '../../../scripts/tiers/plan.ts';
import { partCount } from '../../../scripts/tiers/record.ts';
import { testFiles } from '../../../scripts/tiers/tree.ts';
import { environments, environmentsOf, isAboutStatements, kindOf } from '../environments.ts';
import { sentinels } from '../sentinels.ts';

const files = testFiles();
const nothing = { files: [], everyClass: false, everything: false };
const gate = (changes: Partial<GateInput> = {}) =>
  planGate({
    files,
    turn: 0,
    seconds: {},
    selected: nothing,
    seed: 1,
    budgets: { product: 1_000_000, heavy: 600 },
    ...changes,
  });
const isSentinel = (file: string): boolean => sentinels.some((one) => one.file === file);
const product = files.filter((file) => kindOf(file) === 'product');

describe('the gate', () => {
  test('runs each file of the product', () => {
    const { plan } = gate();
    const planned = new Set(Object.values(plan).flat());
    expect(product.filter((file) => !planned.has(file))).toEqual([]);
  });

  test('runs a file in one environment, and in all of its environments in three turns', () => {
    for (const file of product) {
      if (isSentinel(file) || isAboutStatements(file)) continue;
      const ran = [0, 1, 2].map((turn) => {
        const { plan } = plans[turn] ?? gate();
        return environments.filter((environment) => plan[environment].includes(file));
      });
      expect(ran.map(({ length }) => length)).toEqual([1, 1, 1]);
      expect(new Set(ran.flat())).toEqual(new Set(environmentsOf(file)));
    }
  });
  const plans = [0, 1, 2].map((turn) => gate({ turn }));

  test('runs files about statements on both versions of Postgres', () => {
    const { plan } = gate();
    const own = product.filter((file) => isAboutStatements(file) && environmentsOf(file).length === 3);
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter((file) => !plan.node18.includes(file) || !plan.node15.includes(file))).toEqual([]);
  });

  test('runs each sentinel in all of its environments', () => {
    const { plan } = gate();
    for (const { file, on } of sentinels)
      for (const environment of on ?? environmentsOf(file)) expect(plan[environment]).toContain(file);
  });

  test('runs three heavy files that are not selected, and others with another seed', () => {
    const heavy = (seed: number) =>
      gate({ seed }).plan.node18.filter((file) => heavyKinds.includes(kindOf(file)) && !isSentinel(file));
    expect(heavy(1).length).toBe(3);
    expect(heavy(2)).not.toEqual(heavy(1));
    expect(heavy(1)).toEqual(heavy(1));
  });

  test('draws no file for which the machine lacks packages, and runs it if it is selected', () => {
    const heavy = files.filter((file) => heavyKinds.includes(kindOf(file)) && !isSentinel(file));
    const unprepared = new Set(heavy.slice(1));
    const drawn = (changes: Partial<GateInput> = {}) =>
      gate({ unprepared, ...changes }).plan.node18.filter((file) => heavy.includes(file));
    expect(drawn()).toEqual(heavy.slice(0, 1));
    // The slower one of them comes first.
    const both = drawn({ selected: { ...nothing, files: heavy.slice(0, 2) } });
    expect(both.toSorted()).toEqual(heavy.slice(0, 2).toSorted());
  });

  test('runs all heavy files where everything is reached, except the long ones', () => {
    const { plan, left } = gate({ selected: { files, everyClass: true, everything: true } });
    expect(left).toEqual([]);
    const heavy = files.filter((file) => heavyKinds.includes(kindOf(file)));
    expect(heavy.filter((file) => !plan.node18.includes(file))).toEqual([]);
    expect(plan.node18.some((file) => kindOf(file) === 'long')).toBe(false);
  });

  test('runs selected files in their order as far as the budget goes, and says what it leaves', () => {
    const wanted = files.filter((file) => kindOf(file) === 'browser' && !isSentinel(file));
    const seconds = Object.fromEntries(
      files.map((file) => [file, { node18: wanted.includes(file) ? 100 : 0 }]),
    );
    const { plan, left } = gate({
      selected: { ...nothing, files: wanted },
      seconds,
      budgets: { product: 1_000_000, heavy: 900 },
    });
    const ran = plan.node18.filter((file) => wanted.includes(file));
    expect(ran.length).toBe(9);
    expect(left).toEqual(wanted.filter((file) => !ran.includes(file)));
    expect(ran).toContain(wanted[0]);
  });

  const other = product.filter((file) => !isSentinel(file) && !isAboutStatements(file));
  const oneEach = Object.fromEntries(product.map((file) => [file, { node18: 1, node15: 1, deno15: 1 }]));
  const withBudget = (extra: number, changes: Partial<GateInput> = {}) => {
    const required = Object.values(gate({ seconds: oneEach }).plan)
      .flat()
      .filter((file) => kindOf(file) === 'product' && !other.includes(file)).length;
    const { plan, left } = gate({
      seconds: oneEach,
      budgets: { product: required + extra, heavy: 600 },
      ...changes,
    });
    return { ran: other.filter((file) => Object.values(plan).flat().includes(file)), left };
  };

  test('draws files of the product as far as the budget goes, and leaves the others for the night', () => {
    const { ran, left } = withBudget(100);
    expect(ran.length).toBe(100);
    expect(left.toSorted()).toEqual(other.filter((file) => !ran.includes(file)).toSorted());
    expect(withBudget(100).ran).toEqual(ran);
    expect(withBudget(100, { seed: 2 }).ran).not.toEqual(ran);
  });

  test('takes the files that are selected before it draws, in their order', () => {
    const wanted = other.slice(40, 70);
    const selected = { ...nothing, files: wanted };
    expect(withBudget(50, { selected }).ran).toEqual(expect.arrayContaining(wanted));
    expect(withBudget(10, { selected }).ran).toEqual(wanted.slice(0, 10));
  });

  test('runs sentinels and files about statements also if the budget is used up', () => {
    const { plan } = gate({ seconds: oneEach, budgets: { product: 1, heavy: 1 } });
    const planned = new Set(Object.values(plan).flat());
    expect(product.filter((file) => planned.has(file) !== !other.includes(file))).toEqual([]);
    expect(sentinels.filter(({ file }) => !planned.has(file))).toEqual([]);
  });

  test('runs every file where everything is selected', () => {
    const { ran, left } = withBudget(0, { selected: { files, everyClass: true, everything: true } });
    expect(ran).toEqual(other);
    expect(left).toEqual([]);
  });

  test('begins with the files that take longest', () => {
    const seconds = { 'test/unit/plain-english.test.ts': { node18: 99 } };
    expect(gate({ seconds }).plan.node18[0]).toBe('test/unit/plain-english.test.ts');
  });
});

describe('make test', () => {
  const seconds = Object.fromEntries(product.map((file) => [file, { node18: 1, deno15: 1 }]));

  test('runs files of the product that can run in the environment, sentinels among them, as far as its budget goes', () => {
    const tests = (seed: number) => planTests({ files, seconds, seed }, 'deno15', 60);
    expect(tests(1).length).toBe(60);
    for (const file of tests(1))
      expect([kindOf(file), ...environmentsOf(file)]).toEqual(['product', ...environments]);
    const own = sentinels.filter(({ file, on }) => (on ?? environmentsOf(file)).includes('deno15'));
    expect(tests(1)).toEqual(expect.arrayContaining(own.map(({ file }) => file)));
    expect(tests(2)).not.toEqual(tests(1));
  });
});

describe('the night', () => {
  const parts = Array.from({ length: partCount }, (_, at) => at + 1);

  test('has each file in one part', () => {
    const dealt = parts.flatMap((part) => partOf(files, part));
    expect(dealt.toSorted()).toEqual(files.toSorted());
  });

  test('has parts of about the same size', () => {
    for (const part of parts) {
      const own = partOf(files, part);
      expect(Math.abs(own.length - files.length / partCount)).toBeLessThan(6);
      expect(own.filter((file) => heavyKinds.includes(kindOf(file))).length).toBeGreaterThan(5);
    }
  });

  test('runs each file in all of its environments', () => {
    const plan = planNight(files, 1, {});
    for (const file of partOf(files, 1))
      expect(environments.filter((one) => plan[one].includes(file))).toEqual([...environmentsOf(file)]);
  });
});
