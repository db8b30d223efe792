import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';
import { aUserCaller, signedIn } from '../../support/user-caller.ts';

describe('getMe', () => {
  test('tells a user and a key who they are', async ({ service }) => {
    const { userId, client } = await aUserCaller(service, { roles: ['AUDITOR'], displayName: 'Ada' });
    const { ours, oursTest } = service;
    const { status, body } = await client.call('getMe');
    expect([status, body]).toMatchObject([
      200,
      {
        type: 'USER',
        id: userId,
        name: 'Ada',
        roles: ['AUDITOR'],
        orgId: ours.orgId,
        environment: 'live',
        organization: { liveOrgId: ours.orgId, testOrgId: oursTest.orgId },
      },
    ]);
    expect(body.scopes).toContain('audit.read');
    expect(body.scopes).not.toContain('*');
    expect((await ours.call('getMe')).body).toMatchObject({
      type: 'API_KEY',
      roles: [],
      scopes: ['*'],
      authTime: null,
      orgId: ours.orgId,
    });
  });

  test('lists the organizations that the same browser has live sessions of, and those of no other browser', async ({
    service,
  }) => {
    const { ours, oursTest, theirs, organizations, sql } = service;
    const here = await aUserCaller(service);
    const elsewhere = await aUserCaller(service, { roles: ['MEMBER'] }, theirs);
    // A sign-in renews the cookie of the browser.
    const listed = async () => (await here.in(ours.orgId).call('getMe')).body.organizations;
    const own = { name: 'Ours', liveOrgId: ours.orgId, testOrgId: oursTest.orgId };
    expect(await listed()).toEqual([own]);
    await signedIn(service, elsewhere, { at: theirs, person: here.person });
    const other = { name: 'Theirs', liveOrgId: theirs.orgId, testOrgId: organizations.theirs.test.orgId };
    expect(await listed()).toEqual([own, other]);
    // A login to the live tenant and one to its test twin are one organization.
    const twin = await aUserCaller(service, { roles: ['MEMBER'] }, oursTest);
    await signedIn(service, twin, { at: oursTest, person: here.person });
    expect(await listed()).toEqual([own, other]);
    await sql(`update users set expires_at = now() - interval '1 second' where id = $1`, [elsewhere.userId]);
    expect(await listed()).toEqual([own]);
    await sql(`update login_sessions set last_seen_at = now() - interval '13 hours' where org_id = $1`, [
      ours.orgId,
    ]);
    const inTest = here.in(oursTest.orgId);
    expect((await inTest.call('getMe')).body.organizations).toEqual([{ ...own, liveOrgId: null }]);
    expect((await ours.call('getMe')).body.organizations).toEqual([]);
  });
});
