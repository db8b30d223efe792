import { expect } from 'vitest';
import { type FailureCode, failures } from '../../../src/failure.ts';
import { errorPage } from '../../../src/platform/pages/error.ts';
import { pageHeaders } from '../../../src/platform/pages/headers.ts';
import { errorTexts } from '../../../src/platform/pages/messages/errors.ts';
import { viewOf } from '../../../src/platform/pages/view.ts';
import { aRelyingParty, begin } from '../../support/relying-party.ts';
import { language, type Tour } from '../visit.ts';

/** Every error page. Most cannot be had for the asking, so the browser is handed them in place of an answer. */
export const errorTour: Tour = async ({ go, look, page, textOf }) => {
  await go('/login/org_00000000000000000000000000');
  await look('unknown', 'Page not found');
  const view = viewOf({ locale: language, requestId: 'req_01kahz5v3be4nr7q2m8x9c0d1e' });
  const shown = new Map<string, string>();
  for (const [code, [status]] of Object.entries(failures)) {
    const { text } = errorPage(view, code as FailureCode, status);
    const title = /<h1>([^<]*)</.exec(text)?.[1] ?? '';
    if (!shown.has(title)) shown.set(title, text);
  }
  const titles = Object.entries(errorTexts[language]).filter(([name]) => name.endsWith('Title'));
  expect([...shown.keys()].sort()).toEqual([...new Set(titles.map(([, text]) => text))].sort());
  const responseHeaders = Object.entries(pageHeaders).map(([name, value]) => ({ name, value }));
  let body = '';
  // From now on, the handler below answers every request for a document. The stylesheet comes from the service.
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
  page.on('Fetch.requestPaused', ({ requestId }) => {
    void page.send('Fetch.fulfillRequest', { requestId, responseCode: 400, responseHeaders, body });
  });
  for (const [title, text] of shown) {
    body = Buffer.from(text).toString('base64');
    await go('/login/');
    expect(await textOf('h1')).toBe(title);
    await look(title.replaceAll(' ', '-').toLowerCase(), title);
  }
};

/** Shows the errors that an application cannot be told. */
export const oidcErrorTour: Tour = async ({ go, look, service: { ours } }) => {
  const party = await aRelyingParty(ours);
  const { url } = await begin(party);
  const asked = (change: Record<string, string>): string => {
    const changed = new URL(url);
    for (const [name, value] of Object.entries(change)) changed.searchParams.set(name, value);
    return changed.href;
  };
  await go(asked({ client_id: 'cli_00000000000000000000000000' }));
  await look('client', 'Unknown app');
  await go(asked({ redirect_uri: 'https://elsewhere.example/' }));
  await look('redirect', 'The app sent an invalid address');
  await go(`${party.issuer}/interaction/nothing-that-was-begun`);
  await look('expired', 'This page has expired');
  await go(`${party.issuer}/end-session?id_token_hint=nonsense`);
  await look('hint', 'This sign-out request isn’t valid');
  await go(`${party.issuer}/authorize`);
  await look('other', 'That didn’t work');
};
