import { expect } from 'vitest';
import type { DrivenPage } from '../support/devtools.ts';
import { arrives, clickOn, enter, readOn } from '../support/visits.ts';
import type { Quickstart } from './quickstart.ts';

const soon = { timeout: 20_000, interval: 50 };

/** Ada signs in at Keyward, and answers what the application asks for. @param application its name on the page that asks */
export async function signIn(
  page: DrivenPage,
  application = 'Quickstart',
  answer: 'Allow' | 'Deny' = 'Allow',
): Promise<void> {
  await arrives(page, 'Sign in');
  await enter(page, 'username', 'ada@example.com');
  await arrives(page, 'Enter your password');
  await enter(page, 'password', 'vivid-harbor-cello-42');
  await arrives(page, `Allow ${application} to access your account?`);
  expect(await readOn(page)).toContain('Read your invoices');
  await clickOn(page, answer);
}

/** Ada signs in at a web page, sees what the API tells the page with her token, and signs out of both. */
export async function walkPages(page: DrivenPage, { type }: Quickstart): Promise<void> {
  const requests: Record<string, string>[] = [];
  page.on('Network.requestWillBeSent', ({ request }) => {
    const { pathname, searchParams } = new URL((request as { url: string }).url);
    if (pathname.endsWith('/authorize')) requests.push(Object.fromEntries(searchParams));
  });
  const shows = (text: string) => expect.poll(() => readOn(page), soon).toContain(text);
  await arrives(page, 'Quickstart');
  await shows('You are not signed in.');
  await clickOn(page, 'Sign in');
  await signIn(page);
  await arrives(page, 'Quickstart');
  await shows('Hello, Ada Lovelace.');
  await shows('INV-1');
  const random = expect.stringMatching(/^.{20,}$/);
  // oidc-client-ts sends no nonce: PKCE binds the code to the browser.
  const bound = type === 'web' ? { state: random, nonce: random } : { state: random };
  expect(requests).toMatchObject([{ ...bound, code_challenge_method: 'S256' }]);
  // The API takes no cookie, so that no other page can call it in the name of Ada. Scripts cannot read the cookies of the page.
  expect(await page.evaluate("fetch('/api/invoices').then(({ status }) => status)")).toBe(401);
  expect(await page.evaluate('document.cookie')).toBe('');
  expect(await page.evaluate('localStorage.length')).toBe(0);
  await clickOn(page, 'Sign out');
  await arrives(page, 'Sign out?');
  await clickOn(page, 'Sign out');
  await arrives(page, 'Quickstart');
  await shows('You are not signed in.');
  // Keyward has ended its session too: the next sign-in asks for the name again.
  await clickOn(page, 'Sign in');
  await arrives(page, 'Sign in');
}
