import { describe, expect, it } from 'vitest';
import { memberChanges, patchUser, refusalOf, userOf } from './support.ts';

const list = (count: number, length: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `${at}.`.padEnd(length, 'x') }));
const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** What refuses them, and how long that took. */
function refused(user: Record<string, unknown>, operations: unknown[]) {
  const started = performance.now();
  const refusal = refusalOf(() => patchUser(user, ...operations));
  return { refusal, milliseconds: performance.now() - started };
}

const tooMuch = { refusal: expect.stringMatching(/^PAYLOAD_TOO_LARGE: /) };

describe('applyPatch, against requests that cost more than they weigh,', () => {
  it('takes a thousand operations that each look for one of a hundred addresses', () => {
    const user = userOf({ emails: list(100, 60) });
    const operations = times(1000, (at) => ({
      op: 'replace',
      path: `emails[value sw "${at % 100}."].display`,
      value: `${at}`,
    }));
    expect(patchUser(user, ...operations)).toMatchObject({ userName: 'bjensen' });
  });

  it.each(['eq', 'co', 'lt'])('refuses filters of many %s on long values, at once', (operator) => {
    const user = { userName: 'x', photos: list(100, 8190) };
    const filter = times(64, () => `value ${operator} "xy"`).join(' or ');
    const found = refused(
      user,
      times(100, () => ({ op: 'remove', path: `photos[${filter}]` })),
    );
    expect(found).toMatchObject(tooMuch);
    expect(found.milliseconds).toBeLessThan(2_000);
  });

  it('refuses as many filters that are the names of one value', () => {
    const user = { userName: 'x', photos: list(100, 1000) };
    const value = Object.fromEntries(times(3000, (at) => [`photos[value eq "${at}"]`, null]));
    expect(refused(user, [{ op: 'add', value }])).toMatchObject(tooMuch);
  });

  it('lets no list grow past its limit, not even until the end', () => {
    const grow = times(999, (at) => ({
      op: 'add',
      path: 'emails',
      value: times(45, (one) => ({ value: `${at}.${one}` })),
    }));
    const { refusal, milliseconds } = refused(userOf(), [...grow, { op: 'remove', path: 'emails' }]);
    expect(refusal).toMatch(/^SCIM_VALUE_INVALID: /);
    expect(milliseconds).toBeLessThan(2_000);
  });

  it('selects members by a few filters only, and by as many ids as there are operations', () => {
    const by = (filter: (at: number) => string, count: number) => () =>
      memberChanges(times(count, (at) => ({ op: 'remove', path: `members[${filter(at)}]` })));
    expect(by((at) => `value eq "${at}"`, 1000)()).toHaveLength(1);
    expect(by((at) => `value sw "${at}"`, 10)()).toHaveLength(10);
    expect(refusalOf(by((at) => `value sw "${at}"`, 11))).toMatch(/^PAYLOAD_TOO_LARGE: /);
  });

  it('refuses an operation that has a name in two cases', () => {
    for (const operation of [
      { op: 'replace', Path: 'password', path: 'title', value: 'x' },
      { op: 'replace', Value: { password: 'x' }, value: { title: 'x' } },
    ])
      expect(refusalOf(() => patchUser(userOf(), operation))).toMatch(/^SCIM_SYNTAX_INVALID: /);
  });

  it('keeps a person small enough to be shown two hundred times', () => {
    const photos = list(16, 8_100);
    const add = (value: unknown) => () => patchUser(userOf({ photos }), { op: 'add', path: 'ims', value });
    expect(add([{ value: 'x' }])()).toMatchObject({ ims: [{ value: 'x' }] });
    expect(refusalOf(add(list(4, 1_000)))).toMatch(/^SCIM_VALUE_INVALID: /);
    expect(refusalOf(() => userOf({ photos: list(17, 8_100) }))).toMatch(/^SCIM_VALUE_INVALID: /);
  });
});
