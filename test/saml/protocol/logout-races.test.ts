import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holding, waiting } from '../../support/held-rows.ts';
import { aPerson } from '../../support/person.ts';
import { aLogoutParty, joined, logoutContent, logoutPath } from '../../support/saml-logout.ts';
import { aServiceProvider, aVisitor, password, redirectPath } from '../../support/saml-sign-on.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const orgId = (): string => service.ours.orgId ?? '';

async function aSignedIn() {
  const made = await aVisitor(service);
  await made.visitor.signIn(orgId(), made.email, password);
  return made;
}

describe('a sign-on', () => {
  // Two sign-ons of one login would deadlock if the one with the salt waited for the login, and the other one for the salt.
  test('does not wait for what all sign-ons of the tenant read', async () => {
    const party = await aServiceProvider(service.ours);
    const { visitor } = await aSignedIn();
    await visitor.open(await redirectPath(party));
    await holding(service, 'select from oidc_pairwise_salts where org_id = $1 for update', [orgId()]);
    expect((await visitor.open(await redirectPath(party))).status).toBe(200);
  });
});

describe('a LogoutRequest for two logins', () => {
  test('does not deadlock with a suspension', async () => {
    const party = await aLogoutParty(service.ours);
    const { id, email, visitor } = await aSignedIn();
    const elsewhere = aPerson(service.origin);
    await elsewhere.signIn(orgId(), email, password);
    const profile = await joined(visitor, party);
    await joined(elsewhere, party);
    const [, newest] = await service.sql<{ id: string }>(
      'select id from login_sessions where user_id = $1 order by id',
      [id],
    );
    const release = await holding(service, 'select from login_sessions where id = $1 for update', [
      newest?.id,
    ]);
    const suspended = service.ours.call('suspendUser', { path: { userId: id }, body: { reason: 'left' } });
    await waiting(service, 1);
    const content = logoutContent(party, profile, { sessionIndexes: [] });
    const out = visitor.get(logoutPath(party, content));
    await waiting(service, 2);
    await release();
    expect([(await suspended).status, (await out).status]).toEqual([200, 303]);
  });
});

describe('a LogoutRequest that comes while its user is deleted', () => {
  test('leaves no name of the user in its trace', async () => {
    const party = await aLogoutParty(service.ours);
    const { id, visitor } = await aSignedIn();
    const profile = await joined(visitor, party);
    const release = await holding(service, 'select from login_sessions where user_id = $1 for update', [id]);
    const deleted = service.ours.call('deleteUser', { path: { userId: id } });
    await waiting(service, 1);
    const out = visitor.get(logoutPath(party, logoutContent(party, profile)));
    await waiting(service, 2);
    await release();
    expect([(await deleted).status, (await out).status]).toEqual([200, 303]);
    const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: party.id } });
    const [trace] = body.data;
    expect(trace).toMatchObject({ messageType: 'LogoutRequest', outcome: 'ACCEPTED', userId: null });
    expect(trace.message).toContain('>[removed]</saml:NameID>');
  });
});
