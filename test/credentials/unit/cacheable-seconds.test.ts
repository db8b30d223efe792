import { expect, test } from 'vitest';
import { cacheableSeconds } from '../../../src/credentials/cacheable-seconds.ts';

const now = new Date('2026-01-15T10:30:00.000Z');
const plain = {
  allowedIps: null,
  expiresAt: null,
  grace: false,
  identityAllowedIps: null,
  identityExpiresAt: null,
  maxUsageCount: null,
  now,
  policiesVersion: 0,
};
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

test('an answer that depends on the secret alone holds for a minute', () => {
  expect(cacheableSeconds(plain)).toBe(60);
});

test.for<[string, Partial<Parameters<typeof cacheableSeconds>[0]>]>([
  ['a cap', { maxUsageCount: 1_000 }],
  ['an address list of the credential', { allowedIps: [] }],
  ['an address list of the identity', { identityAllowedIps: ['10.0.0.0/8'] }],
  ['a policy', { policiesVersion: 7 }],
  ['the old secret of a rotation', { grace: true }],
])('an answer with %s is not kept', ([, facts]) => {
  expect(cacheableSeconds({ ...plain, ...facts })).toBe(0);
});

test('the end of the credential or its identity bounds the seconds, rounded down', () => {
  expect(cacheableSeconds({ ...plain, expiresAt: inSeconds(10.9) })).toBe(10);
  expect(cacheableSeconds({ ...plain, expiresAt: inSeconds(3_600), identityExpiresAt: inSeconds(5) })).toBe(
    5,
  );
  expect(cacheableSeconds({ ...plain, expiresAt: inSeconds(0.9) })).toBe(0);
  expect(cacheableSeconds({ ...plain, expiresAt: inSeconds(-1) })).toBe(0);
});
