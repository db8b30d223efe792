import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import contract from '../../../generated/openapi.json' with { type: 'json' };
import { EtagRefusal, etagOf, matches } from '../../../src/lib/etag.ts';

describe('etagOf', () => {
  test('writes a strong entity tag', () => {
    expect(etagOf(7)).toBe('"7"');
  });
});

describe('matches', () => {
  test.each(['"7"', ' "7" ', '*', '"6", "7"', '"7","8"', 'W/"7", "7"', ',"7",', '"a,b","7"', '"",\t"7"'])(
    'finds version 7 in %j',
    (header) => {
      expect(matches(header, 7)).toBe(true);
    },
  );

  test.each(['"6"', 'W/"7"', '"07"', '"77"', '""', '" "'.replace(' ', '!'), '"6","8"', '"*"', '"6,7"'])(
    'does not find version 7 in %j',
    (header) => {
      expect(matches(header, 7)).toBe(false);
    },
  );

  test.each([
    '',
    ' ',
    ',',
    '7',
    "'7'",
    '"7',
    '7"',
    'w/"7"',
    'W/7',
    'W/ "7"',
    '*, "7"',
    '"7", *',
    '"7" "8"',
    '"7";',
    '"a b"',
    '"a\\"b"',
  ])('refuses %j', (header) => {
    expect(() => matches(header, 7)).toThrow(EtagRefusal);
  });

  test('reads what the pattern of the contract allows, and nothing else', () => {
    const { pattern } = contract.components.parameters.IfMatch.schema;
    const parts = fc.constantFrom(
      '*',
      '"',
      '"7"',
      'W/',
      'w/',
      ',',
      ' ',
      '\t',
      '7',
      'é',
      '"é"',
      '\u007f',
      '!',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), (members) => {
        const header = members.join('').trim(); // as an HTTP parser hands it over
        let read = true;
        try {
          matches(header, 7);
        } catch {
          read = false;
        }
        expect(new RegExp(pattern).test(header)).toBe(read);
      }),
      { numRuns: 2000 },
    );
  });

  test('finds its own tag in any list of tags', () => {
    const tag = fc
      .tuple(fc.constantFrom('', 'W/'), fc.stringMatching(/^[\x21\x23-\x7e]{0,9}$/))
      .map(([weak, text]) => `${weak}"${text}"`);
    fc.assert(
      fc.property(fc.array(tag), fc.array(tag), fc.nat(), (before, after, version) => {
        expect(matches([...before, etagOf(version), ...after].join(', '), version)).toBe(true);
        const others = [...before, ...after];
        if (others.length > 0)
          expect(matches(others.join(','), version)).toBe(others.includes(etagOf(version)));
      }),
    );
  });

  test('decides on a long malformed header at once', () => {
    // CPU of this process: what others do on a busy machine does not count.
    const start = process.cpuUsage();
    expect(() => matches(`"7"${' ,\t'.repeat(20_000)}x`, 7)).toThrow(EtagRefusal);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(2_000);
  });
});
