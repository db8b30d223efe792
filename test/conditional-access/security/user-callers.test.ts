import { describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import type { TestService } from '../../support/service.ts';
import { aUserCaller, type UserCaller } from '../../support/user-caller.ts';

// A user who calls the API uses the application `keyward:admin`, and is judged at each request.

const admin = { conditions: { applications: { include: ['keyward:admin'] } }, acknowledgeLockout: true };
const me = async ({ client }: Pick<UserCaller, 'client'>) => {
  const { status, body } = await client.call('getMe');
  return status === 200 ? 200 : [status, body.code, body.details];
};
const blocked = [403, 'ACCESS_BLOCKED', {}];
const asked = (...required: string[]) => [403, 'REAUTHENTICATION_REQUIRED', { required }];

const decisionsAbout = async ({ ours }: TestService, { userId }: UserCaller) => {
  const query = { userId, application: 'keyward:admin' };
  return (await ours.call('listAccessDecisions', { query })).body.data as Record<string, unknown>[];
};

describe('a user who calls the API', () => {
  test('is refused at the next request after a policy blocks, and let in when it is gone', async ({
    service,
  }) => {
    const user = await aUserCaller(service);
    const twin = { client: user.in(service.oursTest.orgId) };
    expect([await me(user), await me(twin)]).toEqual([200, 200]);
    const id = await anAccessPolicy(service.ours, { name: 'Secret plan', ...admin });
    const refused = await user.client.call('createIdentity', { body: { name: 'bot', type: 'CI_CD' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_BLOCKED']);
    expect(JSON.stringify(refused.body)).not.toContain('Secret plan');
    const [row] = await service.sql(
      `select action, result, code, actor_id from audit_logs where request_id = $1`,
      [refused.body.requestId],
    );
    expect(row).toEqual({
      action: 'identity.create',
      result: 'DENIED',
      code: 'ACCESS_BLOCKED',
      actor_id: user.userId,
    });
    // The login is one of the live tenant, so its policies judge the way into the test twin as well.
    expect([await me(user), await me(twin)]).toEqual([blocked, blocked]);
    expect((await service.ours.call('getMe')).status).toBe(200);
    await service.ours.call('deleteAccessPolicy', { path: { id } });
    expect([await me(user), await me(twin)]).toEqual([200, 200]);
  });

  test('is not judged by a policy for another application', async ({ service }) => {
    const user = await aUserCaller(service);
    const others = { applications: { include: ['keyward:account', 'keyward:api'] } };
    await anAccessPolicy(service.ours, { conditions: others, acknowledgeLockout: true });
    expect(await me(user)).toBe(200);
  });

  test('is judged by where the request comes from now', async ({ service }) => {
    const user = await aUserCaller(service);
    const android = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0.0.0 Mobile Safari/537.36';
    await anAccessPolicy(service.ours, {
      conditions: { ...admin.conditions, devicePlatforms: ['android'] },
    });
    const from = (agent: string) => ({ client: user.in(service.ours.orgId, { 'user-agent': agent }) });
    expect(await me(from('Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0'))).toBe(200);
    expect(await me(from(android))).toEqual(blocked);
  });

  test('is asked for a second factor, and told which', async ({ service }) => {
    const user = await aUserCaller(service);
    await anAccessPolicy(service.ours, { decision: 'REQUIRE', requirements: ['MFA'], ...admin });
    expect(await me(user)).toEqual(asked('MFA'));
    const proved = `update login_sessions set amr = '{pwd,otp,mfa}' where user_id = $1`;
    await service.sql(proved, [user.userId]);
    expect(await me(user)).toBe(200);
  });

  test('is asked to sign in again when the sign-in is too old', async ({ service }) => {
    const user = await aUserCaller(service);
    await anAccessPolicy(service.ours, { decision: 'REQUIRE', requirements: ['REAUTHENTICATION'], ...admin });
    expect(await me(user)).toBe(200);
    const older = `update login_sessions set auth_time = now() - interval '301 seconds' where user_id = $1`;
    await service.sql(older, [user.userId]);
    const required = { required: ['REAUTHENTICATION'], maxAgeSeconds: 300 };
    expect(await me(user)).toEqual([403, 'REAUTHENTICATION_REQUIRED', required]);
  });

  test('is on record once a minute, and not at all if simply allowed', async ({ service }) => {
    const user = await aUserCaller(service);
    await me(user);
    const policyId = await anAccessPolicy(service.ours, {
      decision: 'REQUIRE',
      requirements: ['MFA'],
      ...admin,
    });
    for (let times = 0; times < 5; times++) expect(await me(user)).toEqual(asked('MFA'));
    const attempts = async () =>
      (await decisionsAbout(service, user)).reduce((sum, one) => sum + Number(one['attempts']), 0);
    await expect.poll(attempts, { timeout: 20_000 }).toBe(5);
    const rows = await decisionsAbout(service, user);
    // A minute may end meanwhile.
    expect(rows.length).toBeLessThanOrEqual(2);
    for (const row of rows)
      expect(row).toMatchObject({
        subject: 'user',
        userId: user.userId,
        decision: 'REQUIRE',
        outcome: 'ASKED',
        policyId,
        inputs: { clientType: 'browser', ipAddress: '127.0.0.1' },
      });
  });

  test('makes no row if the session is not good: strangers write nothing', async ({ service }) => {
    const user = await aUserCaller(service);
    await anAccessPolicy(service.ours, admin);
    const count = async () =>
      (await service.sql<{ count: number }>('select count(*)::int as count from access_decisions'))[0]?.count;
    const before = await count();
    const cookie = `kd_session=${'A'.repeat(43)}`;
    for (let times = 0; times < 3; times++)
      expect((await user.in(service.ours.orgId, { cookie }).call('getMe')).status).toBe(401);
    expect(await count()).toBe(before);
  });
});
