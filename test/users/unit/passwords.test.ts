import { describe, expect, test } from 'vitest';
import { hashBurst, payHashes } from '../../../src/platform/heavy-work.ts';
import { isPassword, newPasswordHash } from '../../../src/users/passwords/passwords.ts';
import { noBreachedPasswords } from '../../../src/users/passwords/breached-passwords.ts';
import { Failure } from '../../../src/failure.ts';
import { defaultPasswordPolicy } from '../../../src/lib/password-policy.ts';

const about = {
  email: 'ann@example.com',
  username: 'annabel',
  firstName: null,
  lastName: null,
  displayName: null,
};
const orgId = 'org_1';
const rules = { orgId, policy: defaultPasswordPolicy, breached: noBreachedPasswords };
const good = 'correct horse battery';

const refusal = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error('was not refused');
  return error;
};

describe('newPasswordHash', () => {
  test('uses argon2id at the cost that OWASP recommends, with a new salt each time', async () => {
    const hashes = await Promise.all([
      newPasswordHash(good, about, [], rules),
      newPasswordHash(good, about, [], rules),
    ]);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  test('rejects a common password, and reveals no part of it', async () => {
    const { code, details, message, status } = await refusal(
      newPasswordHash('QazWsxEdc123', about, [], rules),
    );
    expect([code, status, Object.keys(details)]).toEqual([
      'PASSWORD_POLICY_VIOLATION',
      400,
      ['disallowCommon'],
    ]);
    expect(JSON.stringify([details, message])).not.toMatch(/qazwsx/i);
  });

  test('rejects the last five passwords in any spelling, and accepts the sixth', async () => {
    const words = ['one', 'two', 'three', 'four', 'five', 'café six'].map((word) => `${good} ${word}`);
    const previous = await Promise.all(words.map((word) => newPasswordHash(word, about, [], rules)));
    const again = await refusal(newPasswordHash(`${good} five`, about, previous, rules));
    expect(again.details).toEqual({
      historyCount: 'Choose a password that differs from your last 5 passwords.',
    });
    expect(await newPasswordHash(`${good} cafe\u0301 six`, about, previous, rules)).toMatch(/^\$argon2id/);
    await refusal(newPasswordHash(`${good} cafe\u0301 six`, about, previous.slice(1), rules));
  });

  test('follows the given policy', async () => {
    const lax = { ...defaultPasswordPolicy, minLength: 8, disallowCommon: false, historyCount: 0 };
    const hash = await newPasswordHash('password', about, [], { ...rules, policy: lax });
    expect(await newPasswordHash('password', about, [hash], { ...rules, policy: lax })).toMatch(
      /^\$argon2id/,
    );
  });
});

describe('isPassword', () => {
  test('matches only the right password, in any Unicode form of its accents', async () => {
    const hash = await newPasswordHash('a café for sixteen', about, [], rules);
    expect(await isPassword(hash, 'a cafe\u0301 for sixteen', orgId)).toBe(true);
    expect(await isPassword(hash, 'a cafe for sixteen', orgId)).toBe(false);
  });

  test('returns false for a user without a password', async () => {
    expect(await isPassword(null, good, orgId)).toBe(false);
  });

  test('rejects a value that is not a hash', async () => {
    await expect(isPassword('plain text', 'plain text', orgId)).rejects.toThrow();
  });
});

describe('too many hashes at once', () => {
  test('are rejected only for their own tenant, and another tenant gets its turn next', async () => {
    const hash = await newPasswordHash(good, about, [], rules);
    let done = 0;
    const crowd = Array.from({ length: 130 }, () =>
      isPassword(hash, good, 'org_crowd').finally(() => done++),
    );
    const answers = Promise.allSettled(crowd);
    expect(await isPassword(hash, good, 'org_other')).toBe(true);
    // 28 or more were refused at once. At most those under way, and one that had begun first, are done as well.
    expect(done).toBeLessThan(28 + 8);
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(28);
    for (const one of refused)
      expect(one).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 2 } });
  });
});

describe('the hashes of a minute', () => {
  test('are limited for each payer, a password history counts as many, and the error says when to retry', async () => {
    const hash = await newPasswordHash(good, about, [], rules);
    expect(hashBurst).toBe(300);
    payHashes('org_payer', hashBurst - 5);
    const history = { ...rules, orgId: 'org_payer', policy: { ...defaultPasswordPolicy, historyCount: 24 } };
    const previous = Array.from({ length: 24 }, () => hash);
    const refused = await refusal(newPasswordHash(`${good} again`, about, previous, history));
    expect(refused).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      details: { limit: 500, remaining: 0 },
    });
    expect(refused).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(await newPasswordHash(`${good} again`, about, [], history)).toMatch(/^\$argon2id/);
    expect(await newPasswordHash(`${good} again`, about, previous, history, 'usr_other')).toMatch(
      /^\$argon2id/,
    );
  });
});
