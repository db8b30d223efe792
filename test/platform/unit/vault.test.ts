import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVault, VaultError } from '../../../src/platform/vault.ts';

const key = randomBytes(32);
const vault = createVault([key]);
const org = 'org_01m7x2ta4mem4v0nqff57zyxjv';
const purpose = 'webhook-secret:whk_01m7x2ta4mem4v0nqff57zyxjv';
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const sealed = vault.seal(secret, org, purpose);

describe('a vault', () => {
  test('opens its own seals, also after a restart with the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        expect(createVault([key]).open(vault.seal(text, org, purpose), org, purpose)).toBe(text);
      }),
    );
  });

  test('seals the same text differently each time, and hides it', () => {
    const again = vault.seal(secret, org, purpose);
    expect(again).not.toEqual(sealed);
    // The form and the id of the key come first; nothing after them repeats.
    expect(again.subarray(5, 37)).not.toEqual(sealed.subarray(5, 37));
    for (const text of [secret, secret.slice(6, 16), key.toString('latin1')]) {
      expect(sealed.toString('latin1')).not.toContain(text);
    }
    expect(sealed.includes(key.subarray(0, 4))).toBe(false);
  });

  test.for([
    ['another organization', 'org_01m7x2ta4mem4v0nqff57zyxjw', purpose],
    ['another purpose', org, 'webhook-secret:whk_01m7x2ta4mem4v0nqff57zyxjw'],
    ['both run together differently', `${org}w`, purpose.slice(1)],
    ['the two exchanged', purpose, org],
  ] as const)('opens nothing for %s', ([, orgId, what]) => {
    expect(() => vault.open(sealed, orgId, what)).toThrow(VaultError);
  });

  test('opens nothing with a changed byte', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed, org, purpose), `byte ${at}`).toThrow(VaultError);
    }
  });

  test('opens nothing that was cut or never sealed', () => {
    for (let length = 0; length < sealed.length; length++) {
      expect(() => vault.open(sealed.subarray(0, length), org, purpose), `${length}`).toThrow(VaultError);
    }
    expect(() => vault.open(Buffer.from(secret), org, purpose)).toThrow(VaultError);
  });

  test('opens under each of its keys and seals under the first', () => {
    const next = randomBytes(32);
    const rotated = createVault([next, key]);
    expect(rotated.open(sealed, org, purpose)).toBe(secret);
    const fresh = rotated.seal(secret, org, purpose);
    expect(createVault([next]).open(fresh, org, purpose)).toBe(secret);
    expect(() => vault.open(fresh, org, purpose)).toThrow('under a master key that is not in MASTER_KEY');
  });

  test('shows neither the text nor the key in an error', () => {
    const changed = Buffer.from(sealed).fill(0, 40);
    const failures = [() => vault.open(changed, org, purpose), () => createVault([Buffer.from(secret)])];
    for (const failure of failures) expect(failure).not.toThrow(/whsec|C2FV/);
  });

  test('rejects a missing key and a key of another length', () => {
    expect(() => createVault([])).toThrow(RangeError);
    expect(() => createVault([key, randomBytes(16)])).toThrow(RangeError);
  });
});
