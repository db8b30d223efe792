import { describe, expect, test } from 'vitest';
import { type GateInput, heavyKinds, partOf, planGate, planNight } from '../../../scripts/tiers/plan.ts';
import { partCount } from '../../../scripts/tiers/record.ts';
import { testFiles } from '../../../scripts/tiers/tree.ts';
import { environments, environmentsOf, isAboutStatements, kindOf } from '../environments.ts';
import { sentinels } from '../sentinels.ts';

const files = testFiles();
const nothing = { files: [], everyClass: false, everything: false };
const gate = (changes: Partial<GateInput> = {}) =>
  planGate({ files, turn: 0, seconds: {}, selected: nothing, seed: 1, budget: 600, ...changes });
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

  test('runs three files of each heavy kind that is not selected, and others with another seed', () => {
    const heavy = (seed: number) =>
      gate({ seed }).plan.node18.filter((file) => heavyKinds.includes(kindOf(file)) && !isSentinel(file));
    for (const kind of heavyKinds)
      expect(heavy(1).filter((file) => kindOf(file) === kind).length).toBeLessThanOrEqual(3);
    expect(heavy(1).length).toBeGreaterThan(4);
    expect(heavy(2)).not.toEqual(heavy(1));
    expect(heavy(1)).toEqual(heavy(1));
  });

  test('draws no file for which the machine lacks packages, and runs it if it is selected', () => {
    const heavy = files.filter((file) => heavyKinds.includes(kindOf(file)) && !isSentinel(file));
    const unprepared = new Set(heavy.slice(1));
    const drawn = (changes: Partial<GateInput> = {}) =>
      gate({ unprepared, ...changes }).plan.node18.filter((file) => heavy.includes(file));
    expect(drawn()).toEqual(heavy.slice(0, 1));
    expect(drawn({ selected: { ...nothing, files: heavy.slice(0, 2) } })).toEqual(heavy.slice(0, 2));
  });

  test('runs all heavy files where everything is reached, except the long ones', () => {
    const { plan, left } = gate({ selected: { ...nothing, everything: true } });
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
    const { plan, left } = gate({ selected: { ...nothing, files: wanted }, seconds, budget: 900 });
    const ran = plan.node18.filter((file) => wanted.includes(file));
    expect(ran.length).toBe(9);
    expect(left).toEqual(wanted.filter((file) => !ran.includes(file)));
    expect(ran).toContain(wanted[0]);
  });

  test('begins with the files that take longest', () => {
    const seconds = { 'test/unit/plain-english.test.ts': { node18: 99 } };
    expect(gate({ seconds }).plan.node18[0]).toBe('test/unit/plain-english.test.ts');
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
