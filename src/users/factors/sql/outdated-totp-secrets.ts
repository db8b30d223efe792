import type { Pool } from 'pg';

/** The sealed secret of an authenticator app; its id is that of the person. */
export interface SealedTotpSecret {
  orgId: string;
  id: string;
  secret: Buffer;
}

/** Of one that is being set up; its id is that of the sign-in or the login that began it. */
export interface SealedTotpEnrolment extends SealedTotpSecret {
  userId: string;
}

/**
 * Lists the people whose secret does not begin like this, of every tenant, in the order of their keys.
 * @param after the last one of the page before
 */
export async function outdatedTotpSecrets(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedTotpSecret, 'orgId' | 'id'>,
  most: number,
): Promise<SealedTotpSecret[]> {
  const values = [start, after.orgId, after.id, most];
  return (await pool.query<SealedTotpSecret>(outdated('totp_factors', 'user_id'), values)).rows;
}

/** As {@link outdatedTotpSecrets}, of what is being set up. */
export async function outdatedTotpEnrolments(
  pool: Pool,
  start: Buffer,
  after: Pick<SealedTotpEnrolment, 'orgId' | 'id'>,
  most: number,
): Promise<SealedTotpEnrolment[]> {
  const values = [start, after.orgId, after.id, most];
  return (await pool.query<SealedTotpEnrolment>(outdated('totp_enrolments', 'holder'), values)).rows;
}

/** Keeps the same secret sealed anew, unless the person has set up another one meanwhile. */
export async function replaceTotpSecret(
  pool: Pool,
  { orgId, id, secret }: SealedTotpSecret,
  again: Buffer,
): Promise<void> {
  await pool.query(replacement('totp_factors', 'user_id'), [orgId, id, secret, again]);
}

/** As {@link replaceTotpSecret}, of what is being set up. */
export async function replaceTotpEnrolment(
  pool: Pool,
  { orgId, id, secret }: SealedTotpSecret,
  again: Buffer,
): Promise<void> {
  await pool.query(replacement('totp_enrolments', 'holder'), [orgId, id, secret, again]);
}

const outdated = (table: string, id: string): string => `
select org_id as "orgId", ${id} as id, user_id as "userId", secret
  from ${table}
 where (org_id, ${id}) > ($2, $3) and substring(secret for length($1::bytea)) <> $1
 order by org_id, ${id} limit $4`;

const replacement = (table: string, id: string): string =>
  `update ${table} set secret = $4 where org_id = $1 and ${id} = $2 and secret = $3`;
