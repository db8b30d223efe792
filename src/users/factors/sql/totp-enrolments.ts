import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The secret of an authenticator app, sealed, and what the app is told beside it. */
export interface SealedTotp {
  secret: Buffer;
  algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  digits: number;
  periodSeconds: number;
}

/** The user whose app is set up, and the sign-in or the login of the set-up. */
export interface TotpHolder {
  userId: string;
  holder: string;
}

/**
 * Keeps what is being set up; what the same holder began before and is not over stays, so that a page that is shown again
 * shows the same.
 * @returns what is kept now
 */
export async function keepTotpEnrolment(
  tx: Tx,
  orgId: string,
  of: TotpHolder,
  sealed: SealedTotp,
  seconds: number,
): Promise<SealedTotp> {
  const row = await tx.row<SealedTotp>(keep(orgId, { ...of, ...sealed, seconds }));
  if (!row) throw new Error('an upsert returned nothing');
  return row;
}

/** Finds what this holder began to set up and has not expired. The row stays locked until the transaction ends. */
export async function lockTotpEnrolment(
  tx: Tx,
  orgId: string,
  { userId, holder }: TotpHolder,
): Promise<Locked<SealedTotp> | undefined> {
  return tx.row<Locked<SealedTotp>>(
    sql`
select ${columns} from totp_enrolments
 where org_id = ${orgId} and holder = ${holder} and user_id = ${userId} and expires_at > now() for update`,
  );
}

const columns = sql`secret, algorithm, digits, period_seconds as "periodSeconds"`;

// Which of the two is kept is decided once, by this condition: the same in each column.
const stays = 'e.expires_at > now() and e.user_id = excluded.user_id';
const kept = (column: string): string =>
  `${column} = case when ${stays} then e.${column} else excluded.${column} end`;
const keptColumns = sql.raw(
  ['user_id', 'secret', 'algorithm', 'digits', 'period_seconds', 'expires_at'].map(kept).join(', '),
);

type Kept = TotpHolder & SealedTotp & { seconds: number };

const keep = (
  orgId: string,
  { holder, userId, secret, algorithm, digits, periodSeconds, seconds }: Kept,
): Sql => sql`
insert into totp_enrolments as e (org_id, holder, user_id, secret, algorithm, digits, period_seconds, expires_at)
values (${orgId}, ${holder}, ${userId}, ${secret}, ${algorithm}, ${digits}, ${periodSeconds}, now() + ${seconds} * interval '1 second')
on conflict (org_id, holder) do update set
  ${keptColumns}
returning ${columns}`;
