import type { Pool } from 'pg';
import type { KeyGrant } from '../../src/credentials/sql/authenticate-keys.ts';
import type { SecretFinding } from '../../src/credentials/sql/presented-secrets.ts';

const grant: KeyGrant = {
  at: 0,
  held: true,
  before: 0,
  granted: 0,
  counted: 0,
  ownLimit: null,
  resetAt: Math.ceil(Date.now() / 1000) + 60,
  spent: false,
  now: new Date(),
  orgId: 'org_00000000000000000000000000',
  environment: 'live',
  credentialId: 'cred_00000000000000000000000000',
  credentialName: 'bootstrap',
  identityId: 'idn_00000000000000000000000000',
  identityName: 'bootstrap',
  scopes: ['*'],
  policiesVersion: 0,
  credentialVersion: 1,
  identityType: null,
  tags: null,
  riskScore: null,
  ageSeconds: null,
  idleSeconds: null,
  windowUses: null,
  dormant: false,
};

/** A valid secret, as the rows of the seed are. */
export const finding: SecretFinding = {
  at: 0,
  state: 'VALID',
  grace: false,
  judgedVersion: '1.1.0',
  contended: false,
  granted: 0,
  before: 0,
  usageCount: 41,
  maxUsageCount: null,
  now: new Date(),
  credentialId: 'cred_00000000000000000000000001',
  credentialName: 'key of idn_00000000000000000000000001',
  scopes: ['read:orders', 'write:orders'],
  isTemporary: false,
  expiresAt: null,
  allowedIps: null,
  identityAllowedIps: null,
  identityExpiresAt: null,
  identityId: 'idn_00000000000000000000000001',
  identityName: 'service 1',
  identityType: 'SERVICE_ACCOUNT',
  identityStatus: 'ACTIVE',
  riskScore: 0,
  tags: ['bench', 'payments'],
  policiesVersion: 0,
  credentialVersion: 1,
  ageSeconds: null,
  idleSeconds: null,
  windowUses: null,
};

const rowOf: Record<string, object> = { 'authenticate-keys': grant, 'verify-secrets': finding };

/**
 * Returns the values of one column of the demands of a statement, which are `unnest(…) with ordinality as name (column, …)`.
 * @throws if the statement has no such column
 */
function demanded<Value>(text: string, values: readonly unknown[], column: string): Value[] {
  const [, places = '', columns = ''] =
    /unnest\(([^()]*)\)\s+with ordinality\s+as \w+ \(([^)]*)\)/.exec(text) ?? [];
  const at = columns.split(/,\s*/).indexOf(column);
  const place = [...places.matchAll(/\$(\d+)/g)][at]?.[1];
  if (place === undefined) throw new Error(`The bench finds no column ${column} in the demands of: ${text}`);
  return values[Number(place) - 1] as Value[];
}

/** The rows of the statement that lets keys in and verifies the secrets that they present. */
function plainRows(text: string, values: readonly unknown[]): object[] {
  const calls = demanded<number>(text, values, 'calls');
  const of = { isOpen: true, presents: true, isDue: true, identityVersion: 1, isPlain: true };
  return demanded<number | null>(text, values, 'key').map((key, at) => ({
    ...(key === null ? grant : finding),
    ...of,
    at,
    key,
    calls: calls[at],
    verifyBucket: false,
    held: true,
  }));
}

/** A pool whose hot statements answer at once that everything is well; it knows no other statement. */
export const stubPool = {
  async query({
    name,
    text,
    values,
  }: {
    name: string;
    text: string;
    values: unknown[];
  }): Promise<{ rows: object[] }> {
    if (name === 'count-plain-uses') return { rows: plainRows(text, values) };
    const row = rowOf[name];
    if (!row) throw new Error(`The bench has no stub of the statement ${name}`);
    return { rows: demanded<number>(text, values, 'calls').map((granted, at) => ({ ...row, at, granted })) };
  },
} as unknown as Pool;
