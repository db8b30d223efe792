import type { Tx } from '../../../platform/tx.ts';

/** Whose key this is. */
export async function holderOfPasskey(
  tx: Tx,
  orgId: string,
  credentialId: Buffer,
): Promise<string | undefined> {
  const [row] = await tx.execute<{ userId: string }[]>(
    'select user_id as "userId" from passkeys where org_id = ? and credential_id = ?',
    [orgId, credentialId],
  );
  return row?.userId;
}

/** Makes requests that register one key wait for each other. The holder of this lock waits for no row any more. */
export async function lockCredentialId(tx: Tx, orgId: string, credentialId: Buffer): Promise<void> {
  const key = credentialId.toString('base64url');
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('keyward.passkey.' || ? || '.' || ?, 0))`, [
    orgId,
    key,
  ]);
}

/** The person has left for good. */
export async function forgetPasskeys(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.execute('delete from passkeys where org_id = ? and user_id = ?', [orgId, userId]);
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
  await tx.execute(
    `insert into passkey_challenges (org_id, holder, purpose, challenge, expires_at)
     values (?, ?, ?, ?, now() + make_interval(secs => ?))
     on conflict (org_id, holder, purpose)
     do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [orgId, holder, purpose, challenge, seconds],
  );
}

/** @returns what the holder was given, to one of many who ask for it at once; undefined when it is taken or over */
export async function takeChallenge(
  tx: Tx,
  orgId: string,
  holder: string,
  purpose: ChallengePurpose,
): Promise<string | undefined> {
  const [row] = await tx.execute<{ challenge: string; good: boolean }[]>(
    `delete from passkey_challenges where org_id = ? and holder = ? and purpose = ?
     returning challenge, expires_at > now() as good`,
    [orgId, holder, purpose],
  );
  return row?.good ? row.challenge : undefined;
}
