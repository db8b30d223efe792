import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '../../../src/lib/timestamp.ts';

describe('parseTimestamp', () => {
  test.each([
    ['2026-01-15T10:30:00Z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15t10:30:00z', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T10:30:00.5Z', '2026-01-15T10:30:00.500Z'],
    ['2026-01-15T10:30:00.123999999999Z', '2026-01-15T10:30:00.123Z'],
    ['2026-01-15T10:30:00.1234+02:00', '2026-01-15T08:30:00.123Z'],
    ['2026-01-15T10:30:00-05:30', '2026-01-15T16:00:00.000Z'],
    ['2026-01-15T10:30:00-00:00', '2026-01-15T10:30:00.000Z'],
    ['2026-01-15T00:30:00+23:59', '2026-01-14T00:31:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60.5Z', '2017-01-01T00:00:00.500Z'],
    ['1990-12-31T15:59:60-08:00', undefined],
    ['2016-12-31T15:59:60-08:00', '2017-01-01T00:00:00.000Z'],
    ['1999-12-31T23:00:00-01:00', '2000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(expected);
  });

  test.each([
    ['an empty text', ''],
    ['a date', '2026-01-15'],
    ['no offset', '2026-01-15T10:30:00'],
    ['a space for T', '2026-01-15 10:30:00Z'],
    ['no seconds', '2026-01-15T10:30Z'],
    ['an empty fraction', '2026-01-15T10:30:00.Z'],
    ['a comma', '2026-01-15T10:30:00,5Z'],
    ['a short offset', '2026-01-15T10:30:00+02'],
    ['an offset without colon', '2026-01-15T10:30:00+0200'],
    ['an offset of 24 hours', '2026-01-15T10:30:00+24:00'],
    ['an offset of 60 minutes', '2026-01-15T10:30:00+01:60'],
    ['month 0', '2026-00-15T10:30:00Z'],
    ['month 13', '2026-13-15T10:30:00Z'],
    ['day 0', '2026-01-00T10:30:00Z'],
    ['30 February', '2026-02-30T10:30:00Z'],
    ['29 February of a common year', '2026-02-29T10:30:00Z'],
    ['29 February 2100', '2100-02-29T10:30:00Z'],
    ['31 April', '2026-04-31T10:30:00Z'],
    ['hour 24', '2026-01-15T24:00:00Z'],
    ['minute 60', '2026-01-15T10:60:00Z'],
    ['second 61', '2016-12-31T23:59:61Z'],
    ['a leap second in the middle of a day', '2026-01-15T10:30:60Z'],
    ['a leap second in the middle of a month', '2026-01-15T23:59:60Z'],
    ['the year 1999', '1999-12-31T23:59:59.999Z'],
    ['a year that is 1999 in UTC', '2000-01-01T00:00:00+00:01'],
    ['a year that is 10000 in UTC', '9999-12-31T23:59:59-00:01'],
    ['a leap second that ends in 10000', '9999-12-31T23:59:60Z'],
    ['the year 0050', '0050-01-01T00:00:00Z'],
    ['six digits of year', '+275760-09-13T00:00:00Z'],
    ['text before', ' 2026-01-15T10:30:00Z'],
    ['text after', '2026-01-15T10:30:00Z\n'],
    ['digits of another script', '２０２６-01-15T10:30:00Z'],
  ])('refuses %s', (_, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('reads back every instant of 2000 to 9999 at any offset', () => {
    const instant = fc.date({
      min: new Date('2000-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, fc.integer({ min: -1439, max: 1439 }), (date, offset) => {
        const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const two = (value: number) => String(value).padStart(2, '0');
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
        expect(parseTimestamp(local + zone)).toEqual(date);
      }),
    );
  });

  test('accepts exactly the dates of the calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const date = new Date(Date.UTC(year, month - 1, day));
          const exists = date.toISOString().startsWith(`${text}T`);
          expect(parseTimestamp(`${text}T00:00:00Z`)).toEqual(exists ? date : undefined);
        },
      ),
    );
  });
});
