import { describe, expect } from 'vitest';
import { aDomainName, aPublishedProvider } from '../../support/connections.ts';
import { aPerson, fieldOf } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aHolder,
  aSetupLink,
  enterOidc,
  pathOfLink,
  publishShown,
  setupPathOf,
} from '../../support/setup-links.ts';

const shown = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('getSetupLink', { path: { id } })).body;

describe('showSetupLink', () => {
  test('shows what the link is for, and uses nothing up', async ({ service }) => {
    const link = await aSetupLink(service.ours);
    for (let times = 0; times < 3; times++) {
      const { status, title, text, headers } = await aPerson(service.origin).get(pathOfLink(link));
      expect({ status, title }).toEqual({ status: 200, title: 'Set up single sign-on' });
      expect(text).toContain(link['domains'][0]);
      expect(headers.getSetCookie().join()).toMatch(/^kd_setup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    }
    expect(await shown(service, link.id)).toMatchObject({ status: 'PENDING', openedAt: null });
  });

  test('leads the browser that has opened it back to its page', async ({ service }) => {
    const { person, link, path } = await aHolder(service);
    expect(await person.get(pathOfLink(link))).toMatchObject({ status: 303, location: path });
  });

  test('speaks the languages of the other pages', async ({ service }) => {
    const link = await aSetupLink(service.ours);
    for (const [language, title] of [
      ['de', 'Single Sign-on einrichten'],
      ['fr', 'Configurer l’authentification unique'],
    ] as const) {
      const person = aPerson(service.origin, undefined, { 'accept-language': language });
      expect((await person.get(pathOfLink(link))).title).toBe(title);
    }
  });
});

describe('openSetupLink', () => {
  test('opens the link in this browser until it expires, and says so in the audit log', async ({
    service,
  }) => {
    const link = await aSetupLink(service.ours, { expiresInSeconds: 600 });
    const person = aPerson(service.origin);
    const first = await person.open(pathOfLink(link));
    const { fields } = first.forms[0] ?? { fields: {} };
    const { status, location, headers } = await person.post(pathOfLink(link), fields);
    expect({ status, location }).toEqual({ status: 303, location: setupPathOf(service, link) });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(`^kd_setup_${link.id}=[\\w-]{43}; Path=/; Max-Age=(599|600); HttpOnly; SameSite=Lax$`),
    );
    const token = cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    const [row] = await service.sql<{ text: string }>(
      'select l::text as text from federation_setup_links l where id = $1',
      [link.id],
    );
    expect(row?.text).not.toContain(token);
    expect(await shown(service, link.id)).toMatchObject({ status: 'OPENED', openedAt: expect.any(String) });
    const { body } = await service.ours.call('listAuditLogs', { query: { action: 'setup_link.open' } });
    expect(body.data[0]).toMatchObject({
      actor: { type: 'SETUP_LINK', id: link.id, name: 'Acme' },
      target: { type: 'setup_link', id: link.id },
      ipAddress: '127.0.0.1',
    });
  });
});

describe('showSetup', () => {
  test('shows the providers, and the steps of each with values to copy', async ({ service }) => {
    const { page, person, path, link } = await aHolder(service);
    expect(page.title).toBe('Choose your identity provider');
    const ids = [...page.text.matchAll(/\?provider=(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([
      'okta',
      'entra',
      'google',
      'ping',
      'onelogin',
      'jumpcloud',
      'adfs',
      'keycloak',
      'generic',
    ]);
    const { draft_id: draftId } = (
      await service.sql<{ draft_id: string }>('select draft_id from federation_setup_links where id = $1', [
        link.id,
      ])
    )[0] ?? { draft_id: '' };
    for (const id of ids) {
      const { status, text } = await person.open(`${path}?provider=${id}`);
      expect(status).toBe(200);
      expect(text).toContain(`/api/v1/federation/oidc/${draftId}/callback"`);
    }
    expect((await person.open(`${path}?provider=google`)).forms.at(-1)?.fields['issuer']).toBe(
      'https://accounts.google.com',
    );
  });
});

describe('submitSetupConnection', () => {
  test('creates a disabled connection with the defaults, and no domain', async ({ service }) => {
    const provider = await aPublishedProvider();
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer: ` ${provider.issuer} ` });
    expect(page.title).toBe('Your connection');
    const { connectionId, status } = await shown(service, holder.link.id);
    expect(status).toBe('OPENED');
    const { body } = await service.ours.call('getOidcConnection', { path: { id: connectionId } });
    expect(body).toMatchObject({
      name: 'Acme',
      status: 'DISABLED',
      issuer: provider.issuer,
      clientId: 'a-client',
      clientSecretSet: true,
      tokenEndpointAuthMethod: 'client_secret_basic',
      scopes: ['openid', 'profile', 'email'],
      pkce: true,
      domains: [],
      enforced: false,
      jitProvisioning: true,
      accountLinking: 'VERIFIED_DOMAIN',
      trustEmail: false,
      trustMfa: false,
      attributeMapping: {},
      groupMapping: [],
      allowedGroups: null,
      createdBy: holder.link.id,
    });
    const events = await service.sql(`select from events where data ->> 'connectionId' = $1`, [connectionId]);
    expect(events).toEqual([]);
    const { body: audit } = await service.ours.call('listAuditLogs', { query: { targetId: connectionId } });
    expect(audit.data).toMatchObject([
      { action: 'connection.create', actor: { type: 'SETUP_LINK', id: holder.link.id } },
    ]);
    expect(JSON.stringify(audit)).not.toContain('a secret of the holder');
  });

  test('gives it the defaults of the API', async ({ service }) => {
    const { ours } = service;
    const provider = await aPublishedProvider();
    const own = /^(id|name|status|health|created.*|updatedAt|.*Url|issuer|clientId|requestId)$/;
    const settings = (body: object) =>
      Object.fromEntries(Object.entries(body).filter(([name]) => !own.test(name)));
    const holder = await aHolder(service);
    await enterOidc(holder, { issuer: provider.issuer });
    const { connectionId: id } = await shown(service, holder.link.id);
    const { body: draft } = await ours.call('getOidcConnection', { path: { id } });
    const { body: created } = await ours.call('createOidcConnection', {
      body: { name: 'Acme', issuer: provider.issuer, clientId: 'a-client', clientSecret: 'a secret' },
    });
    expect(settings(draft)).toEqual(settings(created));
    expect(Object.keys(settings(draft)).length).toBeGreaterThan(15);
  });

  test('sends the secret in the body to Entra ID, whose documents list no header', async ({ service }) => {
    const holder = await aHolder(service);
    const methodWith = async (issuer: string) => {
      await enterOidc(holder, { issuer });
      const { connectionId: id } = await shown(service, holder.link.id);
      const { body } = await service.ours.call('getOidcConnection', { path: { id } });
      return body.tokenEndpointAuthMethod;
    };
    const tenant = crypto.randomUUID();
    expect(await methodWith(`https://login.microsoftonline.com/${tenant}/v2.0`)).toBe('client_secret_post');
    expect(await methodWith('https://login.acme.invalid')).toBe('client_secret_basic');
  });

  test('changes the issuer before it is enabled, and keeps the secret of an unchanged client', async ({
    service,
  }) => {
    const [first, second] = [await aPublishedProvider(), await aPublishedProvider()];
    const holder = await aHolder(service);
    await enterOidc(holder, { issuer: first.issuer });
    const { connectionId } = await shown(service, holder.link.id);
    expect((await enterOidc(holder, { issuer: first.issuer, client_secret: '' })).title).toBe(
      'Your connection',
    );
    const without = await enterOidc(holder, { issuer: second.issuer, client_secret: '' });
    expect(without.status).toBe(400);
    expect(without.text).toContain('Enter the client secret.');
    expect((await enterOidc(holder, { issuer: second.issuer })).title).toBe('Your connection');
    expect((await shown(service, holder.link.id)).connectionId).toBe(connectionId);
    const { body } = await service.ours.call('getOidcConnection', { path: { id: connectionId } });
    expect(body).toMatchObject({ issuer: second.issuer, status: 'DISABLED' });
  });

  test('says at the field what is wrong', async ({ service }) => {
    const holder = await aHolder(service);
    for (const [fields, field] of [
      [{ issuer: 'http://login.acme.example' }, 'issuer'],
      [{ issuer: 'https://10.0.0.1/' }, 'issuer'],
      [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer'],
      [{ issuer: `${service.origin.replace('http://127.0.0.1', 'https://localhost')}/api/oidc/x` }, 'issuer'],
      [{ issuer: 'https://login.acme.invalid', client_id: 'a b' }, 'client_id'],
      [{ issuer: 'https://login.acme.invalid', client_secret: '' }, 'client_secret'],
      [{ issuer: 'https://login.acme.invalid', client_secret: 'ä' }, 'client_secret'],
    ] as const) {
      const { status, text } = await enterOidc(holder, fields);
      expect({ fields, status }).toEqual({ fields, status: 400 });
      expect(text).toContain(`id="${field}-error"`);
    }
    expect((await shown(service, holder.link.id)).connectionId).toBeNull();
  });
});

describe('verifySetupDomain', () => {
  test('proves a domain for the link, and moves nothing', async ({ service }) => {
    const domains = [aDomainName(), aDomainName()].toSorted();
    const holder = await aHolder(service, { domains });
    const page = await enterOidc(holder, { issuer: 'https://login.acme.invalid' });
    const [domain = '', other = ''] = domains;
    const check = (name: string) => {
      const form = page.forms.find(({ fields }) => fields['domain'] === name);
      return holder.person.post(`${holder.path}/domain`, form?.fields ?? {});
    };
    expect((await check(domain)).text).toContain('There is no TXT record with this name yet');
    await publishShown(page, domain);
    expect(await check(domain)).toMatchObject({ status: 303, location: holder.path });
    await publishShown({ text: `value="_kd-challenge.${other}" kd-verify=${'a'.repeat(22)}` }, other);
    expect((await check(other)).text).toContain('none has this value');
    expect(await shown(service, holder.link.id)).toMatchObject({ provedDomains: [domain] });
    expect(await service.sql('select from federation_domains where domain = any($1)', [domains])).toEqual([]);
    const { body } = await service.ours.call('listAuditLogs', {
      query: { action: 'setup_link.verify_domain', targetId: holder.link.id },
    });
    expect(body.data.map(({ result }: { result: string }) => result).toSorted()).toEqual([
      'FAILURE',
      'FAILURE',
      'SUCCESS',
    ]);
  });
});

describe('testSetupConnection', () => {
  test('shows each check, and notes the health', async ({ service }) => {
    const provider = await aPublishedProvider();
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer: provider.issuer });
    const good = await holder.person.send(page, {}, '/test');
    expect(good.text).toContain('All checks passed.');
    provider.say({ issuer: 'https://evil.example' });
    const bad = await holder.person.send(page, {}, '/test');
    expect(bad.text).toContain('Some checks failed.');
    expect(bad.text).toContain('https://evil.example');
    const { connectionId } = await shown(service, holder.link.id);
    const { body } = await service.ours.call('getConnection', { path: { id: connectionId } });
    expect(body).toMatchObject({ health: 'FAILING', status: 'DISABLED' });
    provider.respond('/.well-known/openid-configuration', { status: 500 });
    const gone = await holder.person.send(page, {}, '/test');
    expect(gone.text).toContain('couldn’t be reached');
  });
});

describe('finishSetup', () => {
  test('ends the link, and its session', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer: 'https://login.acme.invalid' });
    const done = await holder.person.send(page, {}, '/finish');
    expect(done).toMatchObject({ status: 200, title: 'You’re done' });
    expect(holder.person.cookies.get(`kd_setup_${holder.link.id}`)).toBeUndefined();
    expect(await shown(service, holder.link.id)).toMatchObject({
      status: 'FINISHED',
      finishedAt: expect.any(String),
    });
  });

  test('tells the administrators once, by an event and an alert', async ({ service }) => {
    const [proved = '', open = ''] = [aDomainName(), aDomainName()].toSorted();
    const holder = await aHolder(service, { domains: [proved, open] });
    const page = await enterOidc(holder, { issuer: 'https://login.acme.invalid' });
    await publishShown(page, proved);
    const form = page.forms.find(({ fields }) => fields['domain'] === proved);
    await holder.person.post(`${holder.path}/domain`, form?.fields ?? {});
    const finish = { csrf: fieldOf(page, 'csrf') };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => holder.person.post(`${holder.path}/finish`, finish)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7);
    const { connectionId, finishedAt } = await shown(service, holder.link.id);
    const events = await service.sql<{ type: string; data: object }>(
      `select type, data from events where data ->> 'connectionId' = $1`,
      [connectionId],
    );
    expect(events).toEqual([
      {
        type: 'federation.setup_finished',
        data: {
          connectionId,
          connectionName: 'Acme',
          connectionType: 'OIDC',
          environment: 'live',
          setupLinkId: holder.link.id,
          setupLinkName: 'Acme',
          provedDomains: [proved],
          openDomains: [open],
          finishedAt,
        },
      },
    ]);
    const { body } = await service.ours.call('listAlerts', { query: { limit: 100 } });
    const ofLink = body.data.filter(({ source }: { source: { id: string } }) => source.id === connectionId);
    expect(ofLink).toMatchObject([
      { title: 'A connection waits for its activation', severity: 'MEDIUM', source: { type: 'CONNECTION' } },
    ]);
    expect(ofLink[0].description).toContain('1 of 2 domains are proved');
  });

  test('leaves neither event nor alert before, nor for a link that was revoked', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer: 'https://login.acme.invalid' });
    const { connectionId } = await shown(service, holder.link.id);
    await service.ours.call('revokeSetupLink', { path: { id: holder.link.id } });
    expect((await holder.person.send(page, {}, '/finish')).status).toBe(403);
    expect(
      await service.sql(`select from events where data ->> 'connectionId' = $1`, [connectionId]),
    ).toEqual([]);
    expect(await service.sql('select from alerts where source_id = $1', [connectionId])).toEqual([]);
  });
});
