import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { aDashboard, chromiumHint, chromiumProgram, cookiesOf, heldRequests } from '../support/dashboard.ts';
import { pageOrigin } from '../support/passkey-visits.ts';
import { lacks } from '../support/programs.ts';
import { type TestService, test } from '../support/service.ts';
import { aUserCaller, password, type UserCaller } from '../support/user-caller.ts';

const openDashboard = aDashboard();

/** A key whose rotation needs a recent sign-in. */
const aManagementKey = (service: TestService, name: string) =>
  aCredential(service.ours, { name, scopes: ['directory.write'] });

const ageSession = ({ sql }: TestService, { userId }: UserCaller) =>
  sql(`update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`, [userId]);

/** Asks for a rotation on the page of a key. */
async function rotate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
}

const asked = (page: Page) => page.getByText('This action requires a sign-in within the last five minutes.');
const secretOn = (page: Page) => page.getByLabel('Secret', { exact: true });

/** Gives the proof in the second window, as a user does. */
async function prove(page: Page, { email }: UserCaller): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in again' }).click();
  const window = await opening;
  const closing = window.waitForEvent('close');
  const name = window.locator('input[name=username]:visible');
  const secret = window.locator('input[name=password]:visible');
  await window.locator('input[name=username]:visible, input[name=password]:visible').first().waitFor();
  if (await name.isVisible()) {
    await name.fill(email);
    await window.locator('button[type=submit]:visible').first().click();
  }
  await secret.fill(password);
  await window.locator('button[type=submit]:visible').first().click();
  await closing;
}

/** The rotations that a page asked the service for. */
function rotationsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rotate')) sent.push(request.url());
  });
  return sent;
}

const isRead = (path: string) => (answer: { url: () => string; request: () => { method: () => string } }) =>
  answer.request().method() === 'GET' && new URL(answer.url()).pathname === `/api/v1/${path}`;

describe.skipIf(lacks(chromiumProgram, chromiumHint))(
  'what the dashboard must not lose or send twice',
  { timeout: 120_000 },
  () => {
    test('the new secret of a rotation that needed a proof', async ({ service }) => {
      const { ours } = service;
      const { id } = await aManagementKey(service, 'proved key');
      const user = await aUserCaller(service);
      const { page, open, complaints } = await openDashboard(service, user);
      await open(`credentials/${id}`);
      await ageSession(service, user);
      await rotate(page);
      await asked(page).waitFor();
      const readAgain = page.waitForResponse(isRead('me'));
      await prove(page, user);
      await readAgain;
      await secretOn(page).waitFor();
      const secret = await secretOn(page).innerText();
      expect(await verify(ours, secret, { consume: false })).toMatchObject({
        valid: true,
        gracePeriod: false,
      });
      expect(complaints).toEqual([]);
    });

    test('the input of a form that loosens a setting, and one proof serves the acts after it', async ({
      service,
    }) => {
      const { ours } = service;
      const user = await aUserCaller(service);
      const { page, open, complaints } = await openDashboard(service, user);
      const policy = async () => (await ours.call('getPasswordPolicy', {})).body;
      await open('sign-in?tab=passwords');
      await page.getByLabel('Minimum length').fill('9');
      await ageSession(service, user);
      await page.getByRole('button', { name: 'Save' }).click();
      await asked(page).waitFor();
      expect((await policy()).minLength).toBe(12);
      await prove(page, user);
      await page.getByText('The settings were saved.').waitFor();
      expect((await policy()).minLength).toBe(9);
      // The form reads the saved version after it has said so.
      await expect.poll(() => page.getByLabel('Minimum length').inputValue()).toBe('9');
      await page.getByLabel('Minimum length').fill('8');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(async () => (await policy()).minLength).toBe(8);
      await open(`credentials/${(await aCredential(ours, { name: 'plain key' })).id}`);
      await rotate(page);
      await secretOn(page).waitFor();
      expect(await asked(page).isVisible()).toBe(false);
      expect(complaints).toEqual([]);
    });

    test('a form that is saved again before it was read again: it does not meet its own change as a conflict', async ({
      service,
    }) => {
      const user = await aUserCaller(service);
      const { page, open } = await openDashboard(service, user);
      await open('sign-in?tab=passwords');
      const least = page.getByLabel('Minimum length');
      await least.fill('9');
      const { promise: saved, resolve: goOn } = Promise.withResolvers<void>();
      await page.route('**/password-policy', async (route) => {
        if (route.request().method() === 'GET') await saved;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The settings were saved.').waitFor();
      await least.fill('8');
      const save = page.getByRole('button', { name: 'Save' });
      await expect.poll(() => save.isDisabled()).toBe(true);
      goOn();
      await save.click();
      const policy = async () => (await service.ours.call('getPasswordPolicy', {})).body;
      await expect.poll(async () => (await policy()).minLength).toBe(8);
    });

    test('the secret of another tab, whose own waiting change is not sent by the proof', async ({
      service,
    }) => {
      const { ours } = service;
      const [mine, other, shown] = await Promise.all(
        ['first key', 'second key', 'third key'].map((name) => aManagementKey(service, name)),
      );
      const user = await aUserCaller(service);
      const { page, open } = await openDashboard(service, user);
      const [waiting, showing] = [await page.context().newPage(), await page.context().newPage()];
      const origin = pageOrigin(service);
      await showing.goto(`${origin}/admin/${ours.orgId}/credentials/${shown?.id}`);
      await rotate(showing);
      await secretOn(showing).waitFor();
      const secret = await secretOn(showing).innerText();
      await ageSession(service, user);
      const rotations = rotationsOf(waiting);
      await waiting.goto(`${origin}/admin/${ours.orgId}/credentials/${other?.id}`);
      await rotate(waiting);
      await asked(waiting).waitFor();
      await open(`credentials/${mine?.id}`);
      await rotate(page);
      await asked(page).waitFor();
      const readAgain = Promise.all([
        waiting.waitForResponse(isRead(`credentials/${other?.id}`)),
        showing.waitForResponse(isRead(`credentials/${shown?.id}`)),
      ]);
      await prove(page, user);
      await secretOn(page).waitFor();
      await readAgain;
      await asked(waiting).waitFor();
      expect(rotations).toHaveLength(1);
      const { body } = await ours.call('getCredential', { path: { id: other?.id ?? '' } });
      expect(body.lastRotatedAt).toBeNull();
      expect(await secretOn(showing).innerText()).toBe(secret);
    });

    test('a change that waited for a proof while another user signed in', async ({ service }) => {
      const { id } = await aManagementKey(service, 'key of another user');
      const user = await aUserCaller(service);
      const other = await aUserCaller(service, { roles: ['OWNER'], displayName: 'Grace Hopper' });
      const { page, open, complaints } = await openDashboard(service, user);
      await open(`credentials/${id}`);
      await ageSession(service, user);
      await rotate(page);
      await asked(page).waitFor();
      await page.context().addCookies(cookiesOf(other.person, pageOrigin(service)));
      const refused = page.waitForResponse((answer) => answer.url().endsWith('/rotate'));
      await page.getByRole('link', { name: 'Sign in again' }).click();
      const { code } = (await (await refused).json()) as { code: string };
      expect(code).toBe('SESSION_OF_ANOTHER_USER');
      await page.getByText('You are now signed in as Grace Hopper.').waitFor();
      const { body } = await service.ours.call('getCredential', { path: { id } });
      expect(body.lastRotatedAt).toBeNull();
      await page.getByRole('button', { name: 'Continue as Grace Hopper' }).click();
      await page.getByRole('button', { name: 'Grace Hopper' }).waitFor();
      expect(complaints).toEqual([]);
    });

    test('a change that waited for a proof, and was left', async ({ service }) => {
      const { ours } = service;
      const { id } = await aManagementKey(service, 'left key');
      const user = await aUserCaller(service);
      const { page, open } = await openDashboard(service, user);
      await open('credentials');
      await page.getByRole('link', { name: 'left key' }).click();
      const rotations = rotationsOf(page);
      await ageSession(service, user);
      await rotate(page);
      await asked(page).waitFor();
      const address = await page.getByRole('link', { name: 'Sign in again' }).getAttribute('href');
      const returnTo = new URL(address ?? '', service.origin).searchParams.get('returnTo');
      expect(returnTo).toMatch(/^\/admin\/proved\?of=[0-9a-f]{32}$/);
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor();
      await asked(page).waitFor({ state: 'detached' });
      await service.sql('update login_sessions set auth_time = now() where user_id = $1', [user.userId]);
      const readAgain = page.waitForResponse(isRead('credentials'));
      const proved = await page.context().newPage();
      await proved.goto(`${pageOrigin(service)}${returnTo}`);
      await readAgain;
      expect(rotations).toHaveLength(1);
      const { body } = await ours.call('getCredential', { path: { id } });
      expect(body.lastRotatedAt).toBeNull();
    });

    test('a key whose answer was lost: a second try shows the same one', async ({ service }) => {
      const { ours } = service;
      await anIdentity(ours, { name: 'lossy-robot' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open('credentials');
      await page.getByRole('button', { name: 'Create a credential' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByRole('combobox', { name: 'Identity' }).click();
      await page.getByRole('option', { name: 'lossy-robot' }).click();
      await form.getByLabel('Name').fill('once only');
      await page.route(
        '**/api/v1/credentials',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await form.getByText('The service cannot be reached').waitFor();
      await form.getByRole('button', { name: 'Create a credential' }).click();
      await secretOn(page).waitFor();
      const secret = await secretOn(page).innerText();
      const { body } = await ours.call('listCredentials', { query: { search: 'once only' } });
      expect(body.data).toHaveLength(1);
      expect(await verify(ours, secret, { consume: false })).toMatchObject({ valid: true });
    });

    test('a secret that is on its way: the dialog stays until the answer is there', async ({ service }) => {
      const { id } = await aCredential(service.ours, { name: 'slow key' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open(`credentials/${id}`);
      const release = await heldRequests(page, '**/rotate');
      const sending = page.waitForRequest('**/rotate');
      await rotate(page);
      await sending;
      const dialog = page.getByRole('dialog');
      for (const name of ['Cancel', 'Close'])
        await dialog.getByRole('button', { name, disabled: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.mouse.click(5, 5);
      expect(await dialog.getByRole('button', { name: 'Cancel' }).isVisible()).toBe(true);
      release();
      await secretOn(page).waitFor();
    });

    test('a shown secret when the page cannot be read again, and says so', async ({ service }) => {
      const { id } = await aCredential(service.ours, { name: 'unread key' });
      const { page, open } = await openDashboard(service, await aUserCaller(service));
      await open(`credentials/${id}`);
      await page.route(`**/api/v1/credentials/${id}`, (route) =>
        route.fulfill({
          status: 403,
          json: { error: 'not now', code: 'ACCESS_BLOCKED', requestId: 'req_1' },
        }),
      );
      await rotate(page);
      await page.getByText('not now').waitFor();
      expect(await secretOn(page).isVisible()).toBe(true);
      await page.getByRole('button', { name: 'I saved it' }).click();
      await page.getByRole('heading', { level: 1, name: 'unread key' }).waitFor();
    });
  },
);
