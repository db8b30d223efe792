import { sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Returns the id of the user who holds this key. */
export async function holderOfPasskey(
  tx: Tx,
  orgId: string,
  credentialId: Buffer,
): Promise<string | undefined> {
  const row = await tx.row<{ userId: string }>(
    sql`select user_id as "userId" from passkeys where org_id = ${orgId} and credential_id = ${credentialId}`,
  );
  return row?.userId;
}

/** Makes requests that register one key wait for each other. The holder of this lock waits for no row any more. */
export async function lockCredentialId(tx: Tx, orgId: string, credentialId: Buffer): Promise<void> {
  const key = credentialId.toString('base64url');
  await tx.run(
    sql`select pg_advisory_xact_lock(hashtextextended('keyward.passkey.' || ${orgId} || '.' || ${key}, 0))`,
  );
}

/** The person has left for good. */
export async function forgetPasskeys(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where org_id = ${orgId} and user_id = ${userId}`);
}

export type ChallengePurpose = 'REGISTER' | 'AUTHENTICATE';

/** Writes down what an authenticator is asked to sign; what the holder was given before is good no longer. */
export async function keepChallenge(
  tx: Tx,
  orgId: string,
  holder: string,
  purpose: ChallengePurpose,
  challenge: string,
  seconds: number,
): Promise<void> {
  await tx.run(
    sql`insert into passkey_challenges (org_id, holder, purpose, challenge, expires_at)
     values (${orgId}, ${holder}, ${purpose}, ${challenge}, now() + make_interval(secs => ${seconds}))
     on conflict (org_id, holder, purpose)
     do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
  );
}

/** @returns what the holder was given, to one of many who ask for it at once; undefined when it is taken or over */
export async function takeChallenge(
  tx: Tx,
  orgId: string,
  holder: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const row = await tx.row<{ challenge: string; good: boolean }>(
    sql`delete from passkey_challenges where org_id = ${orgId} and holder = ${holder} and purpose = ${purpose}
     returning challenge, expires_at > now() as good`,
  );
  return row?.good ? row.challenge : undefined;
}
