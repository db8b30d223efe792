import { describe, expect, test } from 'vitest';
import { knownCallers } from '../../../src/http/admission/known-callers.ts';
import { lookUps } from '../../../src/http/admission/look-ups.ts';

const minutes = 60_000;

describe('the callers that a node knows', () => {
  test('are known for five minutes after their last request, or until they are refused', () => {
    const known = knownCallers();
    known.note('one', 'org_1', 0);
    expect([known.has('one', 5 * minutes - 1), known.has('one', 5 * minutes), known.has('other', 0)]).toEqual(
      [true, false, false],
    );
    known.note('one', 'org_1', 0);
    known.note('one', 'org_1', 4 * minutes);
    expect(known.has('one', 8 * minutes)).toBe(true);
    known.forget('one');
    expect(known.has('one', 4 * minutes)).toBe(false);
  });

  test('are bounded for each tenant, and no tenant pushes out those of another one', () => {
    const known = knownCallers({ most: 6, ofTenant: 4 });
    known.note('ours', 'org_ours', 0);
    for (let at = 0; at < 100; at++) known.note(`theirs-${at}`, 'org_theirs', at);
    const theirs = Array.from({ length: 100 }, (_, at) => at).filter((at) => known.has(`theirs-${at}`, 100));
    expect(theirs).toEqual([96, 97, 98, 99]);
    known.note('more', 'org_more', 0);
    for (let at = 0; at < 100; at++) known.note(`more-${at}`, 'org_more', at);
    expect(known.has('ours', 100)).toBe(true);
    expect(theirs.every((at) => known.has(`theirs-${at}`, 100))).toBe(true);
    expect(known.has('more-99', 100)).toBe(true);
  });

  test('make room for a tenant that has none, if the memory is full', () => {
    const known = knownCallers({ most: 2, ofTenant: 2 });
    for (const org of ['a', 'b', 'c']) known.note(`key of ${org}`, org, 0);
    expect(['a', 'b', 'c'].map((org) => known.has(`key of ${org}`, 1))).toEqual([false, true, true]);
  });
});

describe('the look-ups of an address', () => {
  test('are sixty a minute, and good keys cost none', () => {
    const some = lookUps();
    const take = (now: number, network = 'a') => some.take(network, now);
    for (let at = 0; at < 59; at++) expect(take(at)).toBe(true);
    expect(take(59)).toBe(true);
    some.giveBack('a');
    expect([take(60), take(61), take(61, 'b')]).toEqual([true, false, true]);
    expect([take(minutes - 1), take(minutes)]).toEqual([false, true]);
  });
});
