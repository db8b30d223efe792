import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { aDomainName, aPublishedProvider } from '../../support/connections.ts';
import { sharedDns } from '../../support/dns-server.ts';
import { idpMetadataOf } from '../../support/saml-connections.ts';
import { aSetupLink, pathOfLink } from '../../support/setup-links.ts';
import { longWord, type Tour, type Visit } from '../visit.ts';

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

/** Chooses a file in a form, as a user does. */
async function choose(page: Visit['page'], selector: string, path: string): Promise<void> {
  const { root } = (await page.send('DOM.getDocument')) as { root: { nodeId: number } };
  const { nodeId } = await page.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  await page.send('DOM.setFileInputFiles', { nodeId, files: [path] });
}

/** A holder who uploads the metadata of a SAML identity provider. */
export const setupSamlTour: Tour = async (visit) => {
  const { go, press, look, at, page, service } = visit;
  const { ours } = service;
  const folder = mkdtempSync(join(tmpdir(), 'keyward-metadata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entityId = `https://idp.acme.example/"><script>alert(1)</script>/${'long'.repeat(30)}`;
  const metadata = await idpMetadataOf({ entityId });
  const link = await aSetupLink(ours, { type: 'SAML' });
  const save = async (content: Buffer): Promise<void> => {
    const file = join(folder, `${'a-long-name-of-a-file-'.repeat(5)}.xml`);
    writeFileSync(file, content);
    await go(`/setup/${ours.orgId}/${link.id}?provider=adfs`);
    await choose(page, '#metadata_file', file);
    await press('form[enctype] button');
  };
  await go(pathOfLink(link));
  await press('main form button');
  await save(Buffer.from(`\uFEFF${metadata}`, 'utf16le'));
  await look('wrong-encoding', 'Connect AD FS');
  await save(Buffer.from('not metadata'));
  await at('Connect AD FS');
  await save(Buffer.from(metadata));
  await look('overview', 'Your connection');
  await press('form[action$="/test"] button');
  await look('tested', 'Your connection');
};
