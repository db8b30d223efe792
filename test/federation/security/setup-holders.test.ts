import { describe, expect, onTestFinished } from 'vitest';
import { leaksOf, tablesAsText } from '../../support/canaries.ts';
import { aConnection, aDomainName, aPublishedProvider, aVerifiedDomain } from '../../support/connections.ts';
import { sharedDns } from '../../support/dns-server.ts';
import { aPerson } from '../../support/person.ts';
import { idpMetadataOf } from '../../support/saml-connections.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import { aHolder, attempts, enterOidc, pathOfLink } from '../../support/setup-links.ts';

// Each test attacks the tenant, its other tenants and the network as the holder of a setup link does.

const issuer = 'https://login.acme.invalid';
const over = 'This setup link can’t be used';
const shown = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('getSetupLink', { path: { id } })).body;
const settingsOf = async ({ ours }: Pick<TestService, 'ours'>, id: string) => {
  const { requestId: _, ...body } = (await ours.call('getOidcConnection', { path: { id } })).body;
  return body;
};

describe('a holder', () => {
  test('sends no field beside those of the form', async ({ service }) => {
    const holder = await aHolder(service);
    const { forms } = await holder.person.open(`${holder.path}?provider=okta`);
    const good = { ...forms.at(-1)?.fields, issuer, client_id: 'x', client_secret: 'x' };
    for (const field of [
      'status',
      'name',
      'enforced',
      'trustEmail',
      'trustMfa',
      'trust_mfa',
      'jitProvisioning',
      'accountLinking',
      'attributeMapping',
      'groupMapping',
      'allowedGroups',
      'domains',
      'discoveryUrl',
    ]) {
      const { status } = await holder.person.post(`${holder.path}/connection`, { ...good, [field]: 'true' });
      expect({ field, status }).toEqual({ field, status: 400 });
    }
    expect(await shown(service, holder.link.id)).toMatchObject({ connectionId: null });
  });

  test('proves no domain that the link does not have', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer });
    const foreign = aDomainName();
    const dns = await sharedDns();
    const asked = dns.asked.length;
    const csrf = page.forms[0]?.fields['csrf'] ?? '';
    for (const domain of [foreign, `sub.${holder.link['domains'][0]}`, '', '__proto__']) {
      const { status } = await holder.person.post(`${holder.path}/domain`, { csrf, domain });
      expect({ domain, status }).toEqual({ domain, status: 400 });
    }
    expect(dns.asked.slice(asked).filter((name) => name.includes(foreign))).toEqual([]);
  });

  test('proves a domain by the record of the link alone', async ({ service }) => {
    const domain = await aVerifiedDomain(service.ours);
    const holder = await aHolder(service, { domains: [domain] });
    const page = await enterOidc(holder, { issuer });
    const check = () => holder.person.send(page, {}, '/domain');
    expect((await check()).text).toContain('none has this value');
    expect(await shown(service, holder.link.id)).toMatchObject({ provedDomains: [] });
  });

  test('finds nothing of another tenant', async ({ service }) => {
    const holder = await aHolder(service);
    const theirs = service.theirs.orgId ?? '';
    const foreign = pathOfLink(holder.link).replace(service.ours.orgId ?? '', theirs);
    expect(await aPerson(service.origin).get(foreign)).toMatchObject({ status: 400, title: over });
    const path = `/setup/${theirs}/${holder.link.id}`;
    for (const { status, title } of await attempts({ ...holder, path }, holder.page))
      expect({ status, title }).toEqual({ status: 403, title: over });
    expect(await shown(service, holder.link.id)).toMatchObject({ connectionId: null });
  });

  test('changes nothing any more that an administrator has changed', async ({ service }) => {
    const holder = await aHolder(service);
    await enterOidc(holder, { issuer });
    const { connectionId: id } = await shown(service, holder.link.id);
    const { status } = await service.ours.call('updateOidcConnection', {
      path: { id },
      body: { trustEmail: true },
    });
    expect(status).toBe(200);
    const page = await holder.person.open(`${holder.path}?provider=okta`);
    expect(page.title).toBe('Your connection');
    const [, answer] = await attempts(holder, page);
    expect(answer?.text).toContain('You can’t change its settings any more.');
    expect(await settingsOf(service, id)).toMatchObject({ issuer, trustEmail: true });
  });

  test('changes no connection that is active', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer });
    const { connectionId: id } = await shown(service, holder.link.id);
    // As if the activation had not ended the link.
    await service.sql(`update federation_connections set status = 'ACTIVE' where id = $1`, [id]);
    const [, answer] = await attempts(holder, page);
    expect(answer?.text).toContain('You can’t change its settings any more.');
    expect(await settingsOf(service, id)).toMatchObject({ issuer, status: 'ACTIVE' });
  });

  test('sees no secret again, and leaves none in the database', async ({ service }) => {
    const secret = 'canary-of-a-setup-link-0123456789';
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer, client_secret: secret });
    const wrong = await enterOidc(holder, { issuer: 'http://x', client_secret: secret });
    const again = await holder.person.open(`${holder.path}?provider=okta`);
    const { body: link } = await service.ours.call('getSetupLink', { path: { id: holder.link.id } });
    const token = holder.person.cookies.get(`kd_setup_${holder.link.id}`) ?? '';
    const inUrl = pathOfLink(holder.link).split('/').at(-1) ?? '';
    expect(
      leaksOf([secret], {
        page: page.text,
        wrong: wrong.text,
        again: again.text,
        link: JSON.stringify(link),
      }),
    ).toEqual([]);
    expect(leaksOf([secret, token, inUrl], { database: await tablesAsText(service) })).toEqual([]);
  });

  test('saves, looks up and tests a bounded number of times', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer });
    const csrf = page.forms[0]?.fields['csrf'] ?? '';
    const works = (count: number) =>
      service.sql('update federation_setup_links set works = $2 where id = $1', [holder.link.id, count]);
    await works(500);
    const settings = { csrf, provider: 'okta', issuer, client_id: 'other', client_secret: 'x' };
    for (const [action, fields] of [
      ['domain', { csrf, domain: holder.link['domains'][0] }],
      ['test', { csrf }],
      ['saml', { csrf, provider: 'okta', metadata_url: 'https://idp.acme.invalid/metadata' }],
      ['connection', settings],
    ] as const) {
      const { status, text } = await holder.person.post(`${holder.path}/${action}`, fields);
      expect({ action, status }).toEqual({ action, status: 400 });
      expect(text).toContain('Too many changes and checks');
    }
    await works(499);
    const saves = await Promise.all(
      Array.from({ length: 8 }, () => holder.person.post(`${holder.path}/connection`, settings)),
    );
    expect(saves.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(saves.filter(({ status }) => status === 400)).toHaveLength(7);
  });

  test('sends no SAML setting beside the metadata', async ({ service }) => {
    const holder = await aHolder(service, { type: 'SAML' });
    const { forms } = await holder.person.open(`${holder.path}?provider=okta`);
    const metadata_xml = await idpMetadataOf({ entityId: 'https://idp.acme.example/x' });
    for (const field of [
      'status',
      'name',
      'enforced',
      'trustEmail',
      'trustMfa',
      'attributeMapping',
      'groupMapping',
      'subjectAttribute',
      'wantAssertionsSigned',
      'allowIdpInitiated',
      'clockSkewSeconds',
    ]) {
      const fields = { ...forms.at(-1)?.fields, metadata_xml, [field]: 'true' };
      const { status } = await holder.person.post(`${holder.path}/saml`, fields);
      expect({ field, status }).toEqual({ field, status: 400 });
    }
    expect(await shown(service, holder.link.id)).toMatchObject({ connectionId: null });
  });

  test('makes the service call no private address, and sends browsers to no other scheme', async ({
    service,
  }) => {
    const holder = await aHolder(service);
    const { forms } = await holder.person.open(`${holder.path}?provider=okta&protocol=SAML`);
    const csrf = forms.at(-1)?.fields['csrf'] ?? '';
    for (const url of [
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/metadata',
      'https://[::ffff:10.0.0.1]/metadata',
      'https://167772161/metadata',
      'https://user:password@idp.acme.example/metadata',
      'file:///etc/passwd',
    ]) {
      const saml = { csrf, provider: 'okta', metadata_url: url };
      const oidc = { csrf, provider: 'okta', issuer: url, client_id: 'x', client_secret: 'x' };
      for (const { status, text } of [
        await holder.person.post(`${holder.path}/saml`, saml),
        await holder.person.post(`${holder.path}/connection`, oidc),
      ]) {
        expect({ url, status }).toEqual({ url, status: 400 });
        expect(text).toMatch(/id="(metadata_url|issuer)-error"/);
      }
    }
    for (const ssoUrl of ['javascript:alert(1)', 'data:text/html,x', 'http://login.acme.example/sso']) {
      const metadata_xml = await idpMetadataOf({ entityId: 'https://idp.acme.example/x', ssoUrl });
      const { status } = await holder.person.post(`${holder.path}/saml`, {
        csrf,
        provider: 'okta',
        metadata_xml,
      });
      expect({ ssoUrl, status }).toEqual({ ssoUrl, status: 400 });
    }
    expect(await shown(service, holder.link.id)).toMatchObject({ connectionId: null });
  });

  test('makes the service no identity provider of itself', async ({ service }) => {
    const holder = await aHolder(service);
    const { forms } = await holder.person.open(`${holder.path}?provider=okta&protocol=SAML`);
    const { origin } = new URL(holder.link['url']);
    for (const said of [
      { entityId: `${origin}/api/saml/x` },
      { entityId: 'https://idp.acme.example/x', ssoUrl: `${origin}/api/saml/x/sso` },
    ]) {
      const fields = { ...forms.at(-1)?.fields, metadata_xml: await idpMetadataOf(said) };
      const { status } = await holder.person.post(`${holder.path}/saml`, fields);
      expect({ said, status }).toEqual({ said, status: 400 });
    }
  });

  test('writes no markup into pages, neither by metadata nor by settings', async ({ service }) => {
    const hostile = '"><script>alert(1)</script>';
    const saml = await aHolder(service, { name: `Acme ${hostile}`, type: 'SAML' });
    const entityId = `https://idp.acme.example/${hostile}`;
    const form = await saml.person.open(`${saml.path}?provider=okta`);
    const overview = await saml.person.send(
      form,
      { metadata_xml: await idpMetadataOf({ entityId }) },
      '/saml',
    );
    expect(overview.text).toContain('https://idp.acme.example/&quot;&gt;&lt;script&gt;');
    const oidc = await aHolder(service, { name: `Acme ${hostile}` });
    const wrong = await enterOidc(oidc, { issuer: `https://x/${hostile}`, client_id: hostile });
    expect(wrong.status).toBe(400);
    for (const { text } of [overview, wrong, await oidc.person.open(`${oidc.path}?provider=${hostile}`)])
      expect(text).not.toContain('<script>alert');
  });
});

describe('a slow identity provider of a holder', () => {
  test('takes no place of administrators, and two places at most', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const provider = await aPublishedProvider();
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer: provider.issuer });
    const waiting: (() => void)[] = [];
    let [open, mostOpen] = [0, 0];
    provider.respond('/.well-known/openid-configuration', (response) => {
      mostOpen = Math.max(mostOpen, (open += 1));
      response.once('close', () => (open -= 1));
      waiting.push(() => response.writeHead(500).end());
    });
    const tests = Array.from({ length: 3 }, () => holder.person.send(page, {}, '/test'));
    await expect.poll(() => waiting.length).toBe(2);
    const other = await aConnection(service.ours, { issuer: (await aPublishedProvider()).issuer });
    const { status } = await service.ours.call('testConnection', { path: { id: other.id } });
    expect(status).toBe(200);
    // On a busy machine the first ones may have timed out, and the third one have come.
    expect(mostOpen).toBe(2);
    provider.respond('/.well-known/openid-configuration', { status: 500 });
    for (const go of waiting) go();
    for (const { status: ended } of await Promise.all(tests)) expect(ended).toBe(200);
  });
});
