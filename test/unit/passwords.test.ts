import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPassword, newPasswordHash } from '../../src/domain/passwords.ts';
import { noBreachedPasswords } from '../../src/breached-passwords.ts';
import { Failure } from '../../src/failure.ts';
import { defaultPasswordPolicy } from '../../src/lib/password-policy.ts';

const about = {
  email: 'ann@example.com',
  username: 'annabel',
  firstName: null,
  lastName: null,
  displayName: null,
};
const rules = { policy: defaultPasswordPolicy, breached: noBreachedPasswords };
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
    expect(await isPassword(hash, 'a cafe\u0301 for sixteen')).toBe(true);
    expect(await isPassword(hash, 'a cafe for sixteen')).toBe(false);
  });

  it('is false for who has no password, after the same work', async () => {
    expect(await isPassword(null, good)).toBe(false);
  });

  it('fails for what is no hash', async () => {
    await expect(isPassword('plain text', 'plain text')).rejects.toThrow();
  });
});

describe('too many at once', () => {
  it('are refused at once with SERVICE_UNAVAILABLE, and the others are answered', async () => {
    const hash = await newPasswordHash(good, about, [], rules);
    const room = 100 * availableParallelism();
    const answers = await Promise.allSettled(Array.from({ length: room + 20 }, () => isPassword(hash, good)));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBe(20);
    for (const one of refused) expect(one).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } });
    expect(answers.filter((one) => one.status === 'fulfilled' && one.value).length).toBe(room);
  });
});
