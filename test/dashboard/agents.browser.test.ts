import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { anAgentOfHost, consented } from '../support/agents.ts';
import { aUser } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { lacks } from '../support/programs.ts';
import { shootPage } from '../support/screenshots.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();
const atMcp = {
  scopes: ['openid'],
  claims: [],
  resources: [{ resource: 'https://mcp.example.com/', scopes: ['read'] }],
};

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'agents in the dashboard and on the account page',
  { timeout: 90_000 },
  () => {
    test('are found by their hosts, approved, ended for a user and for all, and blocked', async ({
      service,
    }) => {
      const { ours, sql } = service;
      const { orgId } = ours;
      const host = `${randomUUID()}.example.com`;
      const agent = await anAgentOfHost(sql, orgId, { host });
      const users = [
        await aUser(ours, { displayName: 'Ada Lovelace' }),
        await aUser(ours, { displayName: 'Bob' }),
      ];
      for (const userId of users) await consented(sql, { orgId, userId, clientId: agent.clientId }, atMcp);
      const { page, open, complaints, findings } = await openDashboard(service, await aUserCaller(service));
      await open(`agents?host=${host}`);
      await page.getByRole('row', { name: 'Example agent' }).getByText('A program on the computer').waitFor();
      expect(await findings()).toEqual([]);
      await shootPage(page, 'agent-list');
      await page.getByRole('link', { name: 'Example agent' }).click();
      await page.getByText('read at https://mcp.example.com/').first().waitFor();
      expect(await findings()).toEqual([]);
      await shootPage(page, 'agent');

      await page.getByRole('button', { name: 'Approve' }).click();
      const approval = page.getByRole('dialog', { name: 'Approve Example agent?' });
      await approval.getByLabel('Owner').waitFor();
      await shootPage(page, 'agent-approve');
      await approval.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('The agent was approved.').waitFor();
      const path = { agentId: agent.agentId };
      expect((await ours.call('getOidcAgent', { path })).body.identityId).toMatch(/^idn_/);

      await page.getByRole('button', { name: 'End: Ada Lovelace' }).click();
      const ending = page.getByRole('dialog', { name: 'End Example agent for Ada Lovelace?' });
      await ending.getByRole('button', { name: 'End' }).click();
      await page.getByText('The agent was ended for the user.').waitFor();
      expect((await ours.call('getOidcAgent', { path })).body.userCount).toBe(1);

      await page.getByRole('button', { name: 'Block host' }).click();
      const blocking = page.getByRole('dialog', { name: `Block ${host}?` });
      await blocking.getByRole('button', { name: 'Block host' }).click();
      await page.getByText('The host was blocked.').waitFor();
      expect((await ours.call('getOidcAgent', { path })).body).toMatchObject({ blocked: true, userCount: 0 });
      await page.getByText('No user lets this agent in now.').waitFor();

      await page.getByRole('button', { name: 'End for all users' }).click();
      const removal = page.getByRole('dialog', { name: 'End Example agent for all users?' });
      await removal.getByRole('textbox').fill('Example agent');
      await removal.getByRole('button', { name: 'End for all users' }).click();
      await page.getByText('The agent was ended.').waitFor();
      await page.getByRole('button', { name: 'Blocked hosts' }).click();
      await page.getByRole('dialog', { name: 'Blocked hosts' }).getByText(host).waitFor();
      await shootPage(page, 'blocked-hosts');
      expect(complaints).toEqual([]);
    });

    test('are on the account page of their user, on a desk and on a phone', async ({ service }) => {
      const { ours, sql } = service;
      const user = await aUserCaller(service);
      const { orgId } = ours;
      const { clientId } = await anAgentOfHost(sql, orgId, { host: 'agents.example.com' });
      const other = await anAgentOfHost(sql, orgId, {
        host: `a.${'very-long-name.'.repeat(6)}example.com`,
        redirectUris: ['https://b.example.com/cb', 'com.example.app:/cb'],
      });
      for (const id of [clientId, other.clientId])
        await consented(sql, { orgId, userId: user.userId, clientId: id }, atMcp);
      const { page, open } = await openDashboard(service, user);
      await open('agents');
      for (const [name, colorScheme, width] of [
        ['light', 'light', 1280],
        ['dark', 'dark', 1280],
        ['phone', 'dark', 390],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(new URL(`/account/${orgId}?section=applications`, page.url()).href);
        await page.getByRole('heading', { name: 'Connected agents' }).waitFor();
        await page.getByText('From agents.example.com').waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await shootPage(page, `account-agents-${name}`);
      }
      await page.getByRole('button', { name: 'Remove access: Example agent' }).first().click();
      await page.getByText('Access was removed.').waitFor();
    });
  },
);
