import { describe, expect, test } from 'vitest';
import { withinHours } from '../../../src/lib/weekly-hours.ts';

const everyDay = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'];
const at = (hours: ReturnType<typeof withinHours>, ...times: string[]) =>
  times.map((time) => hours(new Date(time)));

describe('withinHours', () => {
  test('ends hours that go past midnight on the next day', () => {
    const night = withinHours({ timezone: 'UTC', days: ['FRI'], from: '22:00', to: '06:00' });
    // 2026-01-02 is a Friday.
    expect(
      at(
        night,
        '2026-01-02T21:59:59Z',
        '2026-01-02T22:00:00Z',
        '2026-01-03T05:59:59Z',
        '2026-01-03T06:00:00Z',
      ),
    ).toEqual([false, true, true, false]);
    expect(at(night, '2026-01-02T05:00:00Z')).toEqual([false]);
  });

  test('follows the clocks when they go forward: the hour that is skipped is not there', () => {
    // Berlin, 2026-03-29: 02:00 becomes 03:00 at 01:00 UTC.
    const hours = withinHours({ timezone: 'Europe/Berlin', days: everyDay, from: '01:30', to: '03:30' });
    expect(
      at(
        hours,
        '2026-03-29T00:29:00Z',
        '2026-03-29T00:30:00Z',
        '2026-03-29T01:00:00Z',
        '2026-03-29T01:29:00Z',
        '2026-03-29T01:30:00Z',
      ),
    ).toEqual([false, true, true, true, false]);
    const skipped = withinHours({ timezone: 'Europe/Berlin', days: everyDay, from: '02:00', to: '03:00' });
    expect(at(skipped, '2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z')).toEqual([false, false]);
  });

  test('follows the clocks when they go back: the hour that is repeated is there twice', () => {
    // Berlin, 2026-10-25: 03:00 becomes 02:00 at 01:00 UTC.
    const hours = withinHours({ timezone: 'Europe/Berlin', days: everyDay, from: '02:00', to: '03:00' });
    expect(
      at(
        hours,
        '2026-10-24T23:59:00Z',
        '2026-10-25T00:00:00Z',
        '2026-10-25T00:59:00Z',
        '2026-10-25T01:00:00Z',
        '2026-10-25T01:59:00Z',
        '2026-10-25T02:00:00Z',
      ),
    ).toEqual([false, true, true, true, true, false]);
  });

  test('takes the day by the calendar of the time zone', () => {
    const monday = withinHours({ timezone: 'Pacific/Kiritimati', days: ['MON'], from: '00:00', to: '23:59' });
    // UTC+14: Sunday 10:00 in UTC is Monday there.
    expect(at(monday, '2026-01-04T10:00:00Z', '2026-01-04T09:59:00Z')).toEqual([true, false]);
  });
});
