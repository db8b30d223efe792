import { randomBytes } from 'node:crypto';
import { newId } from '../../src/lib/id.ts';
import type { TestService } from './service.ts';

/** Gives a user a passkey that no authenticator has, and returns its id. */
export async function aPasskey(
  sql: TestService['sql'],
  userId: string,
  name = 'Work laptop',
): Promise<string> {
  const id = newId('psk');
  await sql(
    `insert into passkeys (org_id, id, user_id, name, credential_id, public_key, counter, aaguid, transports,
                           device_type, backed_up, rp_id)
     select org_id, $1, id, $2, $3, '\\x00', 0, '08987058-cadc-4b81-b6e1-30de50dcbe96', '{internal,hybrid}', 'multi',
            true, 'localhost'
       from users where id = $4`,
    [id, name, randomBytes(16), userId],
  );
  return id;
}
