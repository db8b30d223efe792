import { property, assert as assertProperty, record, boolean } from 'fast-check';
import { expect, test } from 'vitest';
import {
  riskOfSignIn,
  type SignInFacts,
} from '../../../src/conditional-access/resources/sign-in-risk-score.ts';

const nothing: SignInFacts = {
  newCountry: false,
  impossibleTravel: false,
  newBrowser: false,
  failureBurst: false,
  breachedPassword: false,
  anonymousNetwork: false,
};

/** As issue 19 lists them. */
const table: [keyof SignInFacts, string, number, string][] = [
  ['newCountry', 'NEW_COUNTRY', 25, 'MEDIUM'],
  ['impossibleTravel', 'IMPOSSIBLE_TRAVEL', 30, 'MEDIUM'],
  ['newBrowser', 'NEW_BROWSER', 10, 'LOW'],
  ['failureBurst', 'FAILURE_BURST', 20, 'LOW'],
  ['breachedPassword', 'BREACHED_PASSWORD', 40, 'MEDIUM'],
  ['anonymousNetwork', 'ANONYMOUS_NETWORK', 25, 'MEDIUM'],
];

test.for(table)('%s alone is %s with %i, which is %s', ([fact, kind, weight, level]) => {
  expect(riskOfSignIn({ ...nothing, [fact]: true })).toEqual({
    score: weight,
    level,
    reasons: [{ kind, weight }],
  });
});

test('nothing is LOW, a new country and travel are HIGH, and everything is 100', () => {
  expect(riskOfSignIn(nothing)).toEqual({ score: 0, level: 'LOW', reasons: [] });
  expect(riskOfSignIn({ ...nothing, newCountry: true, impossibleTravel: true }).level).toBe('HIGH');
  const all = Object.fromEntries(table.map(([fact]) => [fact, true])) as unknown as SignInFacts;
  expect(riskOfSignIn(all)).toMatchObject({ score: 100, level: 'CRITICAL' });
});

test('each fact is listed once, in the order of the table, and the score is the sum up to 100', () => {
  const facts = record({
    newCountry: boolean(),
    impossibleTravel: boolean(),
    newBrowser: boolean(),
    failureBurst: boolean(),
    breachedPassword: boolean(),
    anonymousNetwork: boolean(),
  });
  assertProperty(
    property(facts, (some) => {
      const { score, reasons } = riskOfSignIn(some);
      const expected = table.filter(([fact]) => some[fact]).map(([, kind, weight]) => ({ kind, weight }));
      expect(reasons).toEqual(expected);
      expect(score).toBe(
        Math.min(
          100,
          expected.reduce((sum, { weight }) => sum + weight, 0),
        ),
      );
    }),
  );
});
