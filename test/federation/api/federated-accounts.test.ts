import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import {
  aSubject,
  connected,
  locally,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

const password = 'vivid-harbor-cello-42';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe('addOwnFederatedAccount', () => {
  test('offers the connection of the domain of the user only, unless the connection never links', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const connection = await connected(service, upstream, { name: 'Mine' });
    await connected(service, upstream, { name: 'Of another customer' });
    const claims = aSubject(connection);
    const { person } = await signedInAs(service, connection, claims);
    const path = `/account/${ours.orgId}?section=security`;
    const page = await person.open(path);
    expect(page.text).toContain('Mine');
    expect(page.text).not.toContain('Of another customer');
    // The last way in stays.
    const stuck = await person.send(page, {}, `${connection.id}/disconnect`);
    expect([stuck.status, stuck.text.includes('This is your only way to sign in')]).toEqual([400, true]);
    await changeConnection(service, connection.id, "account_linking = 'NONE'");
    const email = `${crypto.randomUUID()}@${connection.domain}`;
    await aUser(ours, { email, password });
    const other = aPerson(origin);
    await locally(service, other, { email, password });
    const security = await other.open(path);
    expect(security.text).not.toContain('Mine');
    const { csrf = '' } = security.forms.find(({ action }) => action.startsWith('/account/'))?.fields ?? {};
    const forced = await other.post(`/account/${ours.orgId}/federation/${connection.id}/connect`, { csrf });
    expect(forced.status).toBe(404);
  });
});
