import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished } from 'vitest';
import { createMailer } from '../../../src/platform/mail.ts';
import { aCredential, anIdentity, aScimToken } from '../../support/builders.ts';
import { poolOf } from '../../support/pool.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { aFailedDelivery } from '../../support/webhooks.ts';
import { sendRaw } from '../../support/raw.ts';

describe('the clean-up', () => {
  test('removes SCIM tokens 90 days after their expiry or revocation', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const token = async (revokedDaysAgo: number | null, expiredDaysAgo: number) => {
      const { id } = await aScimToken(ours);
      await sql(
        `update scim_tokens set revoked_at = now() - $2::float * interval '1 day',
                                expires_at = now() - $3::float * interval '1 day' where id = $1`,
        [id, revokedDaysAgo, expiredDaysAgo],
      );
      return id;
    };
    const gone = [await token(91, -300), await token(null, 91), await token(91, 10), await token(10, 91)];
    const kept = [await token(89, -300), await token(null, 89), await token(null, -300)];
    await runTask('clean-up');
    const left = await sql<{ id: string }>('select id from scim_tokens where id = any ($1)', [
      [...gone, ...kept],
    ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  test('removes invitations a week after their expiry, and keeps open ones', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const invited = async (endedDaysAgo: number | null) => {
      const { body } = await ours.call('createUser', { body: { email: anEmail() } });
      if (endedDaysAgo !== null) {
        await sql(
          `update invitations set token_hash = decode(md5(user_id), 'hex'), created_at = now() - interval '30 days',
                  expires_at = now() - $2::float * interval '1 day' where user_id = $1`,
          [body.id, endedDaysAgo],
        );
      }
      return String(body.id);
    };
    const gone = await invited(7.1);
    const kept = [await invited(6.9), await invited(-1), await invited(null)];
    await runTask('clean-up');
    const left = await sql<{ user_id: string }>('select user_id from invitations where user_id = any ($1)', [
      [gone, ...kept],
    ]);
    expect(left.map(({ user_id }) => user_id).toSorted()).toEqual(kept.toSorted());
  });

  test('removes acts of operators after 400 days', async ({ service }) => {
    const { sql, runTask } = service;
    for (const [id, days] of [
      ['aud_gone', 400.1],
      ['aud_kept', 399.9],
    ] as const)
      await sql(
        `insert into operator_audit (id, at, action, result)
         values ($1, now() - $2::float * interval '1 day', 'organization.update', 'SUCCESS')`,
        [id, days],
      );
    await runTask('clean-up');
    expect(await leftOf(service, 'operator_audit', 'id', ['aud_gone', 'aud_kept'])).toEqual(['aud_kept']);
  });

  test('removes mailed links a day after their expiry', async ({ service }) => {
    const { ours, sql, runTask } = service;
    const asked = async (endedHoursAgo: number) => {
      const [row] = await sql<{ id: string }>(
        `insert into mailed_links (org_id, id, purpose, asked_for, asked_hash, expires_at)
         values ($1, gen_random_uuid(), 'SIGN_IN', 'ada', 'x', now() - $2::float * interval '1 hour') returning id`,
        [ours.orgId, endedHoursAgo],
      );
      return String(row?.id);
    };
    await asked(24.1);
    const kept = [await asked(23.9), await asked(-1)];
    await runTask('clean-up');
    const left = await sql<{ id: string }>('select id from mailed_links');
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });
});

/** Returns the value in `/metrics` now. */
const metricOf = async ({ origin }: TestService, series: string): Promise<number> => {
  const { text } = await sendRaw(origin, { path: '/metrics' });
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length));
};

/** Returns which of some rows are left. */
const leftOf = async (
  { sql }: TestService,
  table: string,
  column: string,
  ids: string[],
): Promise<string[]> =>
  (await sql<{ id: string }>(`select ${column} as id from ${table} where ${column} = any ($1)`, [ids]))
    .map(({ id }) => id)
    .toSorted();

describe('retention', () => {
  test('is 90 days for deleted rows, but an identity stays as long as its credentials', async ({
    service,
  }) => {
    const { ours, sql, runTask } = service;
    const deleted = async (table: 'identities' | 'credentials', id: string, daysAgo: number) => {
      await sql(`update ${table} set deleted_at = now() - $2::float * interval '1 day' where id = $1`, [
        id,
        daysAgo,
      ]);
      return id;
    };
    const pair = async (identityDaysAgo: number, credentialDaysAgo: number) => {
      const { id, identityId } = await aCredential(ours);
      await ours.call('deleteIdentity', { path: { id: identityId } });
      await deleted('identities', identityId, identityDaysAgo);
      await deleted('credentials', id, credentialDaysAgo);
      return { id, identityId };
    };
    const [old, half, young] = [await pair(90.01, 90.01), await pair(91, 89.9), await pair(89.9, 91)];
    const { id: alive, identityId: lives } = await aCredential(ours);
    await runTask('clean-up');
    const credentials = [old.id, half.id, young.id, alive];
    expect(await leftOf(service, 'credentials', 'id', credentials)).toEqual([half.id, alive].toSorted());
    const identities = [old.identityId, half.identityId, young.identityId, lives];
    expect(await leftOf(service, 'identities', 'id', identities)).toEqual(
      [half.identityId, young.identityId, lives].toSorted(),
    );
  });

  test('is ten minutes for rate-limit windows of addresses', async ({ service }) => {
    await service.sql(
      `insert into request_windows values ('192.0.2.1', now() - interval '11 minutes', 1), ('192.0.2.2', now() - interval '9 minutes', 1)`,
    );
    await service.runTask('clean-up');
    expect(await leftOf(service, 'request_windows', 'name', ['192.0.2.1', '192.0.2.2'])).toEqual([
      '192.0.2.2',
    ]);
  });

  test('is 30 days for dead letters', async ({ service }) => {
    const { ours, sql } = service;
    const [old, young] = [await aFailedDelivery(ours), await aFailedDelivery(ours)];
    const letters = [old.deadLetterId, young.deadLetterId];
    for (const [id, days] of [
      [letters[0], 30.01],
      [letters[1], 29.9],
    ])
      await sql(
        `update deliveries set dead_lettered_at = now() - $2::float * interval '1 day' where dead_letter_id = $1`,
        [id, days],
      );
    await service.runTask('clean-up');
    expect(await leftOf(service, 'deliveries', 'dead_letter_id', letters)).toEqual([young.deadLetterId]);
    expect(await leftOf(service, 'deliveries', 'id', [old.id])).toEqual([old.id]);
  });

  test('removes as many blocks as have expired, and skips locked rows', async ({ service }) => {
    const { sql, database, runTask } = service;
    await sql(
      `insert into idempotency_keys (org_id, credential_id, operation_id, key_hash, request_hash, created_at)
       select 'org_x', 'cred_x', 'createCredential', sha256(n::text::bytea), '',
              now() - interval '24 hours' - (3000 - n) * interval '1 ms' + case when n = 0 then interval '1 hour' else '0' end
         from generate_series(0, 2500) as n`,
    );
    const holder = new pg.Client(database);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query('select from idempotency_keys where key_hash = sha256($1) for update', ['7']);
    await runTask('clean-up');
    const left = () =>
      sql("select key_hash = sha256('0') as young from idempotency_keys where org_id = 'org_x' order by 1");
    expect(await left()).toEqual([{ young: false }, { young: true }]);
    await holder.query('rollback');
    await runTask('clean-up');
    expect(await left()).toEqual([{ young: true }]);
  });

  // Covers every partitioned table, including tables that are added later.
  test('follows the partition plans and docs/retention.md, and is never shorter', async ({ service }) => {
    const { sql, database, runTask } = service;
    const plans = await sql<{ parent: string; days: number; unit: string }>(
      // One whose rows are dropped by another rule has a plan that never comes to it.
      `select parent, extract(epoch from keep)::int / 86400 as days, unit from partition_plans
        where keep < interval '10 years' order by parent`,
    );
    expect(Object.fromEntries(plans.map(({ parent, days }) => [parent, days]))).toMatchObject({
      delivery_attempts: 62,
      deliveries: 62,
      events: 62,
      provisioning_log: 30,
      usage_facts: 90,
    });
    // As the page says.
    const rows = [
      ...readFileSync('docs/retention.md', 'utf8').matchAll(
        /^\|[^|]+\|([^|]+)\| (\d+) days.*by (week|month)s \|$/gm,
      ),
    ];
    const told = rows.flatMap(([, tables = '', days, unit]) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, parent]) => ({ parent, days: Number(days), unit })),
    );
    expect(plans).toEqual(
      expect.arrayContaining(told.filter(({ parent = '' }) => !parent.startsWith('audit_'))),
    );
    expect(told.length).toBeGreaterThan(5);
    const make = (parent: string, name: string, from: string, to: string) =>
      sql(
        `do $do$ begin execute format('create table ${parent}_${name} partition of ${parent} for values from (%L) to (%L)', ${from}, ${to});
                       execute 'alter table ${parent}_${name} owner to keyward_owner'; end $do$`,
      );
    for (const { parent, days } of plans) {
      const limit = `now() - interval '${days} days'`;
      await make(parent, 'old', `${limit} - interval '2 days'`, `${limit} - interval '1 minute'`);
      await make(parent, 'young', `${limit} - interval '1 minute'`, `${limit} + interval '1 day'`);
    }
    const left = async () =>
      (
        await sql<{ name: string }>(
          `select relname::text as name from pg_class where relname like '%\\_old' or relname like '%\\_young' order by 1`,
        )
      ).map(({ name }) => name);
    expect(await left()).toHaveLength(2 * plans.length);

    // A long transaction reads the events. Their old partition stays, and no other caller waits for the reader.
    const reader = new pg.Client(database);
    await reader.connect();
    onTestFinished(() => reader.end());
    await reader.query('begin');
    await reader.query('select count(*) from events');
    await runTask('clean-up');
    const young = plans.map(({ parent }) => `${parent}_young`);
    expect(await left()).toEqual(['events_old', ...young].toSorted());
    const overdue = `select parent from partitions where overdue`;
    expect(await sql(overdue)).toEqual([{ parent: 'events' }]);
    expect(await metricOf(service, 'keyward_partitions_overdue{table="events"}')).toBe(1);
    await anIdentity(service.ours);
    await reader.query('rollback');
    await runTask('clean-up');
    expect(await left()).toEqual(young);
    expect(await sql(overdue)).toEqual([]);
    for (const { parent } of plans) await sql(`drop table ${parent}_young`);
  });

  test('cannot be bypassed: a young partition or another table is not dropped', async ({ service }) => {
    const pool = poolOf(service);
    onTestFinished(() => pool.end());
    const [young] = await service.sql<{ name: string }>(
      `select name from partitions where parent = 'audit_logs' limit 1`,
    );
    for (const name of [young?.name, 'audit_logs', 'tenants', 'nothing', 'a"; drop table tenants; --'])
      expect((await pool.query('select drop_partition($1) as dropped', [name])).rows).toEqual([
        { dropped: false },
      ]);
    expect(await service.sql('select from partitions where name = $1', [young?.name])).toHaveLength(1);
  });

  test('continues with other tables when one fails, and reports the failure', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { sql } = service;
    await sql(`insert into request_windows values ('192.0.2.1', now() - interval '1 hour', 1)`);
    await sql('alter table idempotency_keys rename to elsewhere');
    // A week may have begun since the database was made.
    const weeks = `select name from partitions where parent = 'events' and ends > now() order by ends desc`;
    await sql('select maintain_partitions()');
    const [last] = await sql<{ name: string }>(weeks);
    await sql(`drop table ${last?.name}`);
    await expect(service.runTask('clean-up')).rejects.toThrow('1 parts of the clean-up failed');
    expect(await sql('select from request_windows')).toEqual([]);
    expect(await sql(weeks)).toHaveLength(13);
  });
});

describe('the outbox', () => {
  const mailer = () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'keyward-outbox-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const config = { dataDir, databaseUrl: undefined, smtpUrl: undefined, mailFrom: undefined };
    return { outbox: join(dataDir, 'outbox'), mails: createMailer(config) };
  };

  test('removes mails after 30 days, and no other files', async () => {
    const { outbox, mails } = mailer();
    const mail = {
      to: { name: 'Ada', address: 'ada@example.com' },
      subject: 's',
      text: 't',
      html: '<p>t</p>',
    };
    await mails.send(mail);
    const [fresh = ''] = readdirSync(outbox);
    const aged = (days: number, ending: string) => {
      const time = new Date(Date.now() - days * 86_400_000).toISOString().replaceAll(':', '-');
      const name = fresh.replace(/^.{24}(.*)\.eml$/, `${time}$1${ending}`);
      writeFileSync(join(outbox, name), 'old');
      return name;
    };
    const kept = [fresh, aged(29.9, '.eml'), 'notes.txt', '2020-01-01.eml'];
    for (const name of kept.slice(2)) writeFileSync(join(outbox, name), 'mine');
    const gone = [aged(30.1, '.eml'), aged(400, '.part')];
    expect(readdirSync(outbox)).toHaveLength(kept.length + gone.length);
    await mails.forgetOld();
    expect(readdirSync(outbox).toSorted()).toEqual(kept.toSorted());
  });

  test('may be missing before the first mail', async () => {
    await mailer().mails.forgetOld();
  });
});
