import { readFileSync } from 'node:fs';
import { Migration } from '@mikro-orm/migrations';
import { hasSchema, replaced, requireAllOrNone } from './replaced.ts';
import { unassigned } from './unicode-14.ts';

/** The files of the folder, in order. A copy of the release that lacks one must make nothing, because the migration would be noted as run. */
export const files: readonly string[] = `
01-platform 02-names 03-audit 04-policies-judge 05-credentials 06-usage 07-policies-resources 08-risk 09-webhooks 10-users 11-groups
12-user-proofs 13-conditional-access 14-sign-in 15-federation 16-oidc 17-saml 18-scim 19-recovery`
  .trim()
  .split(/\s+/);

/**
 * The whole schema, from one file for each room, in the order of the rooms. A database that has had the migrations before gets nothing: it is
 * only noted that this one has run (docs/decisions/0109).
 */
export class Migration0105Schema extends Migration {
  override async up(): Promise<void> {
    const rows = (await this.execute('select name from migrations')) as { name: string }[];
    const done = new Set(rows.map(({ name }) => name));
    requireAllOrNone(done);
    if (hasSchema(done)) return;
    // A function of SQL may name a table of a later file.
    this.addSql('set local check_function_bodies = off;');
    for (const file of files) this.addSql(textOf(file).replace(':unassigned', () => codePoints));
    this.addSql(`insert into migrations (name) values ${replaced.map((name) => `('${name}')`).join()};`);
  }
}

const textOf = (file: string): string =>
  readFileSync(new URL(`./schema/${file}.sql`, import.meta.url), 'utf8');

const escaped = (code: number): string => `\\U${code.toString(16).padStart(8, '0')}`;
const ranges = unassigned.map(([first, last]) =>
  first === last ? escaped(first) : `${escaped(first)}-${escaped(last)}`,
);

/** Five ranges a line. Literals on lines of their own are one literal. */
const codePoints = Array.from(
  { length: Math.ceil(ranges.length / 5) },
  (_, line) => `'${ranges.slice(line * 5, line * 5 + 5).join('')}'`,
).join('\n      ');
