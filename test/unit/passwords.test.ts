import { describe, expect, it } from 'vitest';
import { hashesPerMinute, payHashes } from '../../src/platform/heavy-work.ts';
import { isPassword, newPasswordHash } from '../../src/users/passwords/passwords.ts';
import { noBreachedPasswords } from '../../src/users/passwords/breached-passwords.ts';
import { Failure } from '../../src/failure.ts';
import { defaultPasswordPolicy } from '../../src/lib/password-policy.ts';

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
  it('gives argon2id at the cost OWASP names, with a salt of its own', async () => {
    const hashes = await Promise.all([
      newPasswordHash(good, about, [], rules),
      newPasswordHash(good, about, [], rules),
    ]);
    for (const hash of hashes)
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('refuses a common password, of the real list, and names no part of it', async () => {
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

  it('refuses the last five passwords, however they are written, and takes the sixth', async () => {
    const words = ['one', 'two', 'three', 'four', 'five', 'café six'].map((word) => `${good} ${word}`);
    const previous = await Promise.all(words.map((word) => newPasswordHash(word, about, [], rules)));
    const again = await refusal(newPasswordHash(`${good} five`, about, previous, rules));
    expect(again.details).toEqual({ historyCount: 'Choose a password that is none of your last 5.' });
    expect(await newPasswordHash(`${good} cafe\u0301 six`, about, previous, rules)).toMatch(/^\$argon2id/);
    await refusal(newPasswordHash(`${good} cafe\u0301 six`, about, previous.slice(1), rules));
  });

  it('goes by the policy it is given', async () => {
    const lax = { ...defaultPasswordPolicy, minLength: 8, disallowCommon: false, historyCount: 0 };
    const hash = await newPasswordHash('password', about, [], { ...rules, policy: lax });
    expect(await newPasswordHash('password', about, [hash], { ...rules, policy: lax })).toMatch(
      /^\$argon2id/,
    );
  });
});

describe('isPassword', () => {
  it('knows a password from another, also when its accents were typed differently', async () => {
    const hash = await newPasswordHash('a café for sixteen', about, [], rules);
    expect(await isPassword(hash, 'a cafe\u0301 for sixteen', orgId)).toBe(true);
    expect(await isPassword(hash, 'a cafe for sixteen', orgId)).toBe(false);
  });

  it('is false for who has no password, after the same work', async () => {
    expect(await isPassword(null, good, orgId)).toBe(false);
  });

  it('fails for what is no hash', async () => {
    await expect(isPassword('plain text', 'plain text', orgId)).rejects.toThrow();
  });
});

describe('too many at once', () => {
  it('are refused to their tenant alone, whose next turn comes after one hash', async () => {
    const hash = await newPasswordHash(good, about, [], rules);
    let done = 0;
    const crowd = Array.from({ length: 130 }, () =>
      isPassword(hash, good, 'org_crowd').finally(() => done++),
    );
    const answers = Promise.allSettled(crowd);
    expect(await isPassword(hash, good, 'org_other')).toBe(true);
    // 28 or more were refused at once. Of the others at most those that were being made, and one that had begun first.
    expect(done).toBeLessThan(28 + 8);
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(28);
    for (const one of refused)
      expect(one).toMatchObject({ reason: { code: 'RATE_LIMITED', retryAfterSeconds: 2 } });
  });
});

describe('the hashes of a minute', () => {
  it('are bounded for each payer, a history counts as many, and the refusal says when to come back', async () => {
    const hash = await newPasswordHash(good, about, [], rules);
    payHashes('org_payer', hashesPerMinute - 5);
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
