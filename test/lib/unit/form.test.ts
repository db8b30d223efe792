import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormRefusal, parseForm } from '../../../src/lib/form.ts';

const read = (text: string, lists?: string[]) => ({ ...parseForm(Buffer.from(text, 'latin1'), lists) });
function refusal(text: string, lists?: string[]): [field: string, message: string] | undefined {
  try {
    parseForm(Buffer.from(text, 'latin1'), lists);
    return undefined;
  } catch (error) {
    if (error instanceof FormRefusal) return [error.field, error.message];
    throw error;
  }
}

describe('parseForm', () => {
  test.for<[string, Record<string, string>]>([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a', { a: '' }],
    ['a=&=b', { a: '', '': 'b' }],
    ['a=1=2', { a: '1=2' }],
    ['a+b=c%20d+e', { 'a b': 'c d e' }],
    ['a=%2B%26%3D', { a: '+&=' }],
    ['a=%C3%BC', { a: 'ü' }],
    ['a=\xc3\xbc', { a: 'ü' }],
    ['a=100%', { a: '100%' }],
    ['a=%zz%C3%BC%2', { a: '%zzü%2' }],
    ['a=%EF%BF%BD', { a: '\uFFFD' }],
    ['?a=1', { '?a': '1' }],
    ['&&a=1&&', { a: '1' }],
  ])('reads %j', ([text, fields]) => expect(read(text)).toEqual(fields));

  test('reads text without escapes as URLSearchParams does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', '=', '&', '?', ' ', '~', '"', '#', ';', '-') });
    fc.assert(
      fc.property(text, (written) => {
        const pairs = [...new URLSearchParams(`?${written}`)];
        fc.pre(new Set(pairs.map(([name]) => name)).size === pairs.length);
        expect(read(written)).toEqual(Object.fromEntries(pairs));
      }),
    );
  });

  test('reads everything that URLSearchParams writes', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string(), { maxKeys: 20 }), (fields) => {
        const clean = Object.entries(fields).filter((pair) => !pair.join('').includes('\0'));
        const text = new URLSearchParams(clean).toString();
        expect({ ...parseForm(Buffer.from(text)) }).toEqual(Object.fromEntries(clean));
      }),
    );
  });

  test('returns an object that holds only the names of sent fields', () => {
    const form = parseForm(Buffer.from('__proto__=x&constructor=y'));
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect(Object.keys(form)).toEqual(['__proto__', 'constructor']);
    expect(parseForm(Buffer.from(''))['toString']).toBeUndefined();
  });

  test.for<[string, [string, string]]>([
    ['a=1&a=1', ['a', 'must be sent only once']],
    ['a=&a=', ['a', 'must be sent only once']],
    ['a&%61', ['a', 'must be sent only once']],
    ['__proto__=1&__proto__=2', ['__proto__', 'must be sent only once']],
    ['a=%00', ['a', 'must not contain NUL']],
    ['a%00=', ['a\0', 'must not contain NUL']],
    ['a=\xff', ['body', 'is not UTF-8']],
    ['a=%FF', ['body', 'is not UTF-8']],
    ['a=x%c0%af', ['body', 'is not UTF-8']],
    ['a=%ED%A0%80', ['body', 'is not UTF-8']],
    ['%C3=1', ['body', 'is not UTF-8']],
    ['a=%C3+%BC', ['body', 'is not UTF-8']],
  ])('refuses %j', ([text, told]) => expect(refusal(text)).toEqual(told));

  test('refuses more fields than any form needs, before it reads them', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, at) => `f${at}=`).join('&');
    expect(refusal(fields(200))).toBeUndefined();
    expect(refusal(fields(201))).toEqual(['body', 'must have at most 200 fields']);
    // A form that is read to its end is rejected because of its last field.
    expect(refusal(`${'&'.repeat(1_000_000)}a=%00`)).toEqual(['body', 'must have at most 200 fields']);
  });

  test('repeats only the beginning of a name, well-formed', () => {
    expect(refusal(`${'x'.repeat(100)}=1&${'x'.repeat(100)}=2`)?.[0]).toBe('x'.repeat(64));
    const split = `${'x'.repeat(63)}%F0%9F%98%80`;
    expect(refusal(`${split}=1&${split}=2`)?.[0]).toBe(`${'x'.repeat(63)}\uFFFD`);
  });

  test('makes lists of the fields that may repeat, and of no others', () => {
    expect(read('resource=a&x=1&resource=b', ['resource', 'audience'])).toEqual({
      resource: ['a', 'b'],
      x: '1',
    });
    expect(read('resource=a', ['resource'])).toEqual({ resource: ['a'] });
    expect(refusal('resource=a&resource=b', ['audience'])).toEqual(['resource', 'must be sent only once']);
    expect(refusal('resource=a&resource=%00', ['resource'])).toEqual(['resource', 'must not contain NUL']);
  });
});
