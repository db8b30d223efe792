// A statement that reads or changes rows of tenants compares their `org_id`. This test reads all statements, and a file without the
// comparison is on a list with its reason. Tests with several tenants see what comes of it, but few of them reach each statement.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const schema = readFileSync('generated/schema.sql', 'utf8');
/** Tables whose rows belong to a tenant. */
const tables = new Set(
  [...schema.matchAll(/create table (?:public\.)?(\w+) \(([\s\S]*?)\n\)/gi)]
    .filter(([, , columns = '']) => /^\s*org_id /m.test(columns))
    .map(([, name = '']) => name),
);

/** Files whose statements use a table without a comparison of their own, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'audit/sql/audit-logs.ts audit_logs': 'the conditions of the list begin with it',
  'scim/sql/provisioning-log.ts provisioning_log': 'the conditions of the list begin with it',
  'conditional-access/resources/sql/access-devices.ts access_devices':
    'the conditions of the list begin with it',
  'credentials/sql/credentials.ts credentials': 'the conditions of the list begin with it',
  'credentials/sql/identities.ts identities': 'the conditions of the list begin with it',
  'federation/connections/sql/federation-traces.ts federation_traces':
    'the conditions of the list begin with it',
  'users/directory/sql/list-users.ts users': 'the conditions of the list begin with it',
  'federation/connections/sql/upstream-logouts.ts federation_logouts': '`isNamed` has it',
  'oidc/sql/oidc-artifacts.ts oidc_artifacts': '`isKey` has it',
  'oidc/sql/oidc-sessions.ts oidc_artifacts': '`liveSessionOf` has it',
  'oidc/sql/read-oidc-requests.ts oidc_artifacts': '`liveSessionOf` has it',
  'risk/sql/profiles.ts usage_facts': '`isEarlier` has it',
  'risk/sql/scores.ts identities': 'its callers give the condition',
  'users/dashboard-links/sql/dashboard-links.ts dashboard_links': '`usable` has it',
  'credentials/sql/presented-secrets.ts credentials': 'a secret is found by its hash, also to tell of a leak',
  'credentials/sql/presented-secrets.ts scim_tokens': 'a secret is found by its hash, also to tell of a leak',
  'credentials/sql/presented-secrets.ts oidc_artifacts': 'a token is found by its hash, to tell of a leak',
  'credentials/sql/presented-secrets.ts oidc_client_registrations':
    'a token is found by its hash, to tell of a leak',
  'credentials/sql/presented-secrets.ts oidc_initial_access_tokens':
    'a token is found by its hash, to tell of a leak',
  'oidc/sql/refused-proofs.ts oidc_artifacts': 'a token is found by its hash: it may come without a tenant',
  'credentials/sql/plain-uses.ts credentials': 'a secret is found by its hash',
  'credentials/sql/read-keys.ts credentials': 'a secret is found by its hash',
  'oidc/sql/oidc-grants.ts oidc_artifacts': 'its callers give the condition',
  'audit/sql/sealing.ts audit_chains': 'looks for tenants with work',
  'risk/sql/digest.ts usage_facts': 'adds up for all tenants',
  'webhooks/sql/settle-deliveries.ts deliveries': 'cleans up for all tenants',
  'credentials/sql/wrapped-secrets.ts wrapped_secrets': 'cleans up for all tenants',
  'usage/sql/usage.ts usage_facts': 'adds up for all tenants',
  'workers/sql/retention.ts exchanged_tokens': 'cleans up for all tenants',
  'workers/sql/retention.ts tenant_jobs': 'cleans up for all tenants',
  'workers/sql/retention.ts webhooks': 'cleans up for all tenants',
  'organizations/creation.ts erased_organizations': 'asks whether any tenant was erased',
  'organizations/sql/erasing.ts erased_organizations': 'looks for tenants that were erased',
  'platform/sql/tenant-jobs.ts failing_addresses': 'counts the jobs of all tenants',
  'platform/sql/tenant-jobs.ts tenant_jobs': 'counts the jobs of all tenants',
  'platform/sql/tenants.ts erased_organizations': 'asks whether an older tenant was erased',
};
/** Ends what may have been used in every tenant at once, after a restore. */
const ofAllTenants = ['recovery/sql/ends.ts'];

/** Where the template ends that begins before `at`. */
function endOfTemplate(source: string, at: number): number {
  let depth = 0;
  for (let next = at; next < source.length; next++) {
    const letter = source[next];
    if (letter === '\\') next++;
    else if (depth === 0 && letter === '`') return next;
    else if (letter === '`') next = endOfTemplate(source, next + 1);
    else if (letter === '{' && (depth > 0 || source[next - 1] === '$')) depth++;
    else if (letter === '}' && depth > 0) depth--;
  }
  return source.length;
}

/** The texts of a source, without its comments. A template contains the templates in it. */
function textsOf(file: string): string[] {
  const source = file.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const texts: string[] = [];
  for (let at = 0; at < source.length; at++) {
    const quoted = /^(['"])(?:\\.|(?!\1)[^\\\n])*\1/.exec(source.slice(at, at + 2_000))?.[0];
    const end = source[at] === '`' ? endOfTemplate(source, at + 1) : at + (quoted?.length ?? 1) - 1;
    if (end > at) texts.push(source.slice(at + 1, end));
    at = end;
  }
  return texts;
}

const isStatement = (text: string): boolean =>
  /\b(?:where|select|join|delete from|update \w+ )\b/i.test(text);
const noAlias =
  'and|as|cross|except|for|full|group|having|inner|intersect|join|left|limit|natural|offset|on|order|returning|right|set|tablesample|union|using|values|where|window';
const uses = new RegExp(
  `\\b(?:from|join|update|using)\\s+(?:only\\s+)?(\\w+)\\b(?:\\s+(?:as\\s+)?(?!(?:${noAlias})\\b)(\\w+))?`,
  'gi',
);

const countOf = (text: string, words: RegExp): number => [...text.matchAll(words)].length;

/** The tables of tenants that a statement uses more often than it compares their `org_id`. */
function openTables(statement: string): string[] {
  const used = [...statement.matchAll(uses)].flatMap(([, table = '', alias]) =>
    tables.has(table) ? [{ table, alias }] : [],
  );
  // Each alias needs as many comparisons as it has uses, and so do all tables without an alias together.
  return Object.values(Object.groupBy(used, ({ alias }) => alias ?? '')).flatMap((all = []) => {
    const [{ table, alias } = { table: '', alias: '' }] = all;
    const orgId =
      alias === undefined
        ? `(?<![\\w.])(?:(?:${all.map((one) => one.table).join('|')})\\.)?org_id\\b`
        : `\\b${alias}\\.org_id\\b`;
    const compared = new RegExp(
      `${orgId}\\s*(?:[=<>]|in\\b|is\\b)|(?:[=<>]|\\bfrom)\\s*${orgId}|\\(${orgId},|using \\(org_id`,
      'gi',
    );
    return countOf(statement, compared) < all.length ? [table] : [];
  });
}

const found = globSync('src/**/*.ts').flatMap((path) => {
  const file = path.slice('src/'.length);
  const statements = textsOf(readFileSync(path, 'utf8')).filter(isStatement);
  return ofAllTenants.includes(file) ? [] : statements.flatMap(openTables).map((table) => `${file} ${table}`);
});

test('each statement compares the org_id of each table of tenants, or a reason says why not', () => {
  expect(tables.size).toBeGreaterThan(80);
  expect(found.filter((use) => !(use in exceptions))).toEqual([]);
  expect(Object.keys(exceptions).filter((use) => !found.includes(use))).toEqual([]);
});

test.for([
  'select name from users where id = $1',
  'select u.name from users u join tenants t on t.id = $1',
  'select t.name, array(select c.name from auth_configs c) from tenants t where t.id = :orgId',
  'update users set name = $1 where id = $2',
  'delete from webhooks where id = $1',
  'select u.org_id from users u where u.id = $1',
])('it finds %s', (statement) => expect(openTables(statement)).toHaveLength(1));

test.for([
  'select name from users where org_id = $1 and id = $2',
  'select u.name from tenants t join users u on u.org_id = t.id',
  'select name from users where (org_id, id) in (select * from wanted)',
])('it lets %s pass', (statement) => expect(openTables(statement)).toEqual([]));

test('it finds statements in texts of each kind', () => {
  const source = "const a = 'one';\n// not `this\nconst b = `two ${of('three', `four`)} five`;";
  expect(textsOf(source)).toEqual(['one', "two ${of('three', `four`)} five"]);
});
