import { expect } from 'vitest';
import { sendRaw } from '../../support/raw.ts';
import { language, longName, longWord, type Tour, type Visit } from '../visit.ts';

/** The root of the service, for a developer at its machine. */
export const startTour: Tour = async ({ go, look, press, at, textOf, orgId, page, origin }) => {
  await go('/');
  expect(await textOf('main')).toMatch(/\/|YAML/);
  await look('start', 'Keyward is running');
  await press('main a[href="/dev/mail"]');
  await at('Sent emails');
  await go('/');
  await press(`main a[href="/account/${orgId}"]`);
  await at('Sign in');
  // The service has two organizations, and this browser has a session of none.
  await go('/admin/sign-in');
  await look('choose-organization', 'Which organization?');
  await lookAtPreviews({ go, look, page, origin });
};

/**
 * The pages that the dashboard frames. They are not shown by themselves, so the tour hands the browser what the service answers to a
 * frame of the dashboard.
 */
async function lookAtPreviews({ go, look, page, origin }: Pick<Visit, 'go' | 'look' | 'page' | 'origin'>) {
  const previews: [string, string, Record<string, string>][] = [
    ['preview', 'Sign in', { displayName: longName, primaryColor: '#aa0000', locale: language }],
    [
      'preview-mistakes',
      'This branding can’t be saved',
      { displayName: longWord, logoUri: 'http://x.example' },
    ],
  ];
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*/admin/sign-in-preview' }] });
  let body = '';
  page.on('Fetch.requestPaused', ({ requestId }) => {
    void (async () => {
      const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
      const headers = { ...form, 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };
      const answer = await sendRaw(origin, { method: 'POST', path: '/admin/sign-in-preview', headers, body });
      await page.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: Object.entries(answer.headers).map(([name, value]) => ({
          name,
          // In a sandbox without scripts, the timers of axe do not run either.
          value: String(value).replace(/; sandbox [\w-]+$/, ''),
        })),
        body: Buffer.from(answer.text).toString('base64'),
      });
    })();
  });
  for (const [name, heading, fields] of previews) {
    body = new URLSearchParams(fields).toString();
    await go('/');
    await page.leads(() =>
      page.evaluate(`(() => {
        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: '/admin/sign-in-preview' });
        document.body.append(form);
        form.submit();
      })()`),
    );
    await look(name, heading);
  }
  await page.send('Fetch.disable');
}
