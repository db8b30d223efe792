import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonRefusal, parseJson } from '../../../src/lib/json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

function refusalOf(body: string | Uint8Array): string {
  try {
    parseJson(typeof body === 'string' ? Buffer.from(body) : body);
  } catch (error) {
    if (error instanceof JsonRefusal) return error.message;
    throw error;
  }
  return 'accepted';
}

const manyKeys = Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',');

describe('parseJson', () => {
  test('reads what JSON.stringify writes', () => {
    const faithful = fc.oneof(fc.maxSafeInteger(), fc.double({ noNaN: true, min: -1e9, max: 1e9 }));
    const key = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    const { document } = fc.letrec((tie) => ({
      document: fc.oneof(
        { depthSize: 'small' },
        key,
        faithful,
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('document')),
        fc.dictionary(key, tie('document')),
      ),
    }));
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(JSON.stringify(parse(text), null, indent)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test('refuses every text that JSON.parse refuses, with the place', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '\\u00',
      '-',
      '0',
      '1.',
      '1.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\n',
      '\t',
      'é',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        let valid = true;
        try {
          JSON.parse(text);
        } catch {
          valid = false;
        }
        const refusal = refusalOf(text);
        if (!valid) expect(refusal).toMatch(/\(line \d+, column \d+\): |^The body is empty: /);
        else expect(refusal).not.toMatch(/not valid JSON/);
      }),
      { numRuns: 5000 },
    );
  });

  test('refuses exactly the objects that repeat a key', () => {
    const spelling = fc.constantFrom(
      'a',
      '\\u0061',
      'b',
      '\\"',
      '\\\\',
      '\\u0022',
      ':',
      '',
      '__proto__',
      '1',
      '01',
    );
    const place = fc.constantFrom('[1,{"":2},%]', '{"x":%}', '%', '["a","b:",":",%]', '["\\\\",%,"\\""]');
    fc.assert(
      fc.property(fc.array(spelling, { maxLength: 4 }), place, (keys, around) => {
        const text = around.replace('%', () => `{${keys.map((key) => `"${key}" :"${key}"`).join(', ')}}`);
        const distinct = new Set(keys.map((key): unknown => JSON.parse(`"${key}"`))).size;
        if (distinct === keys.length) expect(refusalOf(text)).toBe('accepted');
        else
          expect(refusalOf(text)).toMatch(/^The key ".*" is repeated in one object \(line 1, column \d+\)/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['{"a":1,"\\u0061":2}', 'The key "a" is repeated in one object (line 1, column 8): send it once.'],
    ['{"x":[{"b":1,\n "b":2}]}', 'The key "b" is repeated in one object (line 2, column 2): send it once.'],
    [
      '{"__proto__":1,"__proto__":2}',
      'The key "__proto__" is repeated in one object (line 1, column 16): send it once.',
    ],
    ['\uFEFF{}', 'The body starts with a byte order mark: send it without one.'],
    [' \n', 'The body is empty: send a JSON value.'],
    ['{"a":', 'The body is not valid JSON: it ends too early (line 1, column 6): complete it.'],
    ['{"a":"b', 'The body is not valid JSON: a string does not end (line 1, column 6): correct it.'],
    ['[1]\n]', 'The body is not valid JSON (line 2, column 1): correct it.'],
    ['["a\\u0000"]', 'A string contains NUL (U+0000) (line 1, column 2): remove it.'],
    ['{"a\\u0000":1}', 'A string contains NUL (U+0000) (line 1, column 2): remove it.'],
    [
      '["\\ud83d"]',
      'A string contains an unpaired surrogate (line 1, column 2): remove it, or send both surrogates of the pair.',
    ],
    [
      '{"\\ude00\\ud83d":1}',
      'A string contains an unpaired surrogate (line 1, column 2): remove it, or send both surrogates of the pair.',
    ],
    [
      '[1e999]',
      'The number is larger than JSON parsers can represent (line 1, column 2): send it as a string such as "1e999".',
    ],
    [
      '-1e999',
      'The number is larger than JSON parsers can represent (line 1, column 1): send it as a string such as "1e999".',
    ],
    [
      '[9007199254740993]',
      'The number has more digits than JSON parsers keep (line 1, column 2): send it as a string such as "9007199254740993".',
    ],
  ])('refuses %j with a sentence', (text, sentence) => {
    expect(refusalOf(text)).toBe(sentence);
  });

  test.each([
    ['an overlong encoding', [0x22, 0xc0, 0x80, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a truncated sequence', [0x22, 0xc3, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('refuses %s', (_, bytes) => {
    expect(refusalOf(Uint8Array.from(bytes))).toBe('The body is not valid UTF-8: encode it as UTF-8.');
  });

  test('reads as many levels as the caller allows', () => {
    const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
    expect(JSON.stringify(parseJson(nested(65), { maxDepth: 65 }))).toBe(nested(65).toString());
    expect(() => parseJson(nested(66), { maxDepth: 65 })).toThrow('deeper than 65 levels');
  });

  test('refuses more values than the caller allows, and counts no mark inside a text', () => {
    const read = (text: string) => parseJson(Buffer.from(text), { maxValues: 4 });
    for (const text of [
      '[1,2,  3]',
      '{"a":1,"b":"[[[{{,,,","c":3}',
      String.raw`["\"[[[[[[[[",   2,3]`,
      ' '.repeat(20),
    ])
      expect(() => read(text), text).not.toThrow('values');
    for (const text of ['[1,2,3,  4]', '{"a":1,"b":[2,3]}', '[[[[[    ', '[{},{},{}]'])
      expect(() => read(text), text).toThrow('The body has more than 4 values: send fewer in one request.');
  });

  test('reads 64 levels and refuses 65', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(refusalOf(nested(64))).toBe('accepted');
    expect(refusalOf(nested(65))).toMatch(/deeper than 64 levels/);
    expect(refusalOf('{"a":'.repeat(65))).toMatch(/deeper than 64 levels/);
    expect(refusalOf('['.repeat(1_000_000))).toMatch(/deeper than 64 levels/);
    expect(refusalOf(nested(500_000))).toMatch(/deeper than 64 levels/);
  });

  test('reads numbers up to 2^53 - 1, any fraction, and larger ones that keep their value', () => {
    expect(parse('[9007199254740991,-9007199254740991,1.5,1e3,0.1,1e-400]')).toEqual([
      9007199254740991, -9007199254740991, 1.5, 1000, 0.1, 0,
    ]);
    const exact =
      '[9007199254740992,-9007199254740992,1e16,1E+20,100000000000000000000.0,1.5e22,0.12e20,1e300]';
    expect(parse(exact)).toEqual(JSON.parse(exact));
  });

  test('refuses exactly the whole numbers that JavaScript would write differently', () => {
    for (const text of [
      '9007199254740993',
      '1152921504606846976',
      '123456789012345678901',
      '1e309',
      '-1e999',
    ])
      expect({ text, said: refusalOf(text) }).toEqual({
        text,
        said: expect.stringMatching(/^The number (has more digits|is larger) than JSON parsers/),
      });
    // Below 1e21 a double is written without an exponent.
    fc.assert(
      fc.property(fc.bigInt(-999_999_999_999n, 999_999_999_999n), fc.nat({ max: 8 }), (head, zeros) => {
        const value = head * 10n ** BigInt(zeros);
        const near = [value, value + 1n, value - 1n];
        for (const one of near)
          expect([one, refusalOf(`${one}`) === 'accepted']).toEqual([one, BigInt(`${Number(one)}`) === one]);
      }),
    );
  });

  test('reads keys with escapes that V8 misreads (nodejs/node issue 63785)', () => {
    parse(String.raw`{"a":1,"\\":2}`);
    expect(parse(String.raw`{"a":1,"\n":2}`)).toEqual({ a: 1, '\n': 2 });
    expect(parse(String.raw`{"a":1,"\u0062":[true,false,null,-1.5e3,"\u00e9",{}]}`)).toEqual({
      a: 1,
      b: [true, false, null, -1500, 'é', {}],
    });
    expect(parse(String.raw`[{"a":1,"\\":2},{"a":1,"\"":2}]`)).toEqual([
      { a: 1, '\\': 2 },
      { a: 1, '"': 2 },
    ]);
    const value = parse(String.raw`{"\u005f_proto__":{"admin":true}}`);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}');
  });

  test('reads a pair of surrogates written as escapes', () => {
    expect(parse('"\\ud83d\\ude00"')).toBe('😀');
  });

  test('makes __proto__ and constructor own properties and changes no prototype', () => {
    const value = parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}');
    if (typeof value !== 'object' || value === null) throw new Error('not an object');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect('admin' in value).toBe(false);
    expect('admin' in {}).toBe(false);
  });

  test('repeats nothing from the body except the start of a duplicate key', () => {
    const canary = 'kd_live_canary';
    for (const text of [
      `{"a":${canary}}`,
      `{"a":"${canary}",}`,
      `"${canary}`,
      `{"a":"${canary}\\u0000"}`,
      `["${canary}"`,
    ]) {
      expect(refusalOf(text)).not.toContain('canary');
    }
    const key = `${'k'.repeat(62)}😀${canary}`;
    const message = refusalOf(`{"${key}":1,"${key}":2}`);
    expect(message).toMatch(/"k{62}.…" is repeated/u);
    expect(message.isWellFormed()).toBe(true);
    expect(message).not.toContain('canary');
  });

  test('reads a view of a larger buffer', () => {
    const bytes = Buffer.from('xx{"a":1}xx');
    expect(parseJson(new Uint8Array(bytes.buffer, bytes.byteOffset + 2, 7))).toEqual({ a: 1 });
  });

  // A reader whose time grows with the square of the text would need hours.
  test.each([
    ['escaped quotes', `["${'\\"'.repeat(500_000)}"]`, 'accepted'],
    ['escaped backslashes', `["${'\\\\'.repeat(500_000)}"]`, 'accepted'],
    ['escaped quotes without an end', `["${'\\"'.repeat(500_000)}`, 'a string does not end'],
    ['keys with an escape in the last value', `{${manyKeys},"z":"\\n"}`, 'accepted'],
    ['keys with an escape in the last key', `{${manyKeys},"\\n":1}`, 'accepted'],
    ['keys', `{${manyKeys}}`, 'accepted'],
  ])('decides on a megabyte of %s', (_, text, decision) => {
    expect(refusalOf(text)).toContain(decision);
  });
});
