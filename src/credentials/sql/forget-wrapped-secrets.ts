import type { Pool } from 'pg';

/** Takes secrets away whose time is over, and 30 days later what was left of them to know a late use of their token by. */
export async function forgetWrappedSecrets(pool: Pool): Promise<void> {
  await pool.query(
    `update wrapped_secrets set sealed = null where sealed is not null and expires_at <= now()`,
  );
  await pool.query(`delete from wrapped_secrets where expires_at < now() - interval '30 days'`);
}
