import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireOwnerWithTwoFactors } from '../../../src/users/factors/local-owners.ts';
import { endConnectionLogins } from '../../../src/federation/connections/connection-logins.ts';
import { endConnectionLogins as endRest } from '../../../src/workers/end-connection-logins.ts';
import { wiring } from '../../../src/wiring.ts';
import { aScimToken, aUser } from '../../support/builders.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { anEmployee, anEnforced, giveLocally, loginsOf, password } from '../../support/enforcing.ts';
import { holding, waiting } from '../../support/held-rows.ts';
import { addPasskey, givePassword, aPerson as aVisitor } from '../../support/passkey-visits.ts';
import { besides, codeOf } from '../../support/second-factors.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aSubject, connected, signedInAs, startUpstream, type Upstream } from '../../support/upstream.ts';

let service: TestService;
let world: Awaited<ReturnType<typeof besides>>;
let upstream: Upstream;
beforeAll(async () => {
  service = await startTestService();
  [world, upstream] = await Promise.all([besides(service), startUpstream()]);
});
afterAll(async () => {
  await world.close();
  await upstream.close();
  await service.stop();
});

/** An owner with a password and an authenticator app. */
async function anOwner() {
  const owner = await world.enrolled(['OWNER']);
  await service.ours.call('updateUser', { path: { userId: owner.userId }, body: { password } });
  return owner;
}

/** Leaves the tenant without owners. */
const withoutOwners = () => service.sql(`update users set roles = '{MEMBER}' where 'OWNER' = any (roles)`);
const mayEnforce = (): Promise<string> =>
  world
    .within((tx) => requireOwnerWithTwoFactors(tx, service.origin.replace('127.0.0.1', 'localhost')))
    .then(() => 'YES')
    .catch((error: { code: string }) => error.code);

describe('requireOwnerWithTwoFactors', () => {
  test('wants an active owner with two factors that can be used here', async () => {
    await withoutOwners();
    const { ours, sql } = service;
    await aUser(ours, { roles: ['OWNER'], password });
    expect(await mayEnforce()).toBe('LOCKOUT_RISK');
    const { userId } = await world.enrolled(['OWNER']);
    expect(await mayEnforce()).toBe('LOCKOUT_RISK'); // An app without a password.
    await ours.call('updateUser', { path: { userId }, body: { password } });
    expect(await mayEnforce()).toBe('YES');
    for (const change of [
      "status = 'SUSPENDED'",
      `expires_at = now() + interval '1 day'`,
      "roles = '{ADMIN}'",
      'password_hash = null',
    ]) {
      await sql(`create table kept as select * from users where id = '${userId}'`);
      await sql(`update users set ${change} where id = $1`, [userId]);
      expect([change, await mayEnforce()]).toEqual([change, 'LOCKOUT_RISK']);
      await sql(`update users u set status = k.status, expires_at = k.expires_at, roles = k.roles, password_hash = k.password_hash
                   from kept k where u.id = k.id`);
      await sql('drop table kept');
    }
    expect(await mayEnforce()).toBe('YES');
    await ours.call('updateTotpConfig', { body: { enabled: false } });
    expect(await mayEnforce()).toBe('LOCKOUT_RISK');
    await ours.call('updateTotpConfig', { body: { enabled: true } });
  });

  test('accepts a passkey beside a password, and alone where that signs in', async () => {
    await withoutOwners();
    const { ours, sql } = service;
    const person = await aVisitor(service);
    await givePassword(person);
    await addPasskey(person);
    await ours.call('updateUser', { path: { userId: person.id }, body: { roles: ['OWNER'] } });
    expect(await mayEnforce()).toBe('YES');
    await sql('update users set password_hash = null where id = $1', [person.id]);
    expect(await mayEnforce()).toBe('YES');
    await ours.call('updateWebauthnConfig', { body: { passwordless: false } });
    expect(await mayEnforce()).toBe('LOCKOUT_RISK');
    await ours.call('updateWebauthnConfig', { body: { passwordless: true } });
    await sql(`update passkeys set rp_id = 'elsewhere.example' where user_id = $1`, [person.id]);
    expect(await mayEnforce()).toBe('LOCKOUT_RISK');
  });
});

describe('the last owner who signs in without the identity provider', () => {
  test('is kept by every change that could take the owner away', async () => {
    await withoutOwners();
    const { ours, anonymous, sql } = service;
    const { id } = await anEnforced(service);
    const { userId } = await anOwner();
    // Another owner is left, who cannot sign in with two factors.
    await aUser(ours, { roles: ['OWNER'], password });
    const path = { userId };
    const { token } = await aScimToken(ours);
    const scim = {
      path: { orgId: ours.orgId ?? '', id: userId },
      headers: { authorization: `Bearer ${token}` },
    };
    const changes = {
      suspend: () => ours.call('suspendUser', { path }),
      deprovision: () => ours.call('deprovisionUser', { path }),
      delete: () => ours.call('deleteUser', { path }),
      roles: () => ours.call('updateUser', { path, body: { roles: ['ADMIN'] } }),
      end: () =>
        ours.call('updateUser', {
          path,
          body: { expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
        }),
      factors: () => ours.call('deleteUserFactors', { path }),
      totp: () => ours.call('updateTotpConfig', { body: { enabled: false } }),
      scimSuspend: () =>
        anonymous.call('updateScimUser', {
          ...scim,
          body: {
            schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
            Operations: [{ op: 'replace', path: 'active', value: false }],
          },
        }),
      scimDelete: () => anonymous.call('deleteScimUser', scim),
    };
    for (const [name, change] of Object.entries(changes)) {
      const { status, body } = await change();
      const code = body.code ?? (/lock out/.test(body.detail) ? 'LOCKOUT_RISK' : body);
      expect([name, status, code]).toEqual([name, 409, 'LOCKOUT_RISK']);
    }
    expect(await mayEnforce()).toBe('YES');
    await changeConnection(service, id, 'enforced = false');
    const { status } = await changes.factors();
    expect(status).toBe(200);
    await sql('delete from federation_connections where id = $1', [id]);
  });

  test('is kept with a passkey alone, too', async () => {
    await withoutOwners();
    const { ours, sql } = service;
    const { id } = await anEnforced(service);
    const person = await aVisitor(service);
    await givePassword(person);
    await addPasskey(person);
    await ours.call('updateUser', { path: { userId: person.id }, body: { roles: ['OWNER'] } });
    await sql('update users set password_hash = null where id = $1', [person.id]);
    expect(await mayEnforce()).toBe('YES');
    const { body } = await ours.call('listPasskeys', { path: { userId: person.id } });
    const path = { userId: person.id, credId: body.data[0]?.id ?? '' };
    const changes = {
      passkey: () => ours.call('deletePasskey', { path }),
      passwordless: () => ours.call('updateWebauthnConfig', { body: { passwordless: false } }),
      enabled: () => ours.call('updateWebauthnConfig', { body: { enabled: false } }),
    };
    for (const [name, change] of Object.entries(changes)) {
      const answer = await change();
      expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'LOCKOUT_RISK']);
    }
    expect(await mayEnforce()).toBe('YES');
    await changeConnection(service, id, 'enforced = false');
    expect((await changes.passkey()).status).toBe(200);
  });

  test('keeps the own app and passkey on the account page', async () => {
    await withoutOwners();
    const { ours } = service;
    const { id } = await anEnforced(service);
    const { userId, secret } = await anOwner();
    const { body: user } = await ours.call('getUser', { path: { userId } });
    const { person, location } = await giveLocally(service, user.email);
    await person.send(await person.open(location), { otp: codeOf(secret, 30) }, '/totp');
    const page = await person.open(`/account/${ours.orgId}/totp`);
    await service.sql('update totp_factors set last_step = 0 where user_id = $1', [userId]);
    const answer = await person.send(page, { otp: codeOf(secret), action: 'remove' }, '/totp');
    expect([answer.status, answer.text.includes('You’re the last owner')]).toEqual([400, true]);
    expect(await mayEnforce()).toBe('YES');
    await changeConnection(service, id, 'enforced = false');
  });

  test('is not refused what another owner allows, nor what was lost before', async () => {
    await withoutOwners();
    const { ours } = service;
    const { id } = await anEnforced(service);
    const [one, other] = [await anOwner(), await anOwner()];
    expect((await ours.call('deleteUserFactors', { path: { userId: one.userId } })).status).toBe(200);
    expect((await ours.call('deleteUserFactors', { path: { userId: other.userId } })).status).toBe(409);
    await service.sql('delete from totp_factors where user_id = $1', [other.userId]);
    expect((await ours.call('deleteUserFactors', { path: { userId: other.userId } })).status).toBe(200);
    await changeConnection(service, id, 'enforced = false');
  });

  test('is one of two whose factors are taken at the same time', async () => {
    await withoutOwners();
    const { ours } = service;
    const { id } = await anEnforced(service);
    const owners = [await anOwner(), await anOwner()];
    const [first, second] = await Promise.all(
      owners.map(({ userId }) => ours.call('deleteUserFactors', { path: { userId } })),
    );
    expect(new Set([first?.status, second?.status])).toEqual(new Set([200, 409]));
    await changeConnection(service, id, 'enforced = false');
  });
});

describe('endConnectionLogins', () => {
  const end = (id: string) =>
    world.within((tx) => endConnectionLogins(tx, id, wiring.endings, { reason: 'CONNECTION_DISABLED' }));

  test('ends the logins that came by the connection, and no others', async () => {
    const [one, other] = [await connected(service, upstream), await connected(service, upstream)];
    const gone = await signedInAs(service, one, aSubject(one));
    const stays = await signedInAs(service, other, aSubject(other));
    const local = await anEmployee(service, one);
    await giveLocally(service, local.email);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    expect(await end(one.id)).toBe(1);
    const account = `/account/${service.ours.orgId}`;
    expect([(await gone.person.open(account)).title, (await stays.person.open(account)).title]).toEqual([
      'Sign in',
      'Your account',
    ]);
    expect(await loginsOf(service, local.id)).toHaveLength(1);
    const told = await service.sql<{ reason: string; by: string }>(
      `select data ->> 'reason' as reason, data -> 'revokedBy' ->> 'type' as by from events
        where type = 'session.revoked' order by created_at desc limit 1`,
    );
    expect(told).toEqual([{ reason: 'CONNECTION_DISABLED', by: 'SYSTEM' }]);
  });

  test('finds the login of a sign-in that completes at the same time', async () => {
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    const { person } = await signedInAs(service, one, claims);
    const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [claims.email]);
    await service.sql('delete from login_sessions where user_id = $1', [user?.id]);
    // The new login is held up when it is written, after the connection was looked at.
    const release = await holding(service, 'lock table known_browsers in share mode');
    const signing = signedInAs(service, one, claims, person);
    await waiting(service, 1);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    const ending = end(one.id);
    await waiting(service, 2);
    await release();
    await signing;
    expect(await ending).toBe(1);
    expect(await loginsOf(service, user?.id ?? '')).toEqual([]);
  });

  test('leaves those of a large company to a job', async () => {
    const { ours, sql } = service;
    const { id } = await anEnforced(service, { enforced: false });
    const userId = await aUser(ours);
    await sql(
      `with made as (insert into browsers (id, token_hash)
         select gen_random_uuid(), sha256(gen_random_uuid()::text::bytea) from generate_series(1, 1203) returning id)
       insert into login_sessions (org_id, id, browser_id, user_id, amr, auth_time, expires_at, connection_id)
       select $1, 'ses_' || left(translate(id::text, '-', ''), 26), id, $2, '{fed}', now(), now() + interval '1 day', $3 from made`,
      [ours.orgId, userId, id],
    );
    // Applications hold tokens of more users.
    await sql(
      `insert into oidc_artifacts (org_id, model, id_hash, payload, user_id, grant_id, connection_id, expires_at)
       select $1, model, sha256((model || n)::bytea), '{}', $2, 'grant-' || n, case when model = 'Grant' then $3 end, now() + interval '1 day'
         from generate_series(1, 1203) n, unnest(array['Grant', 'RefreshToken']) as m (model)`,
      [ours.orgId, userId, id],
    );
    const artifacts = async () =>
      (
        await sql<{ rows: number }>('select count(*)::int as rows from oidc_artifacts where user_id = $1', [
          userId,
        ])
      )[0]?.rows;
    await changeConnection(service, id, "status = 'DISABLED'");
    expect(await end(id)).toBe(1203);
    expect(await loginsOf(service, userId)).toHaveLength(703);
    expect(await artifacts()).toBe(1406);
    const jobs = await sql<{ payload: { orgId: string; connectionId: string } }>(
      `delete from tenant_jobs where task = 'end-connection-logins' returning payload`,
    );
    expect(jobs).toContainEqual({ payload: { orgId: ours.orgId, connectionId: id } });
    const job = { orgId: ours.orgId ?? '', connectionId: id };
    const parts = { database: world.database, endings: wiring.endings };
    await changeConnection(service, id, "status = 'ACTIVE'");
    await endRest(parts, job);
    expect(await loginsOf(service, userId)).toHaveLength(703);
    await changeConnection(service, id, "status = 'DISABLED'");
    // If the connection is deleted, the rest ends as well.
    await sql('delete from federation_connections where id = $1', [id]);
    await endRest(parts, job);
    expect([await loginsOf(service, userId), await artifacts()]).toEqual([[], 0]);
  });
});
