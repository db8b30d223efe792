import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aPass, aPassHolder } from '../../support/access-passes.ts';
import { aCredential, aUser } from '../../support/builders.ts';
import { anEmployee, anEnforced } from '../../support/enforcing.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { test } from '../../support/service.ts';

const hashOf = (pass: string): string => createHash('sha256').update(pass.replaceAll('-', '')).digest('hex');

describe('createAccessPass', () => {
  test('shows a pass once, stores its hash, and tells the audit log and webhooks without it', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const userId = await aUser(ours);
    const { status, body } = await ours.call('createAccessPass', { path: { userId }, body: {} });
    expect([status, body.userId]).toEqual([201, userId]);
    expect(body.accessPass).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    const ends = new Date(body.expiresAt as string).getTime() - Date.now();
    expect(Math.round(ends / 60_000)).toBe(60);
    const rows = await sql<{ hash: string }>(
      `select encode(code_hash, 'hex') as hash from access_passes where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ hash: hashOf(body.accessPass as string) }]);
    const audited = await sql<{ action: string; personal: unknown }>(
      `select a.action, to_jsonb(p) as personal from audit_logs a
         left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
        where a.target_id = $1 and a.action = 'user.create_access_pass'`,
      [userId],
    );
    expect(audited).toHaveLength(1);
    const events = await sql<{ data: object }>(
      `select data from events where type = 'user.access_pass_created' and data ->> 'userId' = $1`,
      [userId],
    );
    expect(events).toMatchObject([{ data: { expiresAt: body.expiresAt } }]);
    expect(JSON.stringify([audited, events])).not.toContain(body.accessPass);
  });

  test('works for 15 minutes to 8 hours', async ({ service }) => {
    const userId = await aUser(service.ours);
    const create = (expiresInSeconds: unknown) =>
      service.ours.call('createAccessPass', { path: { userId }, body: { expiresInSeconds } });
    for (const wrong of [899, 28_801, 3600.5, '3600'])
      expect((await create(wrong)).status, String(wrong)).toBe(400);
    for (const right of [900, 28_800]) expect((await create(right)).status).toBe(201);
  });

  test('gives a user one pass at a time', async ({ service }) => {
    const { userId, pass } = await aPassHolder(service);
    const next = await aPass(service, userId);
    expect(next).not.toBe(pass);
    const rows = await service.sql<{ hash: string }>(
      `select encode(code_hash, 'hex') as hash from access_passes where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ hash: hashOf(next) }]);
  });

  test('answers the same request the same, and wraps the pass', async ({ service }) => {
    const userId = await aUser(service.ours);
    const create = (headers: Record<string, string>) =>
      service.ours.call('createAccessPass', { path: { userId }, body: {}, headers });
    const first = await create({ 'idempotency-key': `pass-${userId}` });
    const second = await create({ 'idempotency-key': `pass-${userId}` });
    expect(second.body).toEqual(first.body);
    const wrapped = await create({ 'x-wrap-ttl': '60' });
    expect(wrapped.body.accessPass).toMatch(/^kd_wrap_/);
  });

  test('requires the rights of the user, so a help desk gives none to administrators', async ({
    service,
  }) => {
    const scopes = ['directory.read', 'directory.write', 'groups.read'];
    const { secret } = await aCredential(service.ours, { scopes });
    const helpdesk = service.as(secret);
    const [member, admin, owner] = [
      await aUser(service.ours),
      await aUser(service.ours, { roles: ['ADMIN'] }),
      await aUser(service.ours, { roles: ['OWNER'] }),
    ];
    const create = (userId: string) => helpdesk.call('createAccessPass', { path: { userId }, body: {} });
    expect((await create(member)).status).toBe(201);
    for (const userId of [admin, owner]) {
      const { status, body } = await create(userId);
      expect([status, body.code]).toEqual([403, 'SCOPE_NOT_GRANTABLE']);
    }
    const groupId = (
      await service.ours.call('createGroup', { body: { name: userGroup(), scopes: ['oidc.write'] } })
    ).body.id as string;
    const path = { groupId };
    expect((await service.ours.call('addGroupMembers', { path, body: { userId: member } })).status).toBe(201);
    expect((await create(member)).body.code).toBe('SCOPE_NOT_GRANTABLE');
    expect(await service.sql('select from access_passes where user_id = any ($1)', [[admin, owner]])).toEqual(
      [],
    );
  });

  test('gives no pass from a key that ends before an administrator does', async ({ service }) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { secret } = await aCredential(service.ours, { scopes: ['*'], expiresAt });
    const path = { userId: await aUser(service.ours, { roles: ['ADMIN'] }) };
    const { status, body } = await service.as(secret).call('createAccessPass', { path, body: {} });
    expect([status, body.code]).toEqual([403, 'BOUND_NOT_GRANTABLE']);
  });

  test('is refused where no sign-in would take the pass', async ({ service }) => {
    const { ours } = service;
    const why = async (userId: string) => {
      const { status, body } = await ours.call('createAccessPass', { path: { userId }, body: {} });
      return [status, body.code, body.details?.accessPass];
    };
    const suspended = await aUser(ours);
    await ours.call('suspendUser', { path: { userId: suspended }, body: {} });
    expect(await why(suspended)).toEqual([
      409,
      'USER_STATE_CONFLICT',
      'is for users who are ACTIVE or INVITED',
    ]);
    const employee = await anEmployee(service, await anEnforced(service));
    expect(await why(employee.id)).toEqual([
      409,
      'USER_STATE_CONFLICT',
      expect.stringContaining('is enforced'),
    ]);
    expect((await why('usr_00000000000000000000000000'))[0]).toBe(404);
    const theirs = await aUser(service.theirs);
    expect((await why(theirs))[0]).toBe(404);
    const withPasskey = await aUser(ours);
    await aPasskey(service.sql, withPasskey);
    try {
      await ours.call('updateTotpConfig', { body: { enabled: false } });
      const reason = expect.stringContaining('without a passkey') as string;
      expect(await why(withPasskey)).toEqual([409, 'USER_STATE_CONFLICT', reason]);
      expect((await ours.call('createAccessPass', { path: { userId: await aUser(ours) } })).status).toBe(201);
      await ours.call('updateWebauthnConfig', { body: { enabled: false } });
      const off = expect.stringContaining('totp.enabled or webauthn.enabled') as string;
      expect(await why(await aUser(ours))).toEqual([409, 'USER_STATE_CONFLICT', off]);
    } finally {
      await ours.call('updateTotpConfig', { body: { enabled: true } });
      await ours.call('updateWebauthnConfig', { body: { enabled: true } });
    }
  });

  test('ends with a suspension, a reset of factors, and the end of the user', async ({ service }) => {
    const ends = ['suspendUser', 'deprovisionUser', 'deleteUserFactors', 'deleteUser'] as const;
    for (const end of ends) {
      const { userId } = await aPassHolder(service);
      const body = end.startsWith('delete') ? {} : { body: {} };
      expect((await service.ours.call(end, { path: { userId }, ...body })).status, end).toBe(200);
      expect(await service.sql('select from access_passes where user_id = $1', [userId]), end).toEqual([]);
    }
  });
});

const userGroup = (): string => `Group ${crypto.randomUUID()}`;
