// Makes, lists and revokes the keys of operators, and prints what they did (docs/organizations.md), whether the service runs or not.
import { reasonOf } from '../src/database/unusable.ts';
import { Failure } from '../src/failure.ts';
import { isId } from '../src/lib/id.ts';
import { operatorKeyPrefix } from '../src/lib/secret.ts';
import { makeOperatorKey, revokeOperatorKey } from '../src/organizations/operator-keys.ts';
import { newestOperatorActs, type OperatorAuditRow } from '../src/organizations/sql/operator-audit.ts';
import { listOperatorKeys, type OperatorKey } from '../src/organizations/sql/operator-keys.ts';
import { operatorTenancy } from '../src/platform/operator-tenancy.ts';
import { inTransaction } from '../src/platform/tenancy.ts';
import type { Tx } from '../src/platform/tx.ts';
import { withStartedDatabase } from './started-database.ts';

const usualDays = 30;
const usualRows = 100;
const mostRows = 10_000;

/** The service may make no key, so these commands have the rights of the owner of the database. */
const asOwner = (work: (tx: Tx) => Promise<void>): Promise<void> =>
  withStartedDatabase(({ orm }) => inTransaction(orm, operatorTenancy, work), { asOwner: true });

const commands: Readonly<Record<string, (...given: string[]) => Promise<void>>> = {
  make: (name = '', days = '', ips = '') =>
    asOwner(async (tx) => {
      const allowedIps = ips.trim() === '' ? null : ips.split(/[\s,]+/).filter((one) => one !== '');
      const wish = { name: name.trim(), days: days === '' ? usualDays : Number(days), allowedIps };
      const { id, secret, expiresAt } = await makeOperatorKey(tx, wish);
      // Before it is committed: a crash in between shows a key that does not work, not a key that is lost.
      process.stdout.write(
        `A key of an operator, shown only now. It makes and changes organizations until ${expiresAt.toISOString()}:\n\n  ${secret}\n\nIt is ${id}. To end it: make operator-key-revoke ID=${id}\n`,
      );
    }),
  list: () =>
    asOwner(async (tx) => {
      const keys = await listOperatorKeys(tx);
      process.stdout.write(
        keys.length === 0 ? 'There is no key of an operator.\n' : keys.map(lineOf).join(''),
      );
    }),
  revoke: (id = '') =>
    asOwner(async (tx) => {
      if (!isId('opk', id))
        throw new Error(
          'ID must be the id of a key, such as opk_01kahz5v3be4nr7q2m8x9c0d1e (make operator-keys)',
        );
      const name = await revokeOperatorKey(tx, id);
      if (name === undefined) throw new Error(`there is no ${id}, or it was revoked before`);
      process.stdout.write(`${id} (${name}) is revoked.\n`);
    }),
  audit: (limit = '', since = '') =>
    asOwner(async (tx) => {
      if (since !== '') {
        await printSince(tx, limit, new Date(since));
        return;
      }
      const most = limit === '' ? usualRows : Number(limit);
      if (!Number.isInteger(most) || most < 1 || most > mostRows)
        throw new Error(`LIMIT must be a whole number from 1 to ${mostRows} such as ${usualRows}`);
      print(await newestOperatorActs(tx, { limit: most }));
    }),
};

/** Prints all acts from a time on. A restore needs all of them, so there is no limit. */
async function printSince(tx: Tx, limit: string, since: Date): Promise<void> {
  if (limit !== '') throw new Error('set LIMIT or SINCE, not both');
  if (Number.isNaN(since.getTime()))
    throw new Error(
      'SINCE must be a time such as 2026-11-27T02:00:00Z: the time of the backup, or an earlier one',
    );
  let after: OperatorAuditRow | undefined;
  do {
    const acts = await newestOperatorActs(tx, { limit: mostRows, since, after });
    print(acts);
    after = acts.length === mostRows ? acts.at(-1) : undefined;
  } while (after);
}

const print = (acts: readonly OperatorAuditRow[]): boolean =>
  process.stdout.write(acts.map((act) => `${JSON.stringify(act)}\n`).join(''));

function lineOf(key: OperatorKey): string {
  const { id, name, last4, allowedIps, expiresAt, lastUsedAt } = key;
  const from = allowedIps === null ? 'anywhere' : allowedIps.join(' ');
  const used = lastUsedAt === null ? 'never used' : `used ${lastUsedAt.toISOString()}`;
  return `${id}  ${statusOf(key)}  ${operatorKeyPrefix}…${last4}  until ${expiresAt.toISOString()}  ${used}  from ${from}  ${name}\n`;
}

function statusOf({ revokedAt, expiresAt }: OperatorKey): string {
  if (revokedAt !== null) return 'REVOKED';
  return expiresAt.getTime() <= Date.now() ? 'EXPIRED' : 'ACTIVE';
}

const sentenceOf = (error: unknown): string =>
  error instanceof Failure
    ? Object.entries(error.details)
        .map(([field, rule]) => `${field.replace(/^allowedIps\.\d+$/, 'IPS')} ${String(rule)}`)
        .join('; ')
    : reasonOf(error);

const [command = '', ...given] = process.argv.slice(2);
const run = commands[command];
if (!run) {
  process.stderr.write('Say make, list, revoke or audit.\n');
  process.exitCode = 2;
} else
  run(...given).catch((error: unknown) => {
    process.stderr.write(`Nothing was done: ${sentenceOf(error)}.\n`);
    process.exitCode = 1;
  });
