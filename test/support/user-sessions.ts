import { randomBytes, randomUUID } from 'node:crypto';
import { newId } from '../../src/lib/id.ts';
import type { TestService } from './service.ts';

/** Gives a user a session of a browser of its own, and returns the id of the session. */
export async function aSession(sql: TestService['sql'], userId: string): Promise<string> {
  const [id, browserId] = [newId('ses'), randomUUID()];
  await sql('insert into browsers (id, token_hash) values ($1, $2)', [browserId, randomBytes(32)]);
  await sql(
    `insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at)
     select org_id, $1, $2, id, '{pwd}', now(), now() + interval '7 days' from users where id = $3`,
    [id, browserId, userId],
  );
  return id;
}
