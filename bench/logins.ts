import { hash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { newId } from '../src/lib/id.ts';

/** Signs a new user in. @returns the token of the browser */
export async function aLogin(superuser: string, orgId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [userId, browserId] = [newId('usr'), randomUUID()];
  const client = new pg.Client(superuser);
  await client.connect();
  await client.query(
    `insert into users (org_id, id, status, email, username) values ($1, $2, 'ACTIVE', 'stale@example.com', 'stale')`,
    [orgId, userId],
  );
  const tokenHash = hash('sha256', token, 'buffer');
  await client.query('insert into browsers (id, token_hash, known) values ($1, $2, true)', [
    browserId,
    tokenHash,
  ]);
  await client.query(
    `insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at)
     values ($1, $2, $3, $4, '{pwd}', now(), now() + interval '1 day')`,
    [orgId, newId('ses'), browserId, userId],
  );
  await client.end();
  return token;
}
