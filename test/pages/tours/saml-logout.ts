import { expect } from 'vitest';
import { startLogoutServer } from '../../support/logout-server.ts';
import { aLogoutParty, joinedSession, logoutContent, logoutPath } from '../../support/saml-logout.ts';
import { redirectPath } from '../../support/saml-sign-on.ts';
import { longWord, somebody, type Tour } from '../visit.ts';

/** Visits the pages of a single logout. */
export const samlLogoutTour: Tour = async (visit) => {
  const { go, look, page, press, signIn, orgId, service } = visit;
  const { ours } = service;
  const { email } = await somebody(visit);
  const scripts = (value: boolean) => page.send('Emulation.setScriptExecutionDisabled', { value: !value });
  const server = await startLogoutServer();
  const name = `${longWord} <b>&amp;`;
  const silent = await aLogoutParty(ours, { name, sloUrl: server.url });
  const answering = await aLogoutParty(ours, { name: 'Calendar', sloUrl: server.url });
  const unsigned = await aLogoutParty(ours, { name: 'Wiki', signingCertificates: [], sloUrl: null });
  const join = async (...parties: (typeof silent)[]): Promise<void> => {
    await signIn(email);
    await scripts(false);
    for (const party of parties) await go(await redirectPath(party));
    await scripts(true);
  };

  // A service provider without a certificate asks, and the user decides.
  await join(unsigned);
  const asked = async () =>
    logoutPath(unsigned, logoutContent(unsigned, await joinedSession(service, unsigned)), {
      signedBy: 'unsigned',
    });
  await go(await asked());
  await look('question', 'Sign out?');
  await press('button.quiet');
  await look('stay', 'You’re still signed in');
  await go(await asked());
  await press('button[name=logout]');
  await look('end', 'You’re signed out');

  // Nothing responds for five seconds. The page is stopped, so that it stays.
  await join(silent, answering);
  await go(`/logout/${orgId}`);
  await scripts(false);
  await page.evaluateBeside(`document.querySelector('main button').click()`).catch(() => undefined);
  await expect.poll(() => server.came.length, { timeout: 20_000 }).toBe(2);
  await page.send('Page.stopLoading');
  await scripts(true);
  await look('waiting', 'Signing you out');
  await service.sql(
    `update saml_logouts set shown_at = shown_at - interval '5 seconds' where shown_at is not null`,
  );
  await service.sql(`update saml_logout_parts set state = 'DONE' where service_provider_id = $1`, [
    answering.id,
  ]);
  await press('p.after a');
  await look('missed', 'You may still be signed in to some apps');
};
