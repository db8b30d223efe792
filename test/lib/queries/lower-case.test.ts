import { expect } from 'vitest';
import { lowerCase } from '../../../src/lib/lower-case.ts';
import { test } from '../../support/scim-database.ts';

/** The signs for Kelvin and Ångström, Cherokee and Georgian among them. JavaScript knows letters of newer editions of Unicode behind. */
const last = 0xa7cb;

test('SQL and memory have one lower case for every letter', async ({ database }) => {
  const rows = await database.orm.em.fork().execute<{ letter: string; lower: string }[]>(
    `select chr(code) as letter, lower(chr(code)) as lower from generate_series(1, ${last}) as code
        where chr(code) <> lower(chr(code)) or upper(chr(code)) <> chr(code)`,
  );
  expect(rows.length).toBeGreaterThan(2_000);
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
