import { describe, expect } from 'vitest';
import { redirectPath, aServiceProvider, aVisitor } from '../../support/saml-sign-on.ts';
import { redirectUrl } from '../../../src/saml-messages/build/bindings.ts';
import { aLogoutParty, logoutContent, logoutPath, responseTo } from '../../support/saml-logout.ts';
import { test, type TestService } from '../../support/service.ts';

const older = `
insert into saml_traces (org_id, id, service_provider_id, at, verified, outcome, facts)
select $1, 'trc_' || right($2, 12) || $3 || n, $2, now() - n * interval '1 second' - $4 * interval '1 minute', $3::boolean, 'ACCEPTED', '{}'::jsonb
  from generate_series(1, $5::int) as n`;

/** How many traces of a service provider there are: verified ones, and others. */
async function counted({ sql }: Pick<TestService, 'sql'>, id: string): Promise<[number, number]> {
  const [row] = await sql<{ verified: number; others: number }>(
    `select count(*) filter (where verified)::int as verified, count(*) filter (where not verified)::int as others
       from saml_traces where service_provider_id = $1`,
    [id],
  );
  return [row?.verified ?? 0, row?.others ?? 0];
}

describe('the rings of traces', () => {
  test('keep the newest 1,000 verified messages and the newest 100 others', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const { orgId } = service.ours;
    await service.sql(older, [orgId, id, true, 0, 1020]);
    await service.sql(older, [orgId, id, false, 0, 150]);
    await service.runTask('sweep-requests');
    expect(await counted(service, id)).toEqual([1000, 100]);
    const [oldest] = await service.sql<{ id: string }>(
      'select id from saml_traces where service_provider_id = $1 and verified order by at limit 1',
      [id],
    );
    expect(oldest?.id).toMatch(/true1000$/);
  });

  test('keep AuthnRequests apart, which strangers get from the service provider', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    const { orgId } = service.ours;
    await service.sql(older, [orgId, id, true, 60, 20]);
    await service.sql(
      `insert into saml_traces (org_id, id, service_provider_id, verified, outcome, facts)
       select $1, 'trc_asked' || right($2, 12) || n, $2, true, 'ACCEPTED',
              '{"direction": "RECEIVED", "messageType": "AuthnRequest"}' from generate_series(1, 1200) as n`,
      [orgId, id],
    );
    await service.runTask('sweep-requests');
    expect(await counted(service, id)).toEqual([1020, 0]);
  });

  test('forget messages after seven days', async ({ service }) => {
    const { id } = await aServiceProvider(service.ours);
    await service.sql(older, [service.ours.orgId, id, true, 7 * 24 * 60, 3]);
    await service.runTask('sweep-requests');
    expect(await counted(service, id)).toEqual([0, 0]);
  });

  test('take at most 100 unverified messages in a minute, and push out no verified one', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    await service.sql(older, [service.ours.orgId, party.id, true, 0, 1000]);
    await service.sql(
      `insert into saml_traces (org_id, id, service_provider_id, verified, outcome, facts)
       select $1, 'trc_now' || right($2, 12) || n, $2, false, 'ACCEPTED', '{}' from generate_series(1, 99) as n`,
      [service.ours.orgId, party.id],
    );
    const { visitor } = await aVisitor(service);
    for (const _ of [1, 2, 3]) expect((await visitor.get(await redirectPath(party))).status).toBe(303);
    expect(await counted(service, party.id)).toEqual([1000, 100]);
  });
});

describe('traces of logouts', () => {
  test('name the key of a verified request, and hide a name that belongs to no user', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aVisitor(service);
    const profile = {
      nameID: 'canary-name',
      nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    };
    const content = logoutContent(party, profile);
    const path = logoutPath(party, content, { relayState: 'relay-canary' });
    expect((await visitor.get(path)).status).toBe(303);
    expect((await visitor.get(path)).status).toBe(400);
    expect((await visitor.get(path)).status).toBe(400);
    const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: party.id } });
    expect(body.data).toMatchObject([
      { messageType: 'LogoutRequest', outcome: 'REFUSED', verified: true, refusal: { rule: 'replay' } },
      { messageType: 'LogoutRequest', outcome: 'ACCEPTED', verified: true, userId: null, refusal: null },
    ]);
    expect(body.data[1].key.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(body.data[1].message).toContain('>[removed]</saml:NameID>');
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  test('show the beginning of a long status', async ({ service }) => {
    const party = await aLogoutParty(service.ours);
    const { visitor } = await aVisitor(service);
    // The limit is in the middle of a character.
    const xml = responseTo(party, '_unknown', { signing: 'by-query', code: `${'a'.repeat(255)}😀` });
    const url = new URL(redirectUrl(party.slo, { parameter: 'SAMLResponse', xml }, party.key));
    expect((await visitor.get(`${url.pathname}${url.search}`)).status).toBe(400);
    const { body } = await service.ours.call('listServiceProviderTraces', { path: { spId: party.id } });
    expect(body.data).toMatchObject([{ status: { code: `${'a'.repeat(255)}\u{FFFD}` } }]);
  });

  test('are refused to other tenants', async ({ service }) => {
    const party = await aServiceProvider(service.ours);
    const { status } = await service.theirs.call('listServiceProviderTraces', { path: { spId: party.id } });
    expect(status).toBe(404);
  });
});
