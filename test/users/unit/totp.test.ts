import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { base32, fromBase32 } from '../../../src/users/factors/protocol/base32.ts';
import { hotp, type TotpAlgorithm } from '../../../src/users/factors/protocol/hotp.ts';
import { otpauthUri } from '../../../src/users/factors/protocol/otpauth-uri.ts';
import { hashOfTypedCode, newTypedCode } from '../../../src/users/factors/protocol/typed-code.ts';
import { keyBytes, stepOf, totp } from '../../../src/users/factors/protocol/totp.ts';
import { lacks, programOf } from '../../support/programs.ts';

const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const;
const ascii = '1234567890';
/** The keys of the vectors: the same digits again and again, as long as the hash. */
const keyOf = (algorithm: TotpAlgorithm): Buffer =>
  Buffer.from(ascii.repeat(7).slice(0, keyBytes[algorithm]));
const at = (seconds: number): Date => new Date(seconds * 1000);

describe('hotp', () => {
  test('gives the codes of RFC 4226 appendix D', () => {
    const codes = Array.from({ length: 10 }, (_, counter) =>
      hotp(Buffer.from(ascii.repeat(2)), counter, { algorithm: 'SHA1', digits: 6 }),
    );
    expect(codes).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ]);
  });
});

describe('totp', () => {
  test.for([
    [59, '94287082', '46119246', '90693936'],
    [1111111109, '07081804', '68084774', '25091201'],
    [1111111111, '14050471', '67062674', '99943326'],
    [1234567890, '89005924', '91819424', '93441116'],
    [2000000000, '69279037', '90698825', '38618901'],
    [20000000000, '65353130', '77737706', '47863826'],
  ] as const)('gives the codes of RFC 6238 appendix B at %i', ([seconds, ...codes]) => {
    const given = algorithms.map((algorithm) =>
      totp(keyOf(algorithm), at(seconds), { algorithm, digits: 8, periodSeconds: 30 }),
    );
    expect(given).toEqual(codes);
  });

  const withoutOathtool = lacks(
    programOf('oathtool'),
    'codes are compared with those of oathtool (Debian: apt-get install oathtool)',
  );

  test.skipIf(withoutOathtool)("gives the codes of Debian's oathtool", () => {
    for (const algorithm of algorithms) {
      const key = randomBytes(keyBytes[algorithm]);
      for (const [seconds, digits, periodSeconds] of [
        [1_700_000_000, 6, 30],
        [1_700_000_031, 8, 60],
        [4_102_444_800, 6, 15],
      ] as const) {
        const { stdout, stderr } = spawnSync(
          'oathtool',
          [
            `--totp=${algorithm}`,
            '--base32',
            `--digits=${digits}`,
            `--time-step-size=${periodSeconds}s`,
            `--now=@${seconds}`,
            '-',
          ],
          { input: base32(key), encoding: 'utf8' },
        );
        expect(stderr).toBe('');
        expect(totp(key, at(seconds), { algorithm, digits, periodSeconds })).toBe(stdout.trim());
      }
    }
  });
});

describe('stepOf', () => {
  const form = { algorithm: 'SHA1', digits: 6, periodSeconds: 30 } as const;
  const key = keyOf('SHA1');
  const now = at(1_700_000_010);
  const present = Math.floor(1_700_000_010 / 30);
  const codeOf = (step: number): string => hotp(key, step, form);

  test('finds the steps of the window and no other', () => {
    const found = (window: number): (number | undefined)[] =>
      [-3, -2, -1, 0, 1, 2, 3].map((by) => {
        const step = stepOf(codeOf(present + by), key, { now, window }, form);
        return step === undefined ? undefined : step - present;
      });
    expect(found(0)).toEqual([undefined, undefined, undefined, 0, undefined, undefined, undefined]);
    expect(found(1)).toEqual([undefined, undefined, -1, 0, 1, undefined, undefined]);
    expect(found(2)).toEqual([undefined, -2, -1, 0, 1, 2, undefined]);
  });

  test('returns the latest of two steps with the same code, so that it is not taken again in that step', () => {
    const short = { ...form, digits: 1 };
    const same = (step: number): boolean => hotp(key, step, short) === hotp(key, step + 1, short);
    let step = present;
    while (!same(step) || hotp(key, step - 1, short) === hotp(key, step, short)) step++;
    const window = { now: at(step * 30), window: 1 };
    expect(stepOf(hotp(key, step, short), key, window, short)).toBe(step + 1);
  });

  test('takes a code with the spaces that apps show', () => {
    const code = codeOf(present);
    expect(stepOf(` ${code.slice(0, 3)} ${code.slice(3)}\n`, key, { now, window: 0 }, form)).toBe(present);
  });

  test('takes nothing else', () => {
    const code = codeOf(present);
    for (const other of [
      '',
      '0',
      `${code}0`,
      code.slice(1),
      'abcdef',
      '١٢٣٤٥٦',
      `-${code.slice(1)}`,
      '0x1234',
    ]) {
      expect(stepOf(other, key, { now, window: 2 }, form)).toBeUndefined();
    }
  });

  test('begins at the first step', () => {
    expect(stepOf(codeOf(0), key, { now: at(3), window: 2 }, form)).toBe(0);
  });
});

describe('base32', () => {
  test.for([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)('gives the vectors of RFC 4648 section 10 for "%s", and takes them back', ([text, encoded]) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
    expect(fromBase32(encoded.toLowerCase()).toString()).toBe(text);
  });

  test('takes back any bytes', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = randomBytes(length);
      expect(fromBase32(base32(bytes))).toEqual(bytes);
    }
  });

  test('refuses other characters without showing them', () => {
    expect(() => fromBase32('MZXW6YT1')).toThrow(new RangeError('This is not base 32.'));
  });
});

describe('otpauthUri', () => {
  test('is what apps read, with names that have markup, colons and spaces', () => {
    const uri = otpauthUri({
      secret: 'JBSWY3DPEHPK3PXP',
      issuer: 'A&B: "Söhne" <x>',
      account: 'ada+1@example.com',
      algorithm: 'SHA256',
      digits: 8,
      periodSeconds: 60,
    });
    const url = new URL(uri);
    expect(url.protocol + url.host).toBe('otpauth:totp');
    expect(decodeURIComponent(url.pathname)).toBe('/A&B  "Söhne" <x>:ada+1@example.com');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: 'JBSWY3DPEHPK3PXP',
      issuer: 'A&B  "Söhne" <x>',
      algorithm: 'SHA256',
      digits: '8',
      period: '60',
    });
  });
});

describe('a recovery code', () => {
  test('is four groups of four, each time another', () => {
    const codes = Array.from({ length: 100 }, newTypedCode);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    expect(new Set(codes).size).toBe(100);
  });

  test('is known however it is typed', () => {
    const hash = hashOfTypedCode('01ab-cdef-gh1j-0123');
    expect(hash).toHaveLength(32);
    for (const typed of ['01ABCDEFGH1J0123', ' o1ab cdef ghij o123 ', 'OLab-cdef-ghlj-0I23']) {
      expect(hashOfTypedCode(typed)).toEqual(hash);
    }
  });

  test('is nothing else', () => {
    for (const typed of [
      '',
      '01ab-cdef-gh1j',
      '01ab-cdef-gh1j-01234',
      '01ab-cdef-gh1j-012u',
      '-'.repeat(9999),
    ]) {
      expect(hashOfTypedCode(typed)).toBeUndefined();
    }
  });
});
