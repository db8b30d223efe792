import type { Pool } from 'pg';

/** Refused uses of a known credential, of one code and address. */
export interface FailedUse {
  orgId: string;
  credentialId: string;
  code: string;
  address: string | null;
  failures: number;
}

export async function recordFailures(pool: Pool, uses: readonly FailedUse[]): Promise<void> {
  await pool.query({ name: 'record-failures', text, values: [JSON.stringify(uses)] });
}

const text = `
insert into failure_facts (org_id, credential_id, code, address, failures)
select u."orgId", u."credentialId", u.code, u.address, u.failures
  from jsonb_to_recordset($1::jsonb) as u ("orgId" text, "credentialId" text, code text, address text, failures int)`;
