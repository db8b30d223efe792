import { aServiceProvider, redirectPath } from '../../support/saml-sign-on.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { longWord, password, somebody, type Tour } from '../visit.ts';

/** Visits the pages between a SAML service provider and the service. */
export const samlTour: Tour = async (visit) => {
  const { go, look, signIn, page, service } = visit;
  const { email } = await somebody(visit);
  const party = await aServiceProvider(service.ours, { name: `${longWord} <b>&amp;` });
  await signIn(email);
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await go(await redirectPath(party));
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await look('saml-answer', /^Back to /);
  const unknown = await aServiceProvider(
    service.ours,
    {},
    { issuer: `https://${longWord.toLowerCase()}.example` },
  );
  await go(await redirectPath(unknown));
  await look('saml-unknown', 'The app isn’t set up correctly');
};

/** Visits the application list, and the pages around a service provider that is opened there. */
export const applicationListTour: Tour = async (visit) => {
  const { go, look, send, press, orgId, page, service } = visit;
  const { ours } = service;
  const { email } = await somebody(visit);
  const logoUri =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  for (const name of ['Calendar', `${longWord} <b>&amp;`, 'Mail', 'Quarterly reports of all subsidiaries'])
    await anOidcClient(ours, { name, initiateLoginUri: 'https://app.example.com/login' });
  const party = await aServiceProvider(ours, {
    name: 'Wiki',
    idpInitiated: true,
    logoUri: 'https://localhost:9/logo.png',
  });
  await go(await redirectPath(party));
  await look('name', 'Sign in');
  await send({ username: email });
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await send({ password });
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  const apps = `/account/${orgId}?section=applications`;
  await go(apps);
  await page.evaluate(`document.querySelector('.app img').src = ${JSON.stringify(logoUri)}`);
  await look('list', 'Your account');
  await page.send('Emulation.setScriptExecutionDisabled', { value: true });
  await press('button.app');
  await page.send('Emulation.setScriptExecutionDisabled', { value: false });
  await look('opening', /^Opening /);
  await go(apps);
  await service.sql('update saml_service_providers set idp_initiated = false where id = $1', [party.id]);
  await press('button.app');
  await look('not-opened', 'Your account');
  await go(`${apps}&search=${longWord.slice(0, 12)}`);
  await look('found', 'Your account');
  await go(`${apps}&search=nothing`);
  await look('none', 'Your account');
};
