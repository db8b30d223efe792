import { describe, expect, test } from 'vitest';
import { filterLimits, parseFilter, parsePath } from '../../../src/scim/protocol/filter.ts';
import { randomFrom } from '../../support/random.ts';
import { refusalOf } from './support.ts';

/** A filter as one line, every group in parentheses. */
function shown(text: string): string {
  const show = (filter: ReturnType<typeof parseFilter>): string => {
    if ('terms' in filter) return `(${filter.terms.map(show).join(` ${filter.kind} `)})`;
    if (filter.kind === 'not') return `not ${show(filter.term)}`;
    if (filter.kind === 'present') return `${filter.path} pr`;
    if (filter.kind === 'values') return `${filter.path}[${show(filter.filter)}]`;
    return `${filter.path} ${filter.operator} ${JSON.stringify(filter.value)}`;
  };
  return show(parseFilter(text));
}

describe('parseFilter', () => {
  test.for(['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'])(
    'reads the operator %s in any case',
    (operator) => {
      const expected = { kind: 'compare', path: 'userName', operator, value: 'x', at: 0 };
      expect(parseFilter(`userName ${operator} "x"`)).toEqual(expected);
      expect(parseFilter(`userName ${operator.toUpperCase()} "x"`)).toEqual(expected);
    },
  );

  test('reads pr, and every kind of value', () => {
    expect(shown('title pr')).toBe('title pr');
    expect(shown('title PR')).toBe('title pr');
    expect(shown('a eq true and b eq False and c eq null')).toBe('(a eq true and b eq false and c eq null)');
    expect(shown('a eq -1.5e3 and b eq 0')).toBe('(a eq -1500 and b eq 0)');
    expect(shown(String.raw`a eq "q\"\\\u00e9/ ) and ("`)).toBe(String.raw`a eq "q\"\\é/ ) and ("`);
    expect(shown('a eq ""')).toBe('a eq ""');
  });

  test.for([
    ['a pr or b pr and c pr', '(a pr or (b pr and c pr))'],
    ['a pr and b pr or c pr', '((a pr and b pr) or c pr)'],
    ['(a pr or b pr) and c pr', '((a pr or b pr) and c pr)'],
    ['not (a pr) and b pr or c pr', '((not a pr and b pr) or c pr)'],
    ['not (a pr or b pr)', 'not (a pr or b pr)'],
    ['not(a pr)and(b pr)', '(not a pr and b pr)'],
    ['NOT (a pr) AND b pr OR c pr', '((not a pr and b pr) or c pr)'],
    ['((a pr))', 'a pr'],
    [' a  eq   "x" ', 'a eq "x"'],
    ['not pr and android pr', '(not pr and android pr)'],
  ] as const)('binds not before and before or: %s', ([text, expected]) => expect(shown(text)).toBe(expected));

  test('reads value paths, sub-attributes and prefixes', () => {
    expect(shown('emails[type eq "work" and value co "@example.com"]')).toBe(
      'emails[(type eq "work" and value co "@example.com")]',
    );
    expect(shown('emails[type eq "work"] or name.familyName pr')).toBe(
      '(emails[type eq "work"] or name.familyName pr)',
    );
    expect(shown('emails[not (type eq "work")]')).toBe('emails[not type eq "work"]');
    expect(shown('urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"')).toBe(
      'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    );
    expect(shown('manager.$ref pr')).toBe('manager.$ref pr');
  });

  test('keeps what follows brackets with the same element', () => {
    expect(shown('emails[type eq "work"].value eq "x" and a pr')).toBe(
      '(emails[(type eq "work" and value eq "x")] and a pr)',
    );
    expect(shown('emails[type eq "work"].value pr')).toBe('emails[(type eq "work" and value pr)]');
  });

  // RFC 7644 figure 2, all of them.
  test.for([
    'userName Eq "john"',
    'Username eq "john"',
    'userName eq "bjensen"',
    'name.familyName co "O\'Malley"',
    'userName sw "J"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
    'title pr',
    'meta.lastModified gt "2011-05-13T04:42:34Z"',
    'meta.lastModified ge "2011-05-13T04:42:34Z"',
    'meta.lastModified lt "2011-05-13T04:42:34Z"',
    'meta.lastModified le "2011-05-13T04:42:34Z"',
    'title pr and userType eq "Employee"',
    'title pr or userType eq "Intern"',
    'schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"',
    'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
    'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
    'userType eq "Employee" and (emails.type eq "work")',
    'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
    'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
  ])('reads an example of the RFC: %s', (text) => expect(() => parseFilter(text)).not.toThrow());

  test.for([
    ['', 'expected an attribute at position 0, where it ends'],
    ['   ', 'expected an attribute at position 3, where it ends'],
    ['userName', 'expected an operator at position 8, where it ends'],
    ['userName "x"', 'expected an operator at position 9'],
    ['userName is "x"', 'expected an operator at position 9'],
    ['userName eq', 'expected a space at position 11, where it ends'],
    [
      'userName eq ',
      'expected text in double quotes, a number, true, false or null at position 12, where it ends',
    ],
    ['userName eq x', 'expected text in double quotes, a number, true, false or null at position 12'],
    ["userName eq 'x'", 'expected text in double quotes, a number, true, false or null at position 12'],
    ['userName eq [1]', 'expected text in double quotes, a number, true, false or null at position 12'],
    ['userName eq "x', 'expected a closing quote at position 14, where it ends'],
    ['userName eq "x\\', 'expected a closing quote at position 15, where it ends'],
    ['userName eq "\\q"', 'expected text in the form of JSON at position 12'],
    ['userName eq "a\nb"', 'expected text in the form of JSON at position 12'],
    ['userName eq "\\u0000"', 'expected text without NUL or unpaired surrogates at position 12'],
    ['userName eq "\\ud800"', 'expected text without NUL or unpaired surrogates at position 12'],
    ['a eq 1x', 'expected a number at position 5'],
    ['a eq 01', 'expected a number at position 5'],
    ['a eq 1e999', 'expected a number at position 5'],
    ['a eq "x" b', 'expected and, or or the end at position 9'],
    ['a eq "x"and b pr', 'expected a space at position 8'],
    ['a pr and', 'expected a space at position 8, where it ends'],
    ['a pr and ', 'expected an attribute at position 9, where it ends'],
    ['a pr and or b pr', 'expected an operator at position 12'],
    ['and a pr', 'expected an operator at position 4'],
    ['a pr)', 'expected and, or or the end at position 4'],
    ['(a pr', 'expected and, or or ) at position 5, where it ends'],
    ['()', 'expected an attribute at position 1'],
    ['not a pr', 'expected an operator at position 4'],
    ['emails[type eq "work"', 'expected and, or or ] at position 21, where it ends'],
    ['emails[]', 'expected an attribute at position 7'],
    ['emails[type eq "a")', 'expected and, or or ] at position 18'],
    ['emails[ims[a pr]]', 'brackets must not be inside brackets, at position 10'],
    ['emails[type pr].', 'expected a sub-attribute at position 16, where it ends'],
    ['emails[type pr].value', 'expected an operator at position 21, where it ends'],
    ['emails[type pr]value pr', 'expected and, or or the end at position 15'],
    ['.a pr', 'expected an attribute at position 0'],
    ['a. pr', 'expected an attribute at position 0'],
    ['a..b pr', 'expected an attribute at position 0'],
    ['a.b.c pr', 'expected an attribute at position 0'],
    ['1a pr', 'expected an attribute at position 0'],
    ['b pr or x:a pr', 'expected an attribute at position 8'],
    ['urn:a: pr', 'expected an attribute at position 0'],
    ['__proto__ pr', 'expected an attribute at position 0'],
    ['a.__proto__ pr', 'expected an attribute at position 0'],
    ['a eq "x"; drop table users', 'expected and, or or the end at position 8'],
    ['a\u00a0pr', 'expected an operator at position 1'],
  ] as const)('refuses %j: %s', ([text, detail]) =>
    expect(refusalOf(() => parseFilter(text))).toBe(`SCIM_FILTER_INVALID: ${detail}`),
  );

  test('takes as much as it says, and no more', () => {
    const { characters, depth, terms } = filterLimits;
    const text = (length: number) => `a eq "${'x'.repeat(length - 7)}"`;
    expect(() => parseFilter(text(characters))).not.toThrow();
    expect(refusalOf(() => parseFilter(text(characters + 1)))).toContain('at most 4096 characters');

    const nested = (levels: number) => `${'('.repeat(levels)}a pr${')'.repeat(levels)}`;
    expect(() => parseFilter(nested(depth))).not.toThrow();
    expect(refusalOf(() => parseFilter(nested(depth + 1)))).toContain(
      'nested at most 10 deep, at position 10',
    );
    expect(refusalOf(() => parseFilter('not ('.repeat(depth + 1)))).toContain('nested at most 10 deep');
    expect(refusalOf(() => parseFilter(`${'('.repeat(depth)}a[b pr]`))).toContain('nested at most 10 deep');

    const many = (count: number) => Array.from({ length: count }, () => 'a pr').join(' or ');
    expect(() => parseFilter(many(terms))).not.toThrow();
    expect(refusalOf(() => parseFilter(many(terms + 1)))).toContain(
      'at most 64 comparisons, at position 512',
    );
  });

  test('reads nasty input of full length in a moment', () => {
    const full = (part: string) => part.repeat(Math.ceil(4096 / part.length)).slice(0, 4096);
    const nasty = [
      '(',
      'not ',
      'not(',
      'a',
      'a.',
      'urn:',
      'urn:a:',
      ' ',
      '"',
      '\\',
      'a eq "\\',
      '[',
      'a[',
      ')',
      '1',
      '-',
    ];
    for (const text of [...nasty.map(full), `a eq "${full('\\"').slice(10)}`, `a eq ${full('1').slice(5)}`]) {
      // CPU of this process: what others do on a busy machine does not count.
      const start = process.cpuUsage();
      for (let times = 0; times < 50; times++) refusalOf(() => parseFilter(text));
      // A parser that reads a character 4096 times needs 16 million steps, fifty times over.
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1000, text.slice(0, 20)).toBeLessThan(1000);
    }
  });

  test('answers random input with a filter or a refusal', () => {
    const { below, pick } = randomFrom(1);
    const tokens = [
      'a',
      'emails',
      '.',
      '[',
      ']',
      '(',
      ')',
      ' ',
      ' ',
      'eq',
      'pr',
      'and',
      'or',
      'not',
      '"x"',
      '"',
      '\\',
      '1',
      '-',
    ];
    for (let round = 0; round < 20_000; round++) {
      const text = Array.from({ length: below(16) }, () => pick(tokens)).join('');
      const refusal = refusalOf(() => parseFilter(text));
      expect(refusal).toMatch(/^(not refused$|SCIM_FILTER_INVALID: .* at position \d+)/);
      expect(Number(/position (\d+)/.exec(refusal)?.[1] ?? 0)).toBeLessThanOrEqual(text.length);
    }
  });
});

describe('parsePath', () => {
  // RFC 7644 section 3.5.2, all of its examples.
  test.for([
    ['members', { path: 'members' }],
    ['name.familyName', { path: 'name.familyName' }],
    [
      'addresses[type eq "work"]',
      { path: 'addresses', filter: { kind: 'compare', path: 'type', operator: 'eq', value: 'work', at: 10 } },
    ],
    [
      'members[value eq "2819c223-7f76-453a-919d-413861904646"].displayName',
      {
        path: 'members',
        filter: {
          kind: 'compare',
          path: 'value',
          operator: 'eq',
          value: '2819c223-7f76-453a-919d-413861904646',
          at: 8,
        },
        sub: 'displayName',
      },
    ],
  ] as const)('reads %s', ([text, expected]) => expect(parsePath(text)).toEqual(expected));

  test.for([
    ['', 'SCIM_PATH_INVALID: expected an attribute at position 0, where it ends'],
    ['members eq "x"', 'SCIM_PATH_INVALID: expected [ or the end at position 8'],
    ['emails[0].value', 'SCIM_FILTER_INVALID: expected an attribute at position 7'],
    ['emails[type eq]', 'SCIM_FILTER_INVALID: expected a space at position 14'],
    ['emails[type pr].a.b', 'SCIM_PATH_INVALID: expected a sub-attribute at position 16'],
    ['__proto__.x', 'SCIM_PATH_INVALID: expected an attribute at position 0'],
  ] as const)('refuses %j', ([text, refusal]) => expect(refusalOf(() => parsePath(text))).toBe(refusal));
});
