import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// The oldest version of Postgres that the service runs on is 15. A test runs on one version in each gate, so a statement that only newer
// versions know may pass. These words are the differences between `pg_proc` of 15 and 18, and the grammar of the release notes of 16 to 18.
const functions = [
  'any_value array_reverse array_sample array_shuffle array_sort casefold crc32 crc32c date_add date_subtract erf erfc gamma',
  'has_largeobject_privilege icu_unicode_version json json_agg_strict json_array json_arrayagg json_exists json_object_agg_strict',
  'json_object_agg_unique json_object_agg_unique_strict json_objectagg json_query json_scalar json_serialize json_table json_value',
  'jsonb_agg_strict jsonb_object_agg_strict jsonb_object_agg_unique jsonb_object_agg_unique_strict jsonb_populate_record_valid lgamma',
  'pg_basetype pg_column_toast_chunk_id pg_get_acl pg_input_error_info pg_input_is_valid pg_stat_get_io random_normal to_bin to_oct',
  'to_regtypemod unicode_assigned unicode_version uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7 xmltext',
].flatMap((line) => line.split(' '));

const newer: readonly RegExp[] = [
  new RegExp(`(?<![\\w.])(?:${functions.join('|')})\\s*\\(`, 'i'),
  /\brandom\(\s*[^\s)]/i,
  /\bis (?:not )?json\b/i,
  /\bmerge into\b[^;`]*\breturning\b/i,
  /\breturning\b[^;`]*\b(?:old|new)\.(?!\$)/i,
  /\bsystem_user\b|\bpg_stat_(?:io|checkpointer)\b|\bpg_wait_events\b|\bpg_aios\b|\btransaction_timeout\b/i,
  /\bgenerated always as \([^;`]*\) virtual\b|\bwithout overlaps\b|\bon_error\b/i,
];

/** The lines of a text with words that Postgres 15 does not know. */
const newerIn = (text: string): string[] => {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*|--).*$/gm, '');
  return newer.flatMap((words) => words.exec(code)?.[0] ?? []);
};

test('no statement uses what Postgres 15 does not have', () => {
  const files = globSync([
    'src/**/sql/*.ts',
    'src/database/*.ts',
    'migrations/**/*.{ts,sql}',
    'generated/schema.sql',
  ]);
  expect(files.length).toBeGreaterThan(200);
  const found = files.map((file) => ({ file, words: newerIn(readFileSync(file, 'utf8')) }));
  expect(found.filter(({ words }) => words.length > 0)).toEqual([]);
});

test.for([
  `select kind from json_table(:kinds::jsonb, '$[*]' columns (kind text path '$')) k`,
  'select any_value(name) from users group by org_id',
  'select random(1, 6)',
  'update users set name = $1 returning old.name',
  `select * from events where data is json`,
])('it finds %s', (statement) => expect(newerIn(statement)).not.toEqual([]));
