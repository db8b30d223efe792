import { randomUUID } from 'node:crypto';
import type * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import { anIdentity, aUser } from '../../support/builders.ts';
import { anAgent, anAgentOfHost, consented, letIn, type TestAgent } from '../../support/agents.ts';
import { accountOf, withdraw } from '../../support/consents.ts';
import { begin, call } from '../../support/relying-party.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { test, type TestService } from '../../support/service.ts';

const aHost = (): string => `${randomUUID()}.example.com`;

/** Whether the agent can use what it got for the user: at userinfo, at introspection, and for new tokens. */
async function working(
  agent: TestAgent,
  { access_token: access, refresh_token: refresh }: oidc.TokenEndpointResponse,
) {
  const userInfo = await fetch(`${agent.issuer}/userinfo`, {
    headers: { authorization: `Bearer ${access}` },
  });
  const introspected = await call(agent, '/introspect', { token: access });
  const refreshed = await call(agent, '/token', {
    grant_type: 'refresh_token',
    refresh_token: refresh ?? '',
  });
  return { userInfo: userInfo.status, active: introspected.body['active'], refreshed: refreshed.status };
}

const eventsOf = ({ sql }: TestService, type: string, orgId: string | undefined) =>
  sql<{ data: Record<string, unknown> }>(
    'select data from events where type = $1 and org_id = $2 order by created_at, id',
    [type, orgId],
  );

describe('listOidcAgents', () => {
  test('lists clients that no administrator made, with their hosts and what all users allowed', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const { orgId } = ours;
    const host = aHost();
    await anOidcClient(ours);
    const { clientId, agentId } = await anAgentOfHost(sql, orgId, { host });
    const [ada, bob] = [await aUser(ours), await aUser(ours)];
    const at = (scopes: string[]) => [{ resource: 'https://mcp.example.com/', scopes }];
    await consented(
      sql,
      { orgId, userId: ada, clientId },
      { scopes: ['openid'], claims: [], resources: at(['read']) },
    );
    await consented(
      sql,
      { orgId, userId: bob, clientId },
      { scopes: ['email'], claims: [], resources: at(['write']) },
    );
    const { body } = await ours.call('listOidcAgents', { query: { host } });
    expect(body.pagination.total).toBe(1);
    expect(body.data[0]).toMatchObject({
      id: agentId,
      clientId,
      origin: 'METADATA_DOCUMENT',
      host,
      redirectHosts: ['127.0.0.1'],
      loopbackOnly: true,
      userCount: 2,
      blocked: false,
      identityId: null,
    });
    expect(body.data[0].scopes.toSorted()).toEqual(['email', 'openid']);
    expect(body.data[0].resources).toEqual([
      { resource: 'https://mcp.example.com/', scopes: expect.arrayContaining(['read', 'write']) },
    ]);
  });

  test('filters by the host of a redirect, the origin and the user', async ({ service }) => {
    const { ours, sql } = service;
    const { orgId } = ours;
    const host = aHost();
    const registered = await anAgent(service, ours, { redirectUris: [`https://${host}/callback`] });
    const published = await anAgentOfHost(sql, orgId, { host, redirectUris: [`https://${host}/callback`] });
    const userId = await aUser(ours);
    await consented(sql, { orgId, userId, clientId: published.clientId });
    const listed = async (query: Record<string, string>) =>
      (await ours.call('listOidcAgents', { query })).body.data.map(({ id }: { id: string }) => id);
    expect((await listed({ host })).toSorted()).toEqual([registered.agentId, published.agentId].toSorted());
    expect(await listed({ host, origin: 'REGISTRATION' })).toEqual([registered.agentId]);
    expect(await listed({ userId })).toEqual([published.agentId]);
    expect(await listed({ host: aHost() })).toEqual([]);
  });

  test('shows no agent of another tenant', async ({ service }) => {
    const { ours, sql } = service;
    const host = aHost();
    const { agentId } = await anAgentOfHost(sql, ours.orgId, { host });
    const { theirs } = service;
    expect((await theirs.call('listOidcAgents', { query: { host } })).body.data).toEqual([]);
    expect((await theirs.call('deleteOidcAgent', { path: { agentId } })).status).toBe(404);
    expect((await ours.call('getOidcAgent', { path: { agentId } })).status).toBe(200);
  });
});

describe('getOidcAgent', () => {
  test('says when the agent last got tokens, and the audit log counts them for each hour', async ({
    service,
  }) => {
    const { ours, sql, runTask } = service;
    const agent = await anAgent(service, ours);
    const path = { agentId: agent.agentId };
    const { tokens } = await letIn(service, agent);
    const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await call(agent, '/token', refresh)).status).toBe(200);
    const count = async () => {
      const [row] = await sql<{ uses: number }>(
        'select uses::int from oidc_client_hours where client_id = $1',
        [agent.clientId],
      );
      return row?.uses;
    };
    await expect.poll(count, { timeout: 10_000 }).toBe(2);
    const [seen] = await sql<{ at: Date }>('select now() as at');
    const { body } = await ours.call('getOidcAgent', { path });
    expect(seen && seen.at.getTime() - new Date(body.lastUsedAt).getTime()).toBeLessThan(120_000);
    await sql(`update oidc_client_hours set hour = hour - interval '1 hour' where client_id = $1`, [
      agent.clientId,
    ]);
    await runTask('tell-client-hours');
    const { body: trail } = await ours.call('listAuditLogs', { query: { targetId: agent.agentId } });
    expect(trail.data[0]).toMatchObject({
      action: 'oidc_agent.issue_tokens',
      actor: { type: 'OIDC_CLIENT', id: agent.agentId },
      changes: [{ field: 'count', from: 0, to: 2 }],
    });
  });
});

describe('deleteOidcAgent', () => {
  test('ends consents, codes and tokens of all users at once, and tells of it', async ({ service }) => {
    const { ours } = service;
    const agent = await anAgent(service, ours);
    const { agentId } = agent;
    const [ada, bob] = [await letIn(service, agent), await letIn(service, agent)];
    const before = await ours.call('listOidcAgentGrants', { path: { agentId } });
    expect(before.body.data.map(({ userId }: { userId: string }) => userId)).toEqual(
      [ada.userId, bob.userId].toSorted(),
    );
    expect(before.body.data[0]).toMatchObject({
      userName: expect.any(String),
      lastUsedAt: expect.any(String),
    });
    const ended = await ours.call('deleteOidcAgent', { path: { agentId } });
    expect(ended).toMatchObject({ status: 200, body: { id: agentId } });
    for (const { tokens } of [ada, bob]) expect((await working(agent, tokens)).userInfo).toBe(401);
    expect((await ours.call('getOidcAgent', { path: { agentId } })).status).toBe(404);
    expect((await eventsOf(service, 'oidc_agent.ended', ours.orgId)).at(-1)?.data).toMatchObject({
      agentId,
      userCount: 2,
    });
    const { body: trail } = await ours.call('listAuditLogs', { query: { targetId: agentId } });
    expect(trail.data[0]).toMatchObject({ action: 'oidc_agent.delete', result: 'SUCCESS' });
  });

  test('leaves nothing that works when the client comes back under its old client_id', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const agent = await anAgent(service, ours);
    const { tokens } = await letIn(service, agent);
    const [row] = await sql('select to_jsonb(c) as row from oidc_clients c where id = $1', [agent.clientId]);
    await ours.call('deleteOidcAgent', { path: { agentId: agent.agentId } });
    await sql('insert into oidc_clients select * from jsonb_populate_record(null::oidc_clients, $1)', [
      row?.['row'],
    ]);
    expect(await working(agent, tokens)).toEqual({ userInfo: 401, active: false, refreshed: 400 });
  });
});

describe('deleteOidcAgentGrant', () => {
  test('ends the agent for one user only', async ({ service }) => {
    const { ours } = service;
    const agent = await anAgent(service, ours);
    const { agentId } = agent;
    const [ada, bob] = [await letIn(service, agent), await letIn(service, agent)];
    const path = { agentId, userId: ada.userId };
    expect((await ours.call('deleteOidcAgentGrant', { path })).status).toBe(200);
    expect(await working(agent, ada.tokens)).toEqual({ userInfo: 401, active: false, refreshed: 400 });
    expect(await working(agent, bob.tokens)).toEqual({ userInfo: 200, active: true, refreshed: 200 });
    expect(await ours.call('deleteOidcAgentGrant', { path })).toMatchObject({
      status: 404,
      body: { code: 'OIDC_AGENT_NOT_FOUND' },
    });
    const told = (await eventsOf(service, 'oidc_consent.withdrawn', ours.orgId)).find(
      ({ data }) => data['userId'] === ada.userId,
    );
    expect(told?.data).toMatchObject({ clientId: agent.clientId, withdrawnBy: { type: 'API_KEY' } });
  });
});

describe('updateOidcBlockedHosts', () => {
  const block = async ({ ours }: TestService, hosts: string[]) => {
    const { body, headers } = await ours.call('getOidcBlockedHosts');
    const etag = headers.get('etag') ?? '';
    const all = [...body.hosts.filter((one: string) => !hosts.includes(one)), ...hosts];
    return ours.call('updateOidcBlockedHosts', { body: { hosts: all }, headers: { 'if-match': etag } });
  };

  test('ends all agents that send users to a host, and refuses them until it is taken off', async ({
    service,
  }) => {
    const { ours } = service;
    const host = aHost();
    const redirect = `https://${host}/callback`;
    const agent = await anAgent(service, ours, {
      redirectUris: [redirect, 'https://rp.example.com/callback'],
    });
    const { tokens, browser } = await letIn(service, agent);
    expect((await block(service, [host])).status).toBe(200);
    expect(await working(agent, tokens)).toMatchObject({ userInfo: 401, refreshed: 401 });
    const refused = await browser.open((await begin(agent)).url);
    expect(refused.text).toContain('OIDC_CLIENT_NOT_FOUND');
    const path = { agentId: agent.agentId };
    expect((await ours.call('getOidcAgent', { path })).body).toMatchObject({ blocked: true, userCount: 0 });
    expect((await eventsOf(service, 'oidc_agent.hosts_blocked', ours.orgId)).at(-1)?.data).toMatchObject({
      hosts: [host],
      agentCount: 1,
      userCount: 1,
    });
    const { body } = await ours.call('getOidcBlockedHosts');
    const hosts = body.hosts.filter((one: string) => one !== host);
    await ours.call('updateOidcBlockedHosts', { body: { hosts } });
    expect(await working(agent, tokens)).toEqual({ userInfo: 401, active: false, refreshed: 400 });
    expect((await browser.open((await begin(agent)).url)).text).toContain('name="answer"');
  });

  test('blocks the names below a host, and no client of an administrator', async ({ service }) => {
    const { ours, sql } = service;
    const domain = aHost();
    const below = await anAgentOfHost(sql, ours.orgId, { host: `a.${domain}` });
    const itself = await anAgentOfHost(sql, ours.orgId, { host: domain });
    const own = await anAgent(service, ours);
    const [{ origin } = {}] = await sql(
      `update oidc_clients set origin = 'ADMINISTRATOR', redirect_uris = array[$2] where id = $1 returning origin`,
      [own.clientId, `https://b.${domain}/callback`],
    );
    expect(origin).toBe('ADMINISTRATOR');
    await block(service, [`*.${domain}`]);
    const isBlocked = async (agentId: string) =>
      (await ours.call('getOidcAgent', { path: { agentId } })).body.blocked as boolean;
    expect(await isBlocked(below.agentId)).toBe(true);
    expect(await isBlocked(itself.agentId)).toBe(false);
    const { url } = await begin(own, { redirect_uri: `https://b.${domain}/callback` });
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303);
  });

  test.for([
    ['https://example.com'],
    ['Example.com'],
    ['example.com/path'],
    ['*.'],
    ['localhost'],
    ['127.0.0.1:8080'],
    [''],
  ])('refuses %s, because a list of blocked hosts cannot have it', async ([host = ''], { service }) => {
    const { status } = await service.ours.call('updateOidcBlockedHosts', { body: { hosts: [host] } });
    expect(status).toBe(400);
  });

  test('refuses a change of a list that another caller has changed', async ({ service }) => {
    const { ours } = service;
    const { headers } = await ours.call('getOidcBlockedHosts');
    await block(service, [aHost()]);
    const { status } = await ours.call('updateOidcBlockedHosts', {
      body: { hosts: [] },
      headers: { 'if-match': headers.get('etag') ?? '' },
    });
    expect(status).toBe(412);
  });
});

describe('approveOidcAgent', () => {
  test('makes an identity of the type AI_AGENT, whose suspension refuses the agent and its tokens', async ({
    service,
  }) => {
    const { ours } = service;
    const agent = await anAgent(service, ours, { name: 'Ticket helper' });
    const path = { agentId: agent.agentId };
    const { tokens } = await letIn(service, agent);
    const ownerUserId = await aUser(ours);
    const { status, body } = await ours.call('approveOidcAgent', { path, body: { ownerUserId } });
    expect({ status, blocked: body.blocked }).toEqual({ status: 200, blocked: false });
    const id = body.identityId as string;
    const { body: identity } = await ours.call('getIdentity', { path: { id } });
    expect(identity).toMatchObject({ name: 'Ticket helper', type: 'AI_AGENT', ownerUserId });
    expect((await working(agent, tokens)).userInfo).toBe(200);
    await ours.call('suspendIdentity', { path: { id }, body: {} });
    expect(await working(agent, tokens)).toMatchObject({ userInfo: 401, refreshed: 401 });
    expect((await ours.call('getOidcAgent', { path })).body.blocked).toBe(true);
    await ours.call('reactivateIdentity', { path: { id } });
    expect((await working(agent, tokens)).userInfo).toBe(200);
    expect((await eventsOf(service, 'oidc_agent.approved', ours.orgId)).at(-1)?.data).toMatchObject({
      identityId: id,
    });
  });

  test('an agent whose identity was revoked stays refused after it was ended', async ({ service }) => {
    const { ours } = service;
    const agent = await anAgent(service, ours);
    const path = { agentId: agent.agentId };
    const identityId = await anIdentity(ours, { type: 'AI_AGENT' });
    await ours.call('approveOidcAgent', { path, body: { identityId } });
    await ours.call('revokeIdentity', { path: { id: identityId }, body: {} });
    expect((await ours.call('deleteOidcAgent', { path })).status).toBe(200);
    expect((await ours.call('getOidcAgent', { path })).body).toMatchObject({
      identityId,
      userCount: 0,
      blocked: true,
    });
  });

  test('takes an identity that exists, once', async ({ service }) => {
    const { ours } = service;
    const [one, other] = [await anAgent(service, ours), await anAgent(service, ours)];
    const identityId = await anIdentity(ours, { type: 'AI_AGENT' });
    const approve = ({ agentId }: TestAgent, body: Record<string, string>) =>
      ours.call('approveOidcAgent', { path: { agentId }, body });
    expect((await approve(one, { identityId })).body.identityId).toBe(identityId);
    expect((await approve(one, { identityId })).status).toBe(200);
    expect(await approve(other, { identityId })).toMatchObject({
      status: 409,
      body: { code: 'OIDC_AGENT_STATE_CONFLICT' },
    });
    const machine = await anIdentity(ours, { type: 'CI_CD' });
    expect((await approve(other, { identityId: machine })).status).toBe(400);
    expect(await approve(other, {})).toMatchObject({ status: 400 });
  });

  test('needs the right to write identities', async ({ service }) => {
    const { ours, as } = service;
    const agent = await anAgent(service, ours);
    const { body: identity } = await ours.call('createIdentity', {
      body: { name: 'Governor', type: 'API_KEY' },
    });
    const { body: made } = await ours.call('createCredential', {
      body: { identityId: identity.id, name: 'oidc only', scopes: ['oidc.read', 'oidc.write'] },
    });
    const caller = as(made.credential);
    const refused = await caller.call('approveOidcAgent', { path: { agentId: agent.agentId }, body: {} });
    expect(refused).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } });
  });
});

describe('showAccount, of agents', () => {
  test('lists agents apart from applications, with who stands behind them, and ends one by a button', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const agent = await anAgent(service, ours, {
      name: 'Ticket helper',
      redirectUris: ['https://rp.example.com/callback', 'https://helper.example.com/cb'],
    });
    const { userId, browser, tokens } = await letIn(service, agent);
    const published = await anAgentOfHost(sql, ours.orgId, { host: 'agents.example.com' });
    await consented(sql, { orgId: ours.orgId, userId, clientId: published.clientId });
    const { text } = await accountOf(browser, agent);
    const [, section = ''] = /<section aria-labelledby="agents-title">([^]*?)<\/section>/.exec(text) ?? [];
    const plain = section.replaceAll(/<\/?bdi>/g, '');
    for (const part of [
      'Ticket helper',
      'Its name is not verified',
      'Sends you to helper.example.com, rp.example.com',
      'From agents.example.com',
      'Sends you to a program on this computer',
      'See your email address',
      'up to five minutes',
      'last used on',
    ])
      expect(plain).toContain(part);
    expect(text).not.toContain('applications-title');
    await withdraw(browser, agent);
    expect((await working(agent, tokens)).refreshed).toBe(400);
    await withdraw(browser, { issuer: agent.issuer, clientId: published.clientId });
    expect((await accountOf(browser, agent)).text).not.toContain('agents-title');
  });
});
