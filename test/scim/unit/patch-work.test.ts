import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/failure.ts';
import { cpuMilliseconds, inTurns } from '../../../src/lib/turns.ts';
import { applyPatch } from '../../../src/scim/protocol/patch.ts';
import { userType } from '../../../src/scim/protocol/schema.ts';
import { memberChanges, patchBody, patchUser, refusalOf, userOf } from './support.ts';

const list = (count: number, length: number, letter = 'x') =>
  Array.from({ length: count }, (_, at) => ({ value: `${at}.`.padEnd(length, letter) }));
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** How often the work of a patch can be interrupted, which may take half a second of CPU. */
async function worked(user: Record<string, unknown>, operations: unknown[]) {
  let steps = 0;
  const work = applyPatch(userType, user, patchBody(operations), { profile: 'GENERIC' });
  function* counted(): typeof work {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      steps += 1;
      yield;
    }
  }
  const code = await inTurns(counted(), {
    turn: 10,
    most: 500,
    clock: cpuMilliseconds,
    pause: () => new Promise(setImmediate),
    tooLong: () => new Failure('PAYLOAD_TOO_LARGE'),
    spend: () => undefined,
  }).then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
  return { code, steps };
}

describe('applyPatch, against requests that cost more than they weigh,', () => {
  test('accepts a thousand operations that each search for one of a hundred addresses', () => {
    const user = userOf({ emails: list(100, 60) });
    const operations = times(1000, (at) => ({
      op: 'replace',
      path: `emails[value sw "${at % 100}."].display`,
      value: `${at}`,
    }));
    expect(patchUser(user, ...operations)).toMatchObject({ userName: 'bjensen' });
  });

  // 17 KB that took a second: each comparison folded and copied both texts. To look for a part costs more than the others.
  test.each([
    ['eq', 11],
    ['co', 2],
    ['gt', 11],
    ['sw', 11],
  ])('compares many letters without a match by %s, each folded once', async (operator, count) => {
    const photos = times(100, (at) => ({ value: `${at}`, display: `${at}.`.padEnd(1_000, 'İ') }));
    const filter = times(60, (at) => `display ${operator} "İİİ${at}"`).join(' or ');
    const operations = times(count, () => ({ op: 'remove', path: `photos[${filter}]` }));
    expect(await worked({ userName: 'x', photos }, operations)).toMatchObject({ code: 'done' });
  });

  test('stops any long work after half a second', async () => {
    const user = { userName: 'x', photos: list(16, 8_000, 'a') };
    const part = `${'a'.repeat(20)}b${'a'.repeat(20)}`;
    const filter = times(60, (at) => `value co "${part}${at}"`).join(' or ');
    const found = await worked(
      user,
      times(240, () => ({ op: 'remove', path: `photos[${filter}]` })),
    );
    expect(found.code).toBe('PAYLOAD_TOO_LARGE');
  });

  test('can be interrupted within one operation', async () => {
    const photos = list(100, 1_200);
    const filter = times(60, (at) => `value co "${at}xx"`).join(' or ');
    const names = Object.fromEntries(times(300, (at) => [`photos[value eq "${at}"]`, null]));
    for (const operation of [
      { op: 'remove', path: `photos[${filter}]` },
      { op: 'add', value: names },
    ])
      expect((await worked({ userName: 'x', photos }, [operation])).steps).toBeGreaterThan(30);
  });

  test('searches for a part in a time that repetitions do not lengthen', async () => {
    const photos = list(16, 8_000, 'a');
    const part = `${'a'.repeat(1_900)}b${'a'.repeat(1_900)}`;
    const found = await worked(
      { userName: 'x', photos },
      times(4, () => ({ op: 'remove', path: `photos[value co "${part}"]` })),
    );
    expect(found.code).toBe('done');
  });

  test('lets no list grow past its limit, not even until the end', () => {
    const grow = times(999, (at) => ({
      op: 'add',
      path: 'emails',
      value: times(45, (one) => ({ value: `${at}.${one}` })),
    }));
    const refusal = refusalOf(() => patchUser(userOf(), ...grow, { op: 'remove', path: 'emails' }));
    expect(refusal).toMatch(/^SCIM_VALUE_INVALID: Operations\[2\]/);
  });

  test('selects members by at most ten filters, or by one id per operation', () => {
    const by = (filter: (at: number) => string, count: number) => () =>
      memberChanges(times(count, (at) => ({ op: 'remove', path: `members[${filter(at)}]` })));
    expect(by((at) => `value eq "${at}"`, 1000)()).toHaveLength(1);
    expect(by((at) => `value sw "${at}"`, 10)()).toHaveLength(10);
    expect(refusalOf(by((at) => `value sw "${at}"`, 11))).toMatch(/^PAYLOAD_TOO_LARGE: /);
  });

  test('rejects an operation that has a name in two cases', () => {
    for (const operation of [
      { op: 'replace', Path: 'password', path: 'title', value: 'x' },
      { op: 'replace', Value: { password: 'x' }, value: { title: 'x' } },
    ])
      expect(refusalOf(() => patchUser(userOf(), operation))).toMatch(/^SCIM_SYNTAX_INVALID: /);
  });

  test('keeps a user small enough to be shown two hundred times', () => {
    const photos = list(16, 8_100);
    const add = (value: unknown) => () => patchUser(userOf({ photos }), { op: 'add', path: 'ims', value });
    expect(add([{ value: 'x' }])()).toMatchObject({ ims: [{ value: 'x' }] });
    expect(refusalOf(add(list(4, 1_000)))).toMatch(/^SCIM_VALUE_INVALID: /);
    expect(refusalOf(() => userOf({ photos: list(17, 8_100) }))).toMatch(/^SCIM_VALUE_INVALID: /);
  });
});
