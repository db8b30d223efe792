import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery, QueryRefusal } from '../../../src/http/query-string.ts';

function refusalOf(text: string): QueryRefusal {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QueryRefusal) return error;
    throw error;
  }
  throw new Error('accepted');
}

describe('parseQuery', () => {
  test('reads what URLSearchParams writes', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word)), (pairs) => {
        const query = parseQuery(new URLSearchParams(pairs).toString());
        const names = new Set(pairs.map(([name]) => name));
        expect(Object.keys(query).length).toBe(names.size);
        for (const name of names) {
          const values = pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
          expect(query[name]).toEqual(values.length === 1 ? values[0] : values);
        }
      }),
    );
  });

  test.each([
    ['', {}],
    ['&&', {}],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=1&%61=2', { a: ['1', '2'] }],
    ['a+b=c+d%2B', { 'a b': 'c d+' }],
    ['=x', { '': 'x' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['a=%F0%9F%98%80', { a: '😀' }],
  ])('reads %j', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  test('treats __proto__ and constructor as names like any other', () => {
    const query = parseQuery('__proto__=x&__proto__=y&constructor=z');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(query['__proto__']).toEqual(['x', 'y']);
    expect(query['constructor']).toBe('z');
    expect(query['toString']).toBeUndefined();
  });

  test.each([
    ['a cut escape', 'page=1&name=%', 'name'],
    ['an escape that is not hexadecimal', 'name=%zz', 'name'],
    ['invalid UTF-8', 'name=%C3%28', 'name'],
    ['an overlong encoding', 'name=%C0%80', 'name'],
    ['an encoded surrogate', 'name=%ED%A0%80', 'name'],
    ['NUL', 'name=a%00b', 'name'],
    ['NUL in the name', 'na%00me=1', 'na%00me'],
    ['a malformed name', 'na%me=1', 'na%me'],
    ['raw characters beyond ASCII', 'name=é', 'name'],
    ['a raw surrogate', 'name=\ud800', 'name'],
    ['a raw NUL', 'name=\0', 'name'],
  ])('refuses %s and names the parameter', (_, text, parameter) => {
    const refusal = refusalOf(text);
    expect(refusal.parameter).toBe(parameter);
    expect(refusal.message).toContain(JSON.stringify(parameter));
  });

  test('cuts a long name and leaves the value out of the message', () => {
    const refusal = refusalOf(`${'n'.repeat(300)}=canary%`);
    expect(refusal.parameter).toBe('n'.repeat(64));
    expect(refusal.message).not.toContain('canary');
  });

  test('throws nothing but its refusal', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom('%', '=', '&', '+', '%4', '1', '%00')),
        (a, b) => {
          for (const text of [a, b.join('')]) {
            try {
              parseQuery(text);
            } catch (error) {
              expect(error).toBeInstanceOf(QueryRefusal);
            }
          }
        },
      ),
    );
  });
});
