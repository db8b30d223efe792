import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { type DrivenPage, openPage } from '../../support/devtools.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { aRelyingParty } from '../../support/relying-party.ts';
import { shoot } from '../../support/screenshots.ts';
import { test } from '../../support/service.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const hint = 'signing in is tried in a browser only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 20_000, interval: 50 };
const password = 'vivid-harbor-cello-42';

const titleOf = (page: DrivenPage) =>
  page.evaluate<string>("document.querySelector('h1')?.textContent ?? ''");
const focusOf = (page: DrivenPage) => page.evaluate<string>('document.activeElement?.id');
const enter = async (page: DrivenPage, text: string) => {
  await page.send('Input.insertText', { text });
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
};

/** What is too wide for a narrow phone, and what is too small for a thumb. */
const cramped = async (page: DrivenPage) => {
  await page.send('Emulation.setDeviceMetricsOverride', {
    width: 320,
    height: 640,
    deviceScaleFactor: 1,
    mobile: true,
  });
  return page.evaluate<unknown>(`({
    wide: document.documentElement.scrollWidth > 320,
    small: [...document.querySelectorAll('button, .button, input:not([type=hidden]):not(.unseen)')]
      .filter((one) => !one.closest('[hidden]') && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML),
    unlabelled: [...document.querySelectorAll('input:not([type=hidden]):not(.unseen)')]
      .filter((one) => one.labels.length === 0).map((one) => one.outerHTML),
  })`);
};
const roomy = { wide: false, small: [], unlabelled: [] };

describe.skipIf(lacks(chromium, hint))('signing in by a browser', { timeout: 120_000 }, () => {
  test.for(['with', 'without'])(
    'goes from the name to the account by keys alone, %s scripts',
    async (scripts, { service }) => {
      const { ours, origin, sql } = service;
      const email = `ada-${scripts}@example.com`;
      const userId = await aUser(ours, { email, password, displayName: 'Ada Lovelace' });
      for (const name of ['Customer portal', `Quill${'-and-ink'.repeat(11)}`]) {
        const { clientId } = await aRelyingParty(ours, { name });
        const granted = {
          scopes: ['openid', 'email', 'offline_access'],
          claims: ['nickname'],
          resources: [
            { resource: `https://api.example.com/${'deeply-'.repeat(20)}nested`, scopes: ['orders.read'] },
          ],
        };
        await sql(
          `insert into oidc_consents (org_id, user_id, client_id, granted, granted_at, last_used_at)
           values ($1, $2, $3, $4, now() - interval '90 days', now())`,
          [ours.orgId, userId, clientId, granted],
        );
      }
      const page = await openPage(chromium ?? '', 'about:blank');
      await page.send('Emulation.setScriptExecutionDisabled', { value: scripts === 'without' });
      await page.send('Page.navigate', { url: `${origin}/login/${ours.orgId}` });
      await expect.poll(() => titleOf(page), soon).toBe('Sign in');
      await expect.poll(() => focusOf(page), soon).toBe('username');
      expect(await cramped(page)).toEqual(roomy);
      await shoot(page, '1-name');
      await enter(page, email);
      await expect.poll(() => titleOf(page), soon).toBe('Enter your password');
      await expect.poll(() => focusOf(page), soon).toBe('password');
      expect(await cramped(page)).toEqual(roomy);
      await shoot(page, '2-password');
      await enter(page, 'not the password');
      await expect
        .poll(() => page.evaluate("document.querySelector('[role=alert]')?.textContent"), soon)
        .toBe('The user name or the password is not right.');
      expect(await cramped(page)).toEqual(roomy);
      await shoot(page, '3-wrong');
      await enter(page, password);
      await expect.poll(() => titleOf(page), soon).toBe('Your account');
      expect(await cramped(page)).toEqual(roomy);
      expect(await page.evaluate("document.getElementById('applications-title')?.textContent")).toBe(
        'Applications you have let in',
      );
      await shoot(page, '4-account');
      await page.send('Page.navigate', { url: `${origin}/logout/${ours.orgId}` });
      await expect.poll(() => titleOf(page), soon).toBe('Sign out?');
      await shoot(page, '5-sign-out');
      await page.evaluate("document.querySelector('button').click()");
      await expect.poll(() => titleOf(page), soon).toBe('You are signed out');
      await shoot(page, '6-signed-out');
      // A wrong password is answered with 400, which the console tells.
      expect(page.complaints().filter((text) => !text.includes('400'))).toEqual([]);
    },
  );
});
