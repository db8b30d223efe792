import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import {
  commonScopes,
  covering,
  covers,
  exceeding,
  holds,
  isManagementScope,
  narrowest,
  scopeCatalogue,
  ungrantable,
  unusedOf,
} from '../../../src/lib/scope.ts';

const { pattern: scopePattern } = document.components.schemas.Scope;
const segment = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
const separator = fc.constantFrom('.', ':');

describe('covers', () => {
  test.each([
    ['*', 'x'],
    ['*', 'x.*'],
    ['*', '*'],
    ['x', 'x'],
    ['x.y', 'x.y'],
    ['x.*', 'x.y'],
    ['x.*', 'x.y.z'],
    ['x.*', 'x.y:z'],
    ['x.*', 'x.*'],
    ['x.*', 'x.y.*'],
    ['x:*', 'x:y'],
    ['x:*', 'x:*'],
  ])('lets %s cover %s', (held, wanted) => {
    expect(covers(held, wanted)).toBe(true);
  });

  test.each([
    ['x.*', 'x'],
    ['x.*', 'x.'],
    ['x.*', 'x:y'],
    ['x.*', 'xy'],
    ['x.*', 'xy.z'],
    ['x.*', '*'],
    ['x:*', 'x.y'],
    ['x.y', 'x.*'],
    ['x.y', 'x.y.z'],
    ['x.y.*', 'x.*'],
    ['x', 'x.y'],
    ['x*', 'xy'],
    ['', 'x'],
  ])('does not let %s cover %s', (held, wanted) => {
    expect(covers(held, wanted)).toBe(false);
  });

  test('is what a list of covering scopes says', () => {
    const scope = fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'null'), separator), { minLength: 1, maxLength: 4 })
      .chain((parts) =>
        fc.constantFrom(parts.flat().slice(0, -1).join(''), `${parts.flat().join('')}*`, '*'),
      );
    fc.assert(
      fc.property(scope, scope, (held, wanted) => {
        expect(covering(wanted).includes(held)).toBe(covers(held, wanted));
      }),
    );
  });

  test('covers nothing outside the stem of a wildcard', () => {
    fc.assert(
      fc.property(segment, separator, segment, segment, (stem, mark, other, rest) => {
        expect(covers(`${stem}${mark}*`, `${stem}${mark}${rest}`)).toBe(true);
        fc.pre(other !== stem);
        expect(covers(`${stem}${mark}*`, `${other}${mark}${rest}`)).toBe(false);
      }),
    );
  });
});

describe('holds', () => {
  test('asks every scope held', () => {
    expect(holds(['a.b', 'c.*'], 'c.d')).toBe(true);
    expect(holds(['a.b', 'c.*'], 'd.c')).toBe(false);
    expect(holds([], 'a')).toBe(false);
  });
});

describe('scopeCatalogue', () => {
  test('lists the 43 scopes of decisions 6.13 once each, in a form that a request may carry', () => {
    expect(new Set(scopeCatalogue).size).toBe(43);
    for (const scope of scopeCatalogue) expect(scope).toMatch(new RegExp(scopePattern));
  });

  test('holds management scopes only', () => {
    expect(scopeCatalogue.filter((scope) => !isManagementScope(scope))).toEqual([]);
  });
});

describe('isManagementScope', () => {
  test.each([
    '*',
    'credentials.read',
    'credentials.*',
    'credentials',
    'credentials:x',
    'org.delete',
    'keyward',
    'keyward.new.thing',
  ])('is true for %s', (scope) => {
    expect(isManagementScope(scope)).toBe(true);
  });

  test.each([
    'secrets.read',
    'deploy.execute',
    'credential.read',
    'my-credentials.read',
    'secrets.credentials',
    'keywards.x',
  ])('is false for %s', (scope) => {
    expect(isManagementScope(scope)).toBe(false);
  });
});

describe('ungrantable', () => {
  test('names the management scopes that the giver lacks', () => {
    const wanted = ['credentials.read', 'org.read', 'deploy.execute', '*', 'credentials.*', 'keyward.x'];
    expect(ungrantable(['credentials.*'], wanted)).toEqual(['org.read', '*', 'keyward.x']);
    expect(ungrantable(['*'], wanted)).toEqual([]);
    expect(ungrantable([], ['deploy.execute', 'secrets.*'])).toEqual([]);
  });
});

describe('commonScopes', () => {
  test.for([
    [['*'], ['a.read', 'b:c'], ['a.read', 'b:c']],
    [['a.*'], ['a.read', 'a.*', 'b.read'], ['a.*', 'a.read']],
    [['a.read', 'b.read'], ['a.*'], ['a.read']],
    [['a.read'], ['b.read'], []],
    [['*'], ['*'], ['*']],
    [[], ['*'], []],
    [['*'], [], []],
  ] as const)('are, for %j and %j, %j, and never more than either gives', ([one, other, both]) => {
    for (const [left, right] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = commonScopes(left, right);
      expect(found.toSorted()).toEqual([...both].toSorted());
      expect(found.filter((scope) => !holds(left, scope) || !holds(right, scope))).toEqual([]);
    }
  });
});

describe('narrowest', () => {
  const scope = fc.constantFrom('*', 'a.*', 'a.b', 'a.b.*', 'a.b.c', 'a:*', 'a:b', 'c', 'c.*', 'c.d', '*x');
  const scopes = fc.uniqueArray(scope, { maxLength: 8 });

  test('gives what was used of what is held, never more, and nothing twice', () => {
    fc.assert(
      fc.property(scopes, scopes, (held, used) => {
        const narrow = narrowest(held, used);
        expect(exceeding(held, narrow)).toEqual([]);
        expect(exceeding(used, narrow)).toEqual([]);
        for (const one of used) expect(holds(narrow, one)).toBe(holds(held, one));
        for (const one of narrow)
          expect(
            holds(
              narrow.filter((other) => other !== one),
              one,
            ),
          ).toBe(false);
      }),
    );
  });

  test('needs none of the scopes that are unused', () => {
    fc.assert(
      fc.property(scopes, scopes, (held, used) => {
        const unused = unusedOf(held, used);
        const rest = held.filter((one) => !unused.includes(one));
        expect(narrowest(rest, used)).toEqual(narrowest(held, used));
      }),
    );
  });
});

describe('exceeding', () => {
  test('names what lies outside the ceiling', () => {
    expect(exceeding(['deploy.*'], ['deploy.execute', 'secrets.read', '*'])).toEqual(['secrets.read', '*']);
    expect(exceeding([], ['deploy.execute'])).toEqual(['deploy.execute']);
  });

  test('names nothing without a ceiling', () => {
    expect(exceeding(null, ['*', 'anything'])).toEqual([]);
  });
});

describe('the pattern of a scope in the contract', () => {
  const form = new RegExp(scopePattern);

  test.each(['*', 'a', 'a.b', 'a:b.c', 'a.*', 'a:b:*', '0_-'])('accepts %s', (scope) => {
    expect(scope).toMatch(form);
  });

  test.each(['', '.', 'a.', '.a', 'a..b', 'A', 'a.*.b', '**', 'a*', 'a b', 'a\n', '*.a'])(
    'refuses %j',
    (scope) => {
      expect(scope).not.toMatch(form);
    },
  );

  test('decides on a long text at once', () => {
    // CPU of this process: what others do on a busy machine does not count.
    const start = process.cpuUsage();
    form.test(`${'a-'.repeat(50_000)}!`);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
