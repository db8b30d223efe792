import { describe, expect } from 'vitest';
import { aCredential, anIdentity, eventsAbout, verify } from '../../support/builders.ts';
import { type TestService, test } from '../../support/service.ts';

const system = { type: 'SYSTEM', id: null, name: null };
const over = "now() - interval '1 s'";

/** A credential whose old secret is still in grace. */
async function aRotatedOne({ ours }: TestService, fields: Record<string, unknown> = {}) {
  const credential = await aCredential(ours, fields);
  await ours.call('rotateCredential', { path: { id: credential.id }, body: { gracePeriod: 3600 } });
  return credential;
}

const sweep = async ({ runTask }: TestService) => {
  await runTask('expire-credentials');
  await runTask('expire-credentials');
};

/** Returns why the credential's secrets ended, and the type of actor that ended them. */
const ends = async (service: TestService, id: string) =>
  (
    await service.sql<{ reason: string; by: string }>(
      `select data ->> 'reason' as reason, data -> 'revokedBy' ->> 'type' as by from events
      where type in ('credential.revoked', 'credential.expired') and data ->> 'credentialId' = $1
      order by 1`,
      [id],
    )
  ).map(({ reason, by }) => (by === null ? reason : `${reason} ${by}`));

describe('the sweep', () => {
  test('never waits for a credential of one identity while it holds those of another', async ({
    service,
  }) => {
    const { ours, sql, runTask } = service;
    const [first, second] = [await anIdentity(ours), await anIdentity(ours)].toSorted();
    // The identity that is ended first has the credential that is locked last by statements over several identities.
    const low = await aCredential(ours, { identityId: second });
    const high = await aCredential(ours, { identityId: first });
    await sql(`update identities set expires_at = ${over} where id = any ($1)`, [[first, second]]);
    const other = sql(`do $$ begin
      update credentials set name = name where id = '${low.id}';
      loop
        perform pg_stat_clear_snapshot();
        exit when exists (select from pg_stat_activity
                           where datname = current_database() and wait_event_type = 'Lock');
        if clock_timestamp() > now() + interval '10 s' then raise exception 'nobody waits'; end if;
      end loop;
      update credentials set name = name where id = '${high.id}';
    end $$`);
    while ((await sql('select from credentials where id = $1 for update skip locked', [low.id])).length > 0);
    await Promise.all([other, runTask('expire-credentials')]);
    expect(await sql('select status from identities where id = any ($1)', [[first, second]])).toEqual([
      { status: 'REVOKED' },
      { status: 'REVOKED' },
    ]);
    for (const { id } of [low, high]) expect(await ends(service, id)).toEqual(['IDENTITY_REVOKED SYSTEM']);
  });

  test('gives each tenant one transaction after the other', async ({ service }) => {
    const { ours, theirs, sql, runTask } = service;
    // One transaction ends one identity.
    const due = [];
    for (const tenant of [ours, ours, ours, theirs, theirs, theirs]) due.push(await anIdentity(tenant));
    await sql(`update identities set expires_at = ${over} where id = any ($1)`, [due]);
    await runTask('expire-credentials');
    const ended = await sql<{ orgId: string }>(
      'select org_id as "orgId" from identities where id = any ($1) and status = \'REVOKED\' order by updated_at',
      [due],
    );
    const order = ended.map(({ orgId }) => (orgId === ended[0]?.orgId ? 'one' : 'other'));
    expect(order).toEqual(['one', 'other', 'one', 'other', 'one', 'other']);
  });

  test('goes on with the other tenants when one fails, and fails at its end', async ({ service }) => {
    const { ours, theirs, sql, runTask } = service;
    // Whichever comes first is the one that fails once.
    for (const [failing, fine] of [
      [ours, theirs],
      [theirs, ours],
    ] as const) {
      const [bad, good] = [await aCredential(failing), await aCredential(fine)];
      await sql(`update credentials set expires_at = ${over} where id = any ($1)`, [[bad.id, good.id]]);
      await sql(
        `alter table credentials add constraint broken check (id <> '${bad.id}' or status = 'ACTIVE')`,
      );
      await expect(runTask('expire-credentials')).rejects.toThrow(AggregateError);
      await sql('alter table credentials drop constraint broken');
      expect(await ends(service, good.id)).toEqual(['TIME']);
      expect(await ends(service, bad.id)).toEqual([]);
      await sweep(service);
      expect(await ends(service, bad.id)).toEqual(['TIME']);
    }
  });

  test('tells of every old secret that ends with its credential, also of more than it ends at once', async ({
    service,
  }) => {
    const { sql } = service;
    const { id } = await aRotatedOne(service);
    // 500 older credentials have an expired grace period as well. So the first batch does not include this test's credential.
    await sql(
      `insert into credentials (org_id, id, identity_id, name, type, secret_hash, secret_prefix, secret_last4,
                                previous_secret_hash, previous_expires_at)
       select org_id, 'cred_0' || lpad(n::text, 25, '0'), identity_id, name, type, decode(md5('new' || n), 'hex'),
              secret_prefix, secret_last4, decode(md5('old' || n), 'hex'), ${over}
         from credentials, generate_series(1, 500) n where id = $1`,
      [id],
    );
    await sql(`update credentials set expires_at = ${over}, previous_expires_at = ${over} where id = $1`, [
      id,
    ]);
    await sweep(service);
    expect(await ends(service, id)).toEqual(['ROTATED SYSTEM', 'TIME']);
    const [told] = await sql<{ count: string }>(
      `select count(*) from events where type = 'credential.revoked' and data ->> 'credentialId' like 'cred_0000000%'`,
    );
    expect(told?.count).toBe('500');
  });
});

for (const operation of ['revokeIdentity', 'deleteIdentity'] as const) {
  describe(operation, () => {
    test('tells of an old secret whose grace has ended before the sweeper saw it, and of no other', async ({
      service,
    }) => {
      const { ours, sql } = service;
      const ended = await aRotatedOne(service);
      const { identityId } = ended;
      const inGrace = await aRotatedOne(service, { identityId });
      await sql(`update credentials set previous_expires_at = ${over} where id = $1`, [ended.id]);
      await ours.call(operation, { path: { id: identityId } });
      await sweep(service);
      expect(await ends(service, ended.id)).toEqual(['IDENTITY_REVOKED API_KEY', 'ROTATED SYSTEM']);
      expect(await ends(service, inGrace.id)).toEqual(['IDENTITY_REVOKED API_KEY']);
    });
  });
}

describe('an identity past its expiry', () => {
  test('takes a grace that is over with it, and tells of it once', async ({ service }) => {
    const { sql } = service;
    const { id, identityId } = await aRotatedOne(service);
    await sql(`update credentials set previous_expires_at = ${over} where id = $1`, [id]);
    await sql(`update identities set expires_at = ${over} where id = $1`, [identityId]);
    await sweep(service);
    expect(await ends(service, id)).toEqual(['IDENTITY_REVOKED SYSTEM', 'ROTATED SYSTEM']);
    const [rotated] = (await eventsAbout(service, id)).filter(({ data }) => data['reason'] === 'ROTATED');
    expect(rotated?.data).toMatchObject({
      credentialId: id,
      identityId,
      identityName: 'deploy-bot',
      revokedBy: system,
    });
  });
});

describe('updateCredential', () => {
  test('ends the grace of the old secret with the credential, and tells of both', async ({ service }) => {
    const { ours, sql } = service;
    const { id, secret } = await aRotatedOne(service);
    const path = { id };
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    expect((await ours.call('updateCredential', { path, body: { expiresAt } })).status).toBe(200);
    const { body } = await ours.call('getCredential', { path });
    expect(body).toMatchObject({ expiresAt, previousSecret: { status: 'GRACE_PERIOD', expiresAt } });
    expect(
      await sql('select run_at as at from graphile_worker.jobs where key = $1', [`grace:${id}`]),
    ).toEqual([{ at: new Date(expiresAt) }]);
    expect(await verify(ours, secret)).toMatchObject({ valid: true, gracePeriod: true });
    await sql(`update credentials set expires_at = ${over}, previous_expires_at = ${over} where id = $1`, [
      id,
    ]);
    await sweep(service);
    expect(await ends(service, id)).toEqual(['ROTATED SYSTEM', 'TIME']);
  });

  test('leaves a grace that ends earlier as it is', async ({ service }) => {
    const { ours } = service;
    const { id } = await aRotatedOne(service);
    const path = { id };
    const { body: before } = await ours.call('getCredential', { path });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    for (const body of [{ expiresAt }, { expiresAt: null }]) {
      await ours.call('updateCredential', { path, body });
      expect((await ours.call('getCredential', { path })).body.previousSecret).toEqual(before.previousSecret);
    }
  });
});
