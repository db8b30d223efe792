import { expect } from 'vitest';
import { lowerCase } from '../../src/lib/lower-case.ts';
import { test } from '../support/scim-database.ts';

/** Latin, Greek, Cyrillic and Armenian; Postgres and JavaScript know different editions of Unicode beyond them. */
const letters = 'code between 1 and 1415 or code between 7680 and 8191';

test('SQL and memory have one lower case for every letter', async ({ database }) => {
  const rows = await database.orm.em
    .fork()
    .execute<{ letter: string; lower: string }[]>(
      `select chr(code) as letter, lower(chr(code)) as lower from generate_series(1, 8191) as code where ${letters}`,
    );
  expect(rows.length).toBeGreaterThan(1_900);
  expect(rows.filter(({ letter, lower }) => lowerCase(letter) !== lower)).toEqual([]);
});

test.for(['ΟΔΥΣΣΕΥΣ', 'İstanbul', 'STRASSE ẞ ß', 'ǅ', 'ΑΣ.'])(
  '%s has one lower case',
  async (text, { database }) => {
    const [row] = await database.orm.em
      .fork()
      .execute<{ lower: string }[]>('select lower(?) as lower', [text]);
    expect(lowerCase(text)).toBe(row?.lower);
  },
);
