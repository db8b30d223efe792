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

/** Where the calls of each demand stand in the values of the statement. */
const callsAt: Record<string, number> = { 'authenticate-keys': 3, 'verify-secrets': 6 };
const rowOf: Record<string, object> = { 'authenticate-keys': grant, 'verify-secrets': finding };

/** The rows of the statement that lets keys in and verifies the secrets that they present. */
function plainRows(values: unknown[]): object[] {
  const [calls, presenters] = [values[1] as number[], values[3] as (number | null)[]];
  const of = { isOpen: true, presents: true, isDue: true, identityVersion: 1, isPlain: true };
  return presenters.map((key, at) => ({
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
  query({ name, values }: { name: string; values: unknown[] }): Promise<{ rows: object[] }> {
    if (name === 'count-plain-uses') return Promise.resolve({ rows: plainRows(values) });
    const calls = values[callsAt[name] ?? -1] as number[] | undefined;
    const row = rowOf[name];
    if (!calls || !row) return Promise.reject(new Error(`The bench has no stub of the statement ${name}`));
    return Promise.resolve({ rows: calls.map((granted, at) => ({ ...row, at, granted })) });
  },
} as unknown as Pool;
