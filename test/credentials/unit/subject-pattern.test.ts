import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesPattern } from '../../../src/credentials/subject-pattern.ts';

describe('a pattern of subjects', () => {
  test.for([
    ['repo:acme/*', 'repo:acme/shop:ref:refs/heads/main', true],
    ['repo:acme/*', 'repo:acme/', true],
    ['repo:acme/*', 'repo:acme', false],
    ['repo:acme/*', 'repo:acme-evil/shop', false],
    ['repo:acme*', 'repo:acme-evil/shop', true],
    ['repo:acme/shop:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main', true],
    ['repo:acme/shop:ref:refs/heads/main', 'repo:acme/shop:ref:refs/heads/main2', false],
    ['repo:acme/shop:ref:refs/heads/main', 'xrepo:acme/shop:ref:refs/heads/main', false],
    ['Repo', 'repo', false],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['*', '', true],
    ['', '', true],
    ['', 'a', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['ab*ba', 'aba', false],
    ['a*b*c', 'a-c-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*b*b', 'ab', false],
    ['**', 'anything', true],
  ] as const)('%j and %j: %s', ([pattern, text, fits]) => {
    expect(matchesPattern(pattern, text)).toBe(fits);
  });

  test('means what the regular expression of it means', () => {
    const some = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const any = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(some, any, (pattern, text) => {
        const same = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text);
        expect(matchesPattern(pattern, text)).toBe(same);
      }),
      { numRuns: 2_000 },
    );
  });
});
