import { expect } from 'vitest';
import { anOperatorKey } from '../../support/operators.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';

// A fault in an operation must not be able to make a key of an operator, or to hide what operators did (src/database/rights.ts).

test('the role of the service makes no key of an operator, prolongs none, and changes no audit of operators', async ({
  service,
}) => {
  const pool = poolOf(service);
  const { id } = await anOperatorKey(service.sql);
  for (const statement of [
    `insert into operator_keys (id, name, key_hash, key_last4, expires_at) values ('opk_x', 'mine', '\\x00', '0000', now() + interval '1 day')`,
    `update operator_keys set expires_at = now() + interval '89 days'`,
    `update operator_keys set key_hash = '\\x00'`,
    `update operator_keys set allowed_ips = null`,
    `update operator_keys set created_at = now()`,
    'delete from operator_keys',
    'truncate operator_keys',
    `update operator_audit set action = 'x'`,
    'delete from operator_audit',
    'truncate operator_audit',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('permission denied');
  await pool.query('update operator_keys set revoked_at = now(), last_used_at = now() where id = $1', [id]);
});

test('a key lives for 90 days at most, and a row of the audit never changes, also for the owner of the database', async ({
  service: { sql },
}) => {
  const { id } = await anOperatorKey(sql);
  await expect(
    sql(`update operator_keys set expires_at = created_at + interval '91 days' where id = $1`, [id]),
  ).rejects.toThrow('check constraint');
  await sql(
    `insert into operator_audit (id, action, result) values ('aud_x', 'organization.create', 'SUCCESS')`,
  );
  for (const statement of [`update operator_audit set action = 'x'`, 'delete from operator_audit'])
    await expect(sql(statement), statement).rejects.toThrow('rows of operator_audit are never changed');
});
