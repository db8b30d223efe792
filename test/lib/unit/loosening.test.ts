import { describe, expect, test } from 'vitest';
import * as rules from '../../../src/lib/loosening.ts';

describe('what loosens a rule', () => {
  test.for<[name: string, loosens: rules.Loosens, from: unknown, to: unknown, expected: boolean]>([
    ['a higher limit', rules.ifHigher, 5, 6, true],
    ['a lower limit', rules.ifHigher, 5, 4, false],
    ['a limit that goes', rules.ifHigher, 5, null, true],
    ['a limit that comes', rules.ifHigher, null, 5, false],
    ['a later end', rules.ifHigher, '2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z', true],
    ['an earlier end', rules.ifHigher, '2031-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', false],
    ['a lower demand', rules.ifLower, 12, 8, true],
    ['a higher demand', rules.ifLower, 8, 12, false],
    ['a demand that goes', rules.ifLower, 12, null, true],
    ['one more that is allowed', rules.ifGains, ['a'], ['a', 'b'], true],
    ['one less that is allowed', rules.ifGains, ['a', 'b'], ['b'], false],
    ['an object that is allowed', rules.ifGains, [{ a: 1 }], [{ a: 1 }, { a: 2 }], true],
    ['the same objects in another order', rules.ifGains, [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], false],
    ['one less that is forbidden', rules.ifLoses, ['a', 'b'], ['b'], true],
    ['one more that is forbidden', rules.ifLoses, ['a'], ['a', 'b'], false],
    ['a list that goes, where none allows all', rules.ifGainsOrNull, ['a'], null, true],
    ['a list that comes, where none allows all', rules.ifGainsOrNull, null, ['a'], false],
    ['a list that is emptied, where an empty one allows all', rules.ifGainsOrEmpty, ['a'], [], true],
    ['a list that comes, where an empty one allows all', rules.ifGainsOrEmpty, [], ['a'], false],
    ['one more of a list, where an empty one allows all', rules.ifGainsOrEmpty, ['a'], ['a', 'b'], true],
    ['a weaker value', rules.ifBelow('OFF', 'OPTIONAL', 'REQUIRED'), 'REQUIRED', 'OPTIONAL', true],
    ['a stronger value', rules.ifBelow('OFF', 'OPTIONAL', 'REQUIRED'), 'OPTIONAL', 'REQUIRED', false],
    ['an unknown value', rules.ifBelow('OFF', 'OPTIONAL', 'REQUIRED'), 'OFF', 'SOMETIMES', true],
    ['a switch to another value', rules.ifNot('DISABLED'), 'DISABLED', 'ACTIVE', true],
    ['a switch to off', rules.ifNot('DISABLED'), 'ACTIVE', 'DISABLED', false],
  ])('%s', ([, loosens, from, to, expected]) => {
    expect(loosens(from, to)).toBe(expected);
  });

  test('any change of a field that the table does not have', () => {
    const changes = [{ field: 'invented', from: 1, to: 1 }];
    expect(rules.loosensBy({}, changes)).toBe(true);
    expect(rules.loosensBy({ invented: rules.never }, changes)).toBe(false);
    expect(rules.loosensBy({}, [{ field: 'toString', from: 1, to: 1 }])).toBe(true);
    expect(rules.loosensBy({}, [])).toBe(false);
  });

  test('no change of a field that is not among the named ones', () => {
    const changes = [{ field: 'invented', from: 1, to: 1 }];
    expect(rules.loosensAmong({}, changes)).toBe(false);
    expect(rules.loosensAmong({ invented: rules.ifHigher }, changes)).toBe(false);
    expect(rules.loosensAmong({ invented: () => true }, changes)).toBe(true);
  });
});
