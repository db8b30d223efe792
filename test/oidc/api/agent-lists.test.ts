import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { anAgentOfHost, consented } from '../../support/agents.ts';
import { test } from '../../support/service.ts';

describe('listOidcAgentGrants', () => {
  test('pages through the users of an agent, and shows none of another tenant', async ({ service }) => {
    const { ours, theirs, sql } = service;
    const { clientId, agentId } = await anAgentOfHost(sql, ours.orgId, {
      host: `${randomUUID()}.example.com`,
    });
    const users = [await aUser(ours), await aUser(ours), await aUser(ours)].toSorted();
    for (const userId of users) await consented(sql, { orgId: ours.orgId, userId, clientId });
    const path = { agentId };
    const first = await ours.call('listOidcAgentGrants', { path, query: { limit: 2 } });
    const { nextCursor: cursor } = first.body.pagination as { nextCursor: string };
    const last = await ours.call('listOidcAgentGrants', { path, query: { limit: 2, cursor } });
    const found = [first, last].flatMap(({ body }) =>
      (body.data as { userId: string }[]).map((one) => one.userId),
    );
    expect(found).toEqual(users);
    expect((await theirs.call('listOidcAgentGrants', { path })).status).toBe(404);
  });
});

describe('getOidcBlockedHosts', () => {
  test('shows the hosts of the tenant alone, with who blocked them', async ({ service }) => {
    const { ours, theirs } = service;
    const hosts = [`${randomUUID()}.example.com`];
    expect((await theirs.call('getOidcBlockedHosts')).body).toMatchObject({ hosts: [], updatedAt: null });
    await ours.call('updateOidcBlockedHosts', { body: { hosts } });
    const { body } = await ours.call('getOidcBlockedHosts');
    expect(body).toMatchObject({
      hosts,
      updatedAt: expect.any(String),
      updatedBy: expect.stringMatching(/^cred_/),
    });
    expect((await theirs.call('getOidcBlockedHosts')).body.hosts).toEqual([]);
  });
});
