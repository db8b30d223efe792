import { expect } from 'vitest';
import { poolOf } from '../../support/pool.ts';
import { test } from '../../support/service.ts';

// A fault in an operation must not be able to erase an organization, or to bring one back.

const minute = `interval '1 minute'`;

test('the role of the service erases nothing before 30 days of grace are over', async ({ service }) => {
  const { sql } = service;
  const pool = poolOf(service);
  const pair = await service.addPair();
  const { orgId } = pair.organizations.ours.live;
  // A node of the release before gives its role all rights in tables that it does not know.
  await sql('grant select, insert, update, delete on erased_organizations to keyward');
  const before = await sql('select count(*)::int as rows from identities where org_id = $1', [orgId]);
  const allOf = (table: string) =>
    `select erase_rows('${orgId}', '${table}'::regclass, array(select ctid from ${table} where org_id = '${orgId}'))`;
  const graces = 'has 30 days of grace';
  const isNot = 'is not being erased';
  for (const [statement, refusal] of [
    [`update tenants set erase_at = now() where id = '${orgId}'`, graces],
    [`update tenants set erase_at = now() + interval '30 days' - ${minute} where id = '${orgId}'`, graces],
    [`update tenants set erasing_at = now() where id = '${orgId}'`, 'time of grace'],
    [
      `update tenants set erase_at = now() + interval '30 days', erasing_at = now() where id = '${orgId}'`,
      'time of grace',
    ],
    [
      `insert into tenants (id, organization_id, name, environment, erase_at) values ('org_x', 'org_x', 'X', 'live', now())`,
      'is closed after it was made',
    ],
    [`delete from tenants where id = '${orgId}'`, isNot],
    [allOf('identities'), isNot],
    [`select erase_rows('org_unknown', 'identities'::regclass, '{"(0,1)"}')`, isNot],
    [`delete from audit_logs where org_id = '${orgId}'`, 'permission denied'],
    ['select guard_erasure()', 'trigger functions'],
  ] as const)
    await expect(pool.query(statement), statement).rejects.toThrow(refusal);
  // Temporary tables that stand in for those of Keyward say that the tenant is being erased, and that the service is the owner.
  const client = await pool.connect();
  try {
    await client.query('create temp table tenants (id text, erasing_at timestamptz)');
    await client.query(`insert into pg_temp.tenants values ('${orgId}', now())`);
    await client.query(
      'create temp table pg_class (oid oid, relowner oid, relnamespace oid, relkind "char")',
    );
    await client.query(
      `insert into pg_temp.pg_class values ('public.tenants'::regclass, 'keyward'::regrole, 'public'::regnamespace, 'r')`,
    );
    await expect(client.query(allOf('identities'))).rejects.toThrow(isNot);
    await expect(
      client.query(`update public.tenants set erase_at = now() where id = '${orgId}'`),
    ).rejects.toThrow(graces);
  } finally {
    client.release(true);
  }
  expect(await sql('select count(*)::int as rows from identities where org_id = $1', [orgId])).toEqual(
    before,
  );
  // The usual closing, and a resumption.
  await pool.query(
    `update tenants set suspended_at = now(), erase_at = now() + interval '30 days' where id = $1`,
    [orgId],
  );
  await pool.query('update tenants set suspended_at = null, erase_at = null where id = $1', [orgId]);
});

test('the id of an erased tenant never returns', async ({ service }) => {
  const { sql, runTask } = service;
  const pool = poolOf(service);
  const pair = await service.addPair();
  const { live, test: twin } = pair.organizations.ours;
  await sql(
    `update tenants set suspended_at = now(), erase_at = now() - ${minute} where organization_id = $1`,
    [live.orgId],
  );
  await runTask('erase-organizations');
  await sql('grant select, insert, update, delete on erased_organizations to keyward');
  const never = 'its id never returns';
  for (const query of [(text: string) => pool.query(text), (text: string) => sql(text)]) {
    for (const [id, organizationId] of [
      [live.orgId, live.orgId],
      [twin.orgId, 'org_new'],
      ['org_new', live.orgId],
    ])
      await expect(
        query(
          `insert into tenants (id, organization_id, name, environment) values ('${id}', '${organizationId}', 'X', 'live')`,
        ),
      ).rejects.toThrow(never);
    for (const statement of [
      `delete from erased_organizations where org_id = '${live.orgId}'`,
      `update erased_organizations set org_id = 'org_other' where org_id = '${live.orgId}'`,
      `update erased_organizations set erased_at = now() where org_id = '${live.orgId}'`,
    ])
      await expect(query(statement), statement).rejects.toThrow(
        'rows of erased_organizations are never changed',
      );
  }
  // The function that erases keeps the ids, and rows of tables without tenants.
  for (const table of ['erased_organizations', 'tenants'])
    await expect(
      pool.query(
        `select erase_rows('${live.orgId}', '${table}'::regclass, array(select ctid from ${table}))`,
      ),
    ).rejects.toThrow();
});

test('rows of the audit log still never change, but in a tenant that is being erased', async ({
  service,
}) => {
  const { sql } = service;
  const pair = await service.addPair();
  const { ours, theirs } = pair.organizations;
  const row = (orgId: string, id: string) =>
    sql(
      `insert into audit_logs (org_id, id, action, actor_type, target_type, result, personal_hash)
       values ($1, $2, 'user.login', 'USER', 'user', 'SUCCESS', 'x')`,
      [orgId, id],
    );
  await row(ours.live.orgId, 'aud_ours');
  await row(theirs.live.orgId, 'aud_theirs');
  await sql(
    `update tenants set suspended_at = now(), erase_at = now() - ${minute} where organization_id = $1`,
    [ours.live.orgId],
  );
  const never = 'rows of audit_logs_';
  await expect(sql(`delete from audit_logs where id = 'aud_ours'`)).rejects.toThrow(never);
  await sql('update tenants set erasing_at = now() where organization_id = $1', [ours.live.orgId]);
  await expect(sql(`update audit_logs set action = 'x' where id = 'aud_ours'`)).rejects.toThrow(never);
  await expect(sql(`delete from audit_logs where id = 'aud_theirs'`)).rejects.toThrow(never);
  await sql(`delete from audit_logs where id = 'aud_ours'`);
  expect(await sql(`select id from audit_logs where id in ('aud_ours', 'aud_theirs')`)).toEqual([
    { id: 'aud_theirs' },
  ]);
});
