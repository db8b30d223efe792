import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { mostStrangers } from '../../../src/oidc/strangers-quota.ts';
import { anAgent } from '../../support/agents.ts';
import { anIdentity } from '../../support/builders.ts';
import { allowHosts, aDocumentHost, documentParty } from '../../support/document-hosts.ts';
import { aPerson, authorized, begin, issuerOf, signedIn } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const redirect_uri = 'https://agent.example.com/callback';

/** A host, a user who is signed in, and clients of the host that the user has opened. */
async function opened(service: TestService) {
  const host = await aDocumentHost();
  await allowHosts(service.ours, [host.host]);
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: issuerOf(service.ours), userId });
  const open = async (url = host.publish()) => {
    const party = await documentParty(service.ours, url);
    const shown = await browser.open((await begin(party, { redirect_uri })).url);
    return { url, party, shown };
  };
  const ids = async (): Promise<string[]> =>
    (
      await service.sql<{ id: string }>(
        "select id from oidc_clients where org_id = $1 and origin <> 'ADMINISTRATOR' order by id",
        [service.ours.orgId],
      )
    ).map(({ id }) => id);
  return { host, userId, browser, open, ids };
}

const age = ({ sql }: TestService, url: string, days: number) =>
  sql("update oidc_clients set updated_at = now() - $2 * interval '1 day' where id = $1", [url, days]);

describe('tend-strangers', () => {
  test('keeps an approved client that is not used, because its identity decides whether it may act', async ({
    service,
  }) => {
    const { theirs, runTask } = service;
    const { clientId, agentId } = await anAgent(service, theirs);
    const identityId = await anIdentity(theirs, { type: 'AI_AGENT' });
    await theirs.call('approveOidcAgent', { path: { agentId }, body: { identityId } });
    await age(service, clientId, 31);
    await runTask('tend-strangers');
    expect((await theirs.call('getOidcAgent', { path: { agentId } })).body).toMatchObject({ identityId });
  });

  test('removes clients that no user has allowed after a day, and others when they were not used for 30 days', async ({
    service,
  }) => {
    const { host, browser, open, ids, userId } = await opened(service);
    const [fresh, old, used, unused] = [host.publish(), host.publish(), host.publish(), host.publish()];
    for (const url of [fresh, old]) await open(url);
    for (const url of [used, unused]) {
      const party = await documentParty(service.ours, url);
      await (await authorized(party, browser, { redirect_uri })).exchange();
    }
    for (const url of [old, used, unused]) await age(service, url, 31);
    await service.sql(
      "update oidc_consents set last_used_at = now() - interval '31 days', granted_at = now() - interval '31 days' where client_id = any ($1)",
      [[used, unused]],
    );
    await service.sql(
      "update oidc_artifacts set created_at = now() - interval '31 days' where client_id = $1",
      [unused],
    );
    await service.runTask('tend-strangers');
    expect(await ids()).toEqual([fresh, used].toSorted());
    // Its tokens do not come back with it.
    expect(
      await service.sql('select from oidc_artifacts where user_id = $1 and client_id = $2', [userId, unused]),
    ).toEqual([]);
    const { body } = await service.ours.call('listAuditLogs', {
      query: { action: 'oidc_client.end_unused' },
    });
    expect(body.data).toMatchObject([{ target: { id: unused } }]);
    await host.receiver.close();
  });
});

describe('a tenant', () => {
  test('has room for 1,000 clients of strangers: the one goes that no user has allowed and that was not read for longest', async ({
    service,
  }) => {
    const { host, browser, open, ids } = await opened(service);
    const allowed = host.publish();
    const party = await documentParty(service.ours, allowed);
    await authorized(party, browser, { redirect_uri });
    const oldest = host.publish();
    await open(oldest);
    await age(service, oldest, 0.5);
    await age(service, allowed, 0.9);
    const [before] = await service.sql<{ many: number }>(
      "select count(*)::int as many from oidc_clients where org_id = $1 and origin <> 'ADMINISTRATOR'",
      [service.ours.orgId],
    );
    const copied = async (many: number) => {
      const columns = await service.sql<{ name: string }>(
        "select column_name as name from information_schema.columns where table_name = 'oidc_clients' and column_name <> 'id'",
      );
      const list = columns.map(({ name }) => name).join(', ');
      await service.sql(
        `insert into oidc_clients (id, ${list}) select $1 || n, ${list} from oidc_clients, generate_series(1, $2) n where id = $3`,
        [`https://${randomUUID()}.example/`, many, allowed],
      );
    };
    await copied(mostStrangers - (before?.many ?? 0));
    const next = host.publish();
    expect((await open(next)).shown.status).toBe(200);
    const left = await ids();
    expect(left).toHaveLength(mostStrangers);
    expect(left).toContain(allowed);
    expect(left).toContain(next);
    // The copies have no consents, and are older.
    await service.sql(
      `insert into oidc_consents (org_id, user_id, client_id, granted, granted_at)
       select c.org_id, k.user_id, c.id, k.granted, now() from oidc_clients c
         join oidc_consents k on k.org_id = c.org_id and k.client_id = $1
        where c.org_id = $2 and c.origin <> 'ADMINISTRATOR' on conflict do nothing`,
      [allowed, service.ours.orgId],
    );
    const full = await open(host.publish());
    expect([full.shown.status, full.shown.text]).toEqual([
      400,
      expect.stringContaining('<code>NO_ROOM</code>'),
    ]);
    await host.receiver.close();
  });

  test('lists, counts and exports clients of administrators alone', async ({ service }) => {
    const { host, open } = await opened(service);
    const { url } = await open();
    const list = await service.ours.call('listOidcClients', {});
    expect(JSON.stringify(list.body)).not.toContain(url);
    const one = await service.ours.call('getOidcClient', { path: { clientId: url } });
    expect(one.status).toBe(404);
    await host.receiver.close();
  });
});
