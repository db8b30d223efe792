import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { aUser } from '../../support/builders.ts';
import { aBrowser, type DrivenPage } from '../../support/devtools.ts';
import { pageOrigin } from '../../support/passkey-visits.ts';
import { lacks, programOf } from '../../support/programs.ts';
import { codeOf } from '../../support/second-factors.ts';
import { test, type TestService } from '../../support/service.ts';
import { anEmail } from '../../support/users.ts';
import { arrives, clickOn, enter, reach } from '../../support/visits.ts';

const chromium = programOf('chromium', 'chromium-browser', 'google-chrome');
const openPage = aBrowser(chromium);
const hint = 'scripts of pages are tried only with Chromium (Debian: apt-get install chromium)';
const soon = { timeout: 20_000, interval: 50 };
const password = 'vivid-harbor-cello-42';

/** Signed in, at a path of the account. */
async function atAccount(service: TestService, page: DrivenPage, path: string): Promise<string> {
  const { ours } = service;
  const email = anEmail();
  await aUser(ours, { email, password });
  await page.send('Page.navigate', { url: `${pageOrigin(service)}/login/${ours.orgId}` });
  await arrives(page, 'Sign in');
  await enter(page, 'username', email);
  await arrives(page, 'Enter your password');
  await enter(page, 'password', password);
  await arrives(page, 'Your account');
  await page.send('Page.navigate', { url: `${pageOrigin(service)}/account/${ours.orgId}${path}` });
  return email;
}

const typesOf = (page: DrivenPage) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main input[data-show]')].map(({ type }) => type)`);

describe.skipIf(lacks(chromium, hint))('scripts of pages', { timeout: 60_000 }, () => {
  test('show a password by keys alone, and send it as a password', async ({ service }) => {
    const { ours } = service;
    const email = anEmail();
    await aUser(ours, { email, password });
    const page = await openPage('about:blank');
    await page.send('Page.navigate', { url: `${pageOrigin(service)}/login/${ours.orgId}` });
    await arrives(page, 'Sign in');
    await enter(page, 'username', email);
    await arrives(page, 'Enter your password');
    await expect.poll(() => page.evaluate('document.activeElement?.id'), soon).toBe('password');
    await page.send('Input.insertText', { text: password });
    const labelOf = () => page.evaluate(`document.querySelector('.reveal').getAttribute('aria-label')`);
    expect([await typesOf(page), await labelOf()]).toEqual([['password'], 'Show password']);
    await reach(page, 'Show');
    await expect.poll(() => typesOf(page), soon).toEqual(['text']);
    expect(await labelOf()).toBe('Hide password');
    await reach(page, 'Hide');
    await expect.poll(() => typesOf(page), soon).toEqual(['password']);
    await reach(page, 'Show');
    await page.evaluate(`addEventListener('pagehide', () => {
      sessionStorage.type = document.querySelector('#password').type;
    })`);
    await clickOn(page, 'Sign in');
    await arrives(page, 'Your account');
    expect(await page.evaluate('sessionStorage.type')).toBe('password');
    expect(page.complaints()).toEqual([]);
  });

  test('rate a new password while it is typed, and no other field', async ({ service }) => {
    const page = await openPage('about:blank');
    const email = await atAccount(service, page, '?section=security');
    await expect.poll(() => page.evaluate(`document.querySelectorAll('.strength').length`), soon).toBe(1);
    const told = (text: string) =>
      page.evaluate<string>(`(() => {
        const field = document.querySelector('#new_password');
        field.value = ${JSON.stringify(text)};
        field.dispatchEvent(new Event('input'));
        return document.querySelector('.strength').textContent;
      })()`);
    // The policy of the organization demands 12 characters.
    expect(await told('a')).toBe('Use at least 12 characters.');
    expect(await told('Vivid-harb0')).toBe('Use at least 12 characters.');
    const weak = ['password1234', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '1234567890123456', email];
    for (const text of weak) expect([text, await told(text)]).toEqual([text, 'Weak password']);
    expect(await told('vivid harbor')).toBe('Fair password');
    expect(await told(password)).toBe('Strong password');
    expect(await told('')).toBe('');
    expect(page.complaints()).toEqual([]);
  });

  test('copy and save recovery codes', async ({ service }) => {
    const page = await openPage('about:blank');
    await atAccount(service, page, '/totp');
    await arrives(page, 'Set up an authenticator app');
    const secret = await page.evaluate<string>("document.querySelector('code.secret').textContent");
    await page.evaluate("document.querySelector('#otp').focus()");
    await enter(page, 'otp', codeOf(secret.replaceAll(' ', '')));
    await arrives(page, 'Save your recovery codes');
    const codes = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.codes code')].map((one) => one.textContent)",
    );
    expect(codes).toHaveLength(10);
    const file = `Recovery codes for Ours\n\n${codes.join('\n')}\n`;

    await page.evaluate(`navigator.clipboard.writeText = async (text) => { window.copied = text; }`);
    await clickOn(page, 'Copy');
    await expect
      .poll(() => page.evaluate("document.querySelector('.keep [role=status]').textContent"), soon)
      .toBe('Copied');
    expect(await page.evaluate('window.copied')).toBe(file);
    await page.evaluate(`navigator.clipboard.writeText = async () => { throw new Error('no'); }`);
    await clickOn(page, 'Copy');
    await expect
      .poll(() => page.evaluate("document.querySelector('.keep [role=status]').textContent"), soon)
      .toContain('did not allow copying');

    const downloadPath = mkdtempSync(join(tmpdir(), 'keyward-codes-'));
    await page.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath });
    await clickOn(page, 'Download');
    const read = () => {
      try {
        return readFileSync(join(downloadPath, 'recovery-codes.txt'), 'utf8');
      } catch {
        return undefined;
      }
    };
    await expect.poll(read, soon).toBe(file);
    expect(page.complaints()).toEqual([]);
  });

  test('are not needed: what only they can do is hidden without them', async ({ service }) => {
    const page = await openPage('about:blank');
    await page.send('Emulation.setScriptExecutionDisabled', { value: true });
    await atAccount(service, page, '?section=security');
    await expect.poll(() => typesOf(page), soon).toEqual(['password', 'password']);
    expect(await page.evaluate(`document.querySelectorAll('.reveal, .strength').length`)).toBe(0);
  });
});
