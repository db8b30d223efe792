import { aDomainName, aPublishedProvider } from '../../support/connections.ts';
import { sharedDns } from '../../support/dns-server.ts';
import { aSetupLink, pathOfLink } from '../../support/setup-links.ts';
import { longWord, type Tour } from '../visit.ts';

/** A holder of a setup link: opens it, connects a provider, proves a domain, tests and finishes. */
export const setupTour: Tour = async (visit) => {
  const { go, send, press, look, at, page, service } = visit;
  const { ours, sql } = service;
  const provider = await aPublishedProvider();
  const domain = aDomainName();
  const other = `${'very-long-label-of-a-domain.'.repeat(4)}${aDomainName()}`;
  const link = await aSetupLink(ours, { name: `${longWord} <b>`.slice(0, 100), domains: [domain, other] });
  const path = `/setup/${ours.orgId}/${link.id}`;

  await go(pathOfLink(link));
  await look('start', 'Set up single sign-on');
  await page.send('Network.clearBrowserCookies');
  await press('main form button');
  await look('stale', 'Set up single sign-on');
  await press('main form button');
  await look('providers', 'Choose your identity provider');
  await go(`${path}?provider=entra`);
  await look('entra', 'Connect Microsoft Entra ID');
  await go(`${path}?provider=okta&protocol=SAML`);
  await send({ metadata_url: 'http://idp.acme.example/metadata' });
  await look('saml', 'Connect Okta');
  await go(`${path}?provider=keycloak`);
  await send({ issuer: 'http://login.acme.example', client_id: 'a-client', client_secret: 'a secret' });
  await look('wrong-issuer', 'Connect Keycloak');
  await send({ issuer: provider.issuer, client_secret: 'a secret' });
  await look('overview', 'Your connection');

  await press('form[action$="/domain"] button');
  await look('no-record', 'Your connection');
  const rows = await sql<{ domains: { domain: string; value: string }[] }>(
    'select domains from federation_setup_links where id = $1',
    [link.id],
  );
  const { value = '' } = rows[0]?.domains.find((one) => one.domain === domain) ?? {};
  (await sharedDns()).answer(`_kd-challenge.${domain}`, { txt: [value] });
  await go(path);
  await press(`form:has(input[value="${domain}"]) button`);
  await look('proved', 'Your connection');
  await press('form[action$="/test"] button');
  await look('tested', 'Your connection');
  provider.say({ issuer: 'https://other.example', token_endpoint: 'http://other.example/token' });
  await press('form[action$="/test"] button');
  await look('test-failed', 'Your connection');
  provider.respond('/.well-known/openid-configuration', { status: 404 });
  await press('form[action$="/test"] button');
  await look('unreachable', 'Your connection');

  const { body } = await ours.call('getSetupLink', { path: { id: link.id } });
  await ours.call('updateOidcConnection', { path: { id: body.connectionId }, body: { trustMfa: true } });
  await go(path);
  await look('taken-over', 'Your connection');
  await press('form[action$="/finish"] button');
  await look('finished', 'You’re done');
  await go(path);
  await look('over', 'This setup link can’t be used');
  await go(pathOfLink(link));
  await at('This setup link can’t be used');
};
