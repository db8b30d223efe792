// Settings that keep values of statements (hashes, names, addresses) out of the log of Postgres (ADR 0043).
import type { Pool } from 'pg';

/** A setting of the server, what it must be so that its log holds no values, and what it writes otherwise. */
interface Rule {
  name: string;
  /** The value to set. */
  value: string;
  isSafe: (setting: string) => boolean;
  writes: string;
}

const off: Rule['isSafe'] = (setting) => setting === '-1';

const rules: readonly Rule[] = [
  {
    name: 'log_min_error_statement',
    value: 'panic',
    isSafe: (setting) => setting === 'panic' || setting === 'fatal',
    writes: 'statements that fail, with their values',
  },
  {
    name: 'log_error_verbosity',
    value: 'terse',
    isSafe: (setting) => setting === 'terse',
    writes: 'the values of rows that break a constraint',
  },
  {
    name: 'log_statement',
    value: 'none',
    isSafe: (setting) => setting === 'none' || setting === 'ddl',
    writes: 'statements with their values',
  },
  {
    name: 'log_min_duration_statement',
    value: '-1',
    isSafe: off,
    writes: 'slow statements with their values',
  },
  {
    name: 'log_min_duration_sample',
    value: '-1',
    isSafe: off,
    writes: 'some slow statements with their values',
  },
  {
    name: 'log_transaction_sample_rate',
    value: '0',
    isSafe: (setting) => setting === '0',
    writes: 'some transactions with their values',
  },
  {
    name: 'log_parameter_max_length_on_error',
    value: '0',
    isSafe: (setting) => setting === '0',
    writes: 'the values of statements that fail',
  },
  {
    name: 'auto_explain.log_min_duration',
    value: '-1',
    isSafe: off,
    writes: 'slow statements with their values',
  },
];

/** As settings of a server that we start ourselves; extensions are not there. */
export const quietLog: readonly string[] = rules
  .filter(({ name }) => !name.includes('.'))
  .map(({ name, value }) => `${name}=${value}`);

/**
 * Lists in sentences what the server would write into its log of our statements' values, as our role sees its settings.
 * Only a superuser may set them.
 */
export async function logLeaks(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string; role: string }>(
    'select name, setting, current_user as role from pg_settings where name = any ($1)',
    [rules.map(({ name }) => name)],
  );
  return rules.flatMap(({ name, value, isSafe, writes }) => {
    const row = rows.find((one) => one.name === name);
    if (!row || isSafe(row.setting)) return [];
    return [
      `The database server logs ${writes}, because ${name} is ${row.setting}. ` +
        `As a superuser, run: alter role ${row.role} set ${name} = '${value}'`,
    ];
  });
}
