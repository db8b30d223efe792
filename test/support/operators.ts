import { hashSecret, lastFour, newSecret, operatorKeyPrefix } from '../../src/lib/secret.ts';
import { newId } from '../../src/lib/id.ts';
import type { TestService } from './service.ts';

/** Stores a key of an operator, as `make operator-key` does, without a command. @param allowedIps null means anywhere */
export async function anOperatorKey(
  sql: TestService['sql'],
  { name = 'provisioning', allowedIps = null }: { name?: string; allowedIps?: string[] | null } = {},
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId('opk'), newSecret(operatorKeyPrefix)];
  await sql(
    `insert into operator_keys (id, name, key_hash, key_last4, allowed_ips, expires_at)
     values ($1, $2, $3, $4, $5, now() + interval '30 days')`,
    [id, name, hashSecret(secret), lastFour(secret), allowedIps],
  );
  return { id, secret };
}
