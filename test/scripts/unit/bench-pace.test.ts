import { expect, test } from 'vitest';
import { dueBy, dueTime } from '../../../bench/frame/pace.ts';

test.each([0.5, 8, 250])('a request of %d a second is sent when it is due, and not later', (perSecond) => {
  for (const request of [0, 1, 2, 1_000]) {
    const due = dueTime(request, perSecond);
    expect([dueBy(due, perSecond), dueBy(due - 0.01, perSecond)]).toEqual([request + 1, request]);
  }
});
