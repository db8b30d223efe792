import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { describe, expect } from 'vitest';
import vectors from '../../docs/key-format-vectors.json' with { type: 'json' };
import { isKeywardKey, secretKind } from '../../clients/typescript/src/index.ts';
import {
  isWellFormedOperatorKey,
  isWellFormedRegisteringToken,
  isWellFormedScimToken,
  isWellFormedSecret,
  isWellFormedSignInToken,
  isWellFormedWrapToken,
  newSecret,
  newUserToken,
  secretPrefixes,
} from '../../src/lib/secret.ts';
import { aCredential, anIdentity, aScimToken, aWrappedCredential } from '../support/builders.ts';
import { test } from '../support/service.ts';

const known = {
  API_KEY: isWellFormedSecret,
  OPERATOR_KEY: isWellFormedOperatorKey,
  REGISTRATION_TOKEN: isWellFormedRegisteringToken,
  SCIM_TOKEN: isWellFormedScimToken,
  USER_TOKEN: isWellFormedSignInToken,
  WRAP_TOKEN: isWellFormedWrapToken,
};
/** Returns the kind that the service itself sees in the text. */
const kindOf = (text: string) => Object.entries(known).find(([, isOne]) => isOne(text))?.[0];

describe('secretKind', () => {
  test.for(vectors.good)('recognizes $text', ({ text, kind }) => {
    expect([secretKind(text), kindOf(text), isKeywardKey(text)]).toEqual([kind, kind, kind === 'API_KEY']);
  });

  test.for(vectors.bad)('does not recognize as a secret: $why', ({ text }) => {
    expect([secretKind(text), kindOf(text), isKeywardKey(text)]).toEqual([undefined, undefined, false]);
  });

  test('has vectors of every prefix', () => {
    const prefixes = new Set(vectors.good.map(({ text }) => text.slice(0, text.lastIndexOf('_') + 1)));
    expect([...prefixes].sort()).toEqual(
      [
        ...secretPrefixes,
        'kd_initial_',
        'kd_operator_',
        'kd_refresh_',
        'kd_registration_',
        'kd_user_',
        'kd_wrap_',
        'scim_',
      ].sort(),
    );
  });

  test('is what docs/key-format.md says', () => {
    const page = readFileSync('docs/key-format.md', 'utf8');
    const patterns = [...page.matchAll(/```regex\n(.+)\n```/g)].map(
      ([, source = '']) => new RegExp(`^${source}$`),
    );
    const scanned = vectors.good.filter(({ kind }) => kind !== 'WRAP_TOKEN');
    expect(scanned.filter(({ text }) => !patterns.some((pattern) => pattern.test(text)))).toEqual([]);
    // The example as it is worked out there, by another CRC-32 than the client's.
    const [, payload = '', sum] = /of `(kd_live_\w+)` the CRC-32 is\s+(\d+)/.exec(page) ?? [];
    expect(crc32(payload)).toBe(Number(sum));
    expect(page).toContain(`\n${payload}4V8rcl\n`);
    expect(4 * 62 ** 5 + 31 * 62 ** 4 + 8 * 62 ** 3 + 53 * 62 ** 2 + 38 * 62 + 47).toBe(Number(sum));
    expect(secretKind(`${payload}4V8rcl`)).toBe('API_KEY');
  });

  test('recognizes every secret that the service creates', async ({ service: { ours, oursTest } }) => {
    const { body: jit } = await ours.call('createJitCredential', {
      body: { identityId: await anIdentity(ours), duration: '1m' },
    });
    const issued = [
      (await aCredential(ours)).secret,
      (await aCredential(oursTest)).secret,
      jit.credential,
      (await aScimToken(ours)).token,
      (await aWrappedCredential(ours)).token,
    ];
    expect(issued.map(secretKind)).toEqual(['API_KEY', 'API_KEY', 'API_KEY', 'SCIM_TOKEN', 'WRAP_TOKEN']);
    for (const prefix of [
      ...secretPrefixes,
      'kd_operator_',
      'kd_initial_',
      'kd_registration_',
      'scim_',
      'kd_wrap_',
    ] as const)
      for (let one = 0; one < 200; one++) expect(secretKind(newSecret(prefix))).toBeDefined();
    for (const prefix of ['kd_user_', 'kd_refresh_'] as const)
      for (let one = 0; one < 200; one++)
        expect(secretKind(newUserToken(prefix, undefined))).toBe('USER_TOKEN');
  });
});
