import { describe, expect } from 'vitest';
import { aCredential, anIdentity, aUser, verify } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram } from '../support/dashboard.ts';
import { anAlert } from '../support/findings.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { aUserCaller } from '../support/user-caller.ts';
import { aFailedDelivery, createWebhook } from '../support/webhooks.ts';

const openDashboard = aDashboard();

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'the overview of the dashboard',
  { timeout: 90_000 },
  () => {
    test('each number leads to just what it counts, and the service says what it checked and its version', async ({
      service,
    }) => {
      const { ours, sql } = service;
      const identityId = await anIdentity(ours);
      const made: string[] = [];
      for (let count = 0; count < 6; count += 1)
        made.push((await aCredential(ours, { identityId, name: `key ${count}` })).id);
      const [ended = '', revoked = '', unused = '', gone = '', soon = '', denied = ''] = made;
      await sql(`update credentials set expires_at = now() - interval '1 day' where id = $1`, [ended]);
      await ours.call('revokeCredential', { path: { id: revoked } });
      await sql(`update credentials set created_at = now() - interval '1 year' where id = any ($1)`, [
        [unused, gone],
      ]);
      await ours.call('suspendCredential', { path: { id: unused } });
      await ours.call('revokeCredential', { path: { id: gone } });
      await sql(`update credentials set expires_at = now() + interval '1 day' where id = $1`, [soon]);
      await ours.call('suspendIdentity', { path: { id: await anIdentity(ours) } });
      await aUser(ours, { sendInvite: true });
      await anAlert(ours);
      const webhook = await createWebhook(ours);
      await sql(`update webhooks set failing_since = now() where id = $1`, [webhook.id]);
      for (let count = 0; count < 3; count += 1) await aFailedDelivery(ours, webhook.id);
      const { body } = await ours.call('rotateCredential', { path: { id: denied } });
      await ours.call('suspendCredential', { path: { id: denied } });
      await verify(ours, body.credential);

      const { page, open, complaints } = await openDashboard(service, await aUserCaller(service));
      await open('');
      const cards = page.locator('main a[href*="?"]').filter({ hasText: /^\d/ });
      await page.getByRole('link', { name: 'Active credentials: ' }).waitFor();
      await page.getByText('Migrations').waitFor();
      const health = (await (await fetch(`${service.origin}/health/ready`)).json()) as { version: string };
      expect(await page.locator('dt:text-is("Version") + dd').textContent()).toBe(health.version);
      const found = await cards.evaluateAll((links) =>
        links.map((link) => [link.getAttribute('href') ?? '', link.textContent ?? ''] as const),
      );
      expect(found.length).toBeGreaterThan(13);
      for (const [href, text] of found) {
        const count = Number.parseInt(text, 10);
        if (href.includes('audit')) continue;
        // Faster than a click and the way back, which draws all charts again.
        await page.evaluate(
          `history.pushState({}, '', ${JSON.stringify(href)}); dispatchEvent(new PopStateEvent('popstate'))`,
        );
        if (href.includes('hasDeadLetters'))
          await page.getByRole('link', { name: `${count} waiting` }).waitFor();
        else if (count === 0) await page.getByText('No results').waitFor();
        else
          await expect
            .poll(async () => [href, await page.locator('tbody tr:has(a)').count()], { timeout: 20_000 })
            .toEqual([href, count]);
      }
      await open('');
      await page.getByRole('button', { name: 'Suspended 1' }).click();
      await page.getByRole('cell', { name: 'key 5' }).waitFor();
      expect(new URL(page.url()).searchParams.get('code')).toBe('SUSPENDED');
      expect(complaints).toEqual([]);
    });
  },
);
