import { expect } from 'vitest';
import { anOperatorKey } from '../../support/operators.ts';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';

// A fault in an operation must not be able to make a key of an operator, or to hide what operators did.

test('the role of the service makes no key of an operator, prolongs none, and changes no audit of operators', async ({
  service,
}) => {
  const { sql } = service;
  const pool = poolOf(service);
  const { id } = await anOperatorKey(sql, { allowedIps: ['203.0.113.0/24'] });
  const { id: revoked } = await anOperatorKey(sql);
  await pool.query('update operator_keys set revoked_at = now(), last_used_at = now() where id = $1', [
    revoked,
  ]);
  await pool.query(
    `insert into operator_audit (id, action, result) values ('aud_1', 'organization.create', 'SUCCESS')`,
  );
  // A node of the release before gives its role all rights in tables that it does not know.
  await sql('grant select, insert, update, delete on operator_keys, operator_audit to keyward');
  const before = await sql('select * from operator_keys order by id');
  const owners = 'only the owner of the database changes operator_keys';
  for (const [statement, refusal] of [
    [
      `insert into operator_keys (id, name, key_hash, key_last4, expires_at) values ('opk_x', 'mine', '\\x00', '0000', now() + interval '1 day')`,
      owners,
    ],
    [`update operator_keys set expires_at = now() + interval '89 days'`, owners],
    [`update operator_keys set key_hash = '\\x00' where id = '${id}'`, owners],
    [`update operator_keys set allowed_ips = null where id = '${id}'`, owners],
    [`update operator_keys set created_at = now()`, owners],
    [`update operator_keys set revoked_at = null where id = '${revoked}'`, owners],
    [`update operator_keys set revoked_at = now() + interval '1 day' where id = '${revoked}'`, owners],
    ['delete from operator_keys', owners],
    ['truncate operator_keys', 'permission denied'],
    ['alter table operator_keys disable trigger user', 'must be owner'],
    [`update operator_audit set action = 'x'`, 'rows of operator_audit are never changed'],
    ['delete from operator_audit', 'rows of operator_audit are never changed'],
    ['truncate operator_audit', 'permission denied'],
  ] as const)
    await expect(pool.query(statement), statement).rejects.toThrow(refusal);
  // A temporary table that stands in for one of Postgres would say that the service is the owner.
  const client = await pool.connect();
  try {
    await client.query('create temp table pg_class (oid oid, relowner oid)');
    await client.query(
      `insert into pg_temp.pg_class values ('public.operator_keys'::regclass, 'keyward'::regrole)`,
    );
    for (const statement of [
      `insert into operator_keys (id, name, key_hash, key_last4, expires_at) values ('opk_x', 'mine', '\\x00', '0000', now() + interval '1 day')`,
      `update operator_keys set revoked_at = null where id = '${revoked}'`,
    ])
      await expect(client.query(statement), statement).rejects.toThrow(owners);
  } finally {
    client.release(true);
  }
  expect(await sql('select * from operator_keys order by id')).toEqual(before);
});

test('a row of the audit of operators may be deleted after 400 days, and changed never', async ({
  service,
}) => {
  const pool = poolOf(service);
  const row = (id: string, days: number) =>
    pool.query(
      `insert into operator_audit (id, at, action, result)
       values ($1, now() - $2::float * interval '1 day', 'organization.create', 'SUCCESS')`,
      [id, days],
    );
  await row('aud_old', 400.1);
  await row('aud_young', 399.9);
  const never = 'rows of operator_audit are never changed';
  await expect(service.sql(`update operator_audit set at = at where id = 'aud_old'`)).rejects.toThrow(never);
  await expect(pool.query(`delete from operator_audit where id = 'aud_young'`)).rejects.toThrow(never);
  await pool.query(`delete from operator_audit where id = 'aud_old'`);
  expect(await service.sql(`select id from operator_audit where id in ('aud_old', 'aud_young')`)).toEqual([
    { id: 'aud_young' },
  ]);
});

test('a key lives for 90 days at most, and a row of the audit never changes, also for the owner of the database', async ({
  service: { sql },
}) => {
  const { id } = await anOperatorKey(sql);
  await expect(
    sql(`update operator_keys set expires_at = created_at + interval '91 days' where id = $1`, [id]),
  ).rejects.toThrow('check constraint');
  await sql(
    `insert into operator_audit (id, action, result) values ('aud_2', 'organization.create', 'SUCCESS')`,
  );
  for (const statement of [`update operator_audit set action = 'x'`, 'delete from operator_audit'])
    await expect(sql(statement), statement).rejects.toThrow('rows of operator_audit are never changed');
});
