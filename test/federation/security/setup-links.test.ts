import { describe, expect, onTestFinished } from 'vitest';
import { leaksOf, tablesAsText } from '../../support/canaries.ts';
import { aConnection, aDomainName, aPublishedProvider, aVerifiedDomain } from '../../support/connections.ts';
import { sharedDns } from '../../support/dns-server.ts';
import { aPerson, type Seen } from '../../support/person.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';
import {
  activate,
  aProvedHolder,
  aHolder,
  aSetupLink,
  enterOidc,
  type Holder,
  pathOfLink,
} from '../../support/setup-links.ts';

// Each test attacks a setup link as its holder, as a thief or as another tenant does.

const issuer = 'https://login.acme.invalid';
const over = 'This setup link can’t be used';
const shown = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
  (await ours.call('getSetupLink', { path: { id } })).body;
const settingsOf = async ({ ours }: Pick<TestService, 'ours'>, id: string) => {
  const { requestId: _, ...body } = (await ours.call('getOidcConnection', { path: { id } })).body;
  return body;
};

/** Everything that a holder can send, each as a form of a page that was shown before. */
async function attempts({ person, path }: Holder, page: Seen): Promise<Seen[]> {
  const csrf = page.forms[0]?.fields['csrf'] ?? '';
  const domain = page.forms.find(({ fields }) => fields['domain'])?.fields['domain'] ?? 'x.example';
  return [
    await person.get(path),
    await person.post(`${path}/connection`, {
      csrf,
      provider: 'okta',
      issuer: 'https://swapped.invalid',
      client_id: 'swapped',
      client_secret: 'swapped',
    }),
    await person.post(`${path}/saml`, { csrf, provider: 'okta', metadata_xml: '<swapped/>' }),
    await person.post(`${path}/domain`, { csrf, domain }),
    await person.post(`${path}/test`, { csrf }),
    await person.post(`${path}/finish`, { csrf }),
  ];
}

describe('a thief of a setup link', () => {
  test('opens it at most once, also in a race', async ({ service }) => {
    const link = await aSetupLink(service.ours);
    const people = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const person = aPerson(service.origin);
        const { forms } = await person.open(pathOfLink(link));
        return { person, fields: forms[0]?.fields ?? {} };
      }),
    );
    const answers = await Promise.all(
      people.map(({ person, fields }) => person.post(pathOfLink(link), fields)),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    expect(answers.find(({ status }) => status === 400)?.title).toBe(over);
    expect(await aPerson(service.origin).get(pathOfLink(link))).toMatchObject({ status: 400, title: over });
  });

  test('cannot use the page of the browser that opened it', async ({ service }) => {
    const holder = await aHolder(service);
    const thief = { ...holder, person: aPerson(service.origin) };
    for (const { status, title } of await attempts(thief, holder.page))
      expect({ status, title }).toEqual({ status: 403, title: over });
    thief.person.cookies.set(`kd_setup_${holder.link.id}`, 'x'.repeat(43));
    for (const { status } of await attempts(thief, holder.page)) expect(status).toBe(403);
    expect(await shown(service, holder.link.id)).toMatchObject({ status: 'OPENED', connectionId: null });
  });

  test('gets the same page for a wrong, a used, a revoked and an expired link', async ({ service }) => {
    const [used, revoked, expired] = [
      (await aHolder(service)).link,
      await aSetupLink(service.ours),
      await aSetupLink(service.ours),
    ];
    await service.ours.call('revokeSetupLink', { path: { id: revoked.id } });
    await service.sql('update federation_setup_links set expires_at = now() where id = $1', [expired.id]);
    const wrong = `/setup-link/${service.ours.orgId}/${'A'.repeat(43)}`;
    const pages = [wrong, ...[used, revoked, expired].map(pathOfLink)];
    const plain = ({ text }: Seen) => text.replaceAll(/value="[^"]*"/g, '');
    const first = plain(await aPerson(service.origin).get(wrong));
    for (const path of pages) {
      const found = await aPerson(service.origin).get(path);
      expect({ status: found.status, text: plain(found) }).toEqual({ status: 400, text: first });
    }
  });

  test('has no form that another browser can send', async ({ service }) => {
    const link = await aSetupLink(service.ours);
    const thief = aPerson(service.origin);
    const { forms } = await thief.open(pathOfLink(link));
    const victim = aPerson(service.origin);
    await victim.open(pathOfLink(link));
    for (const person of [victim, aPerson(service.origin)])
      expect((await person.post(pathOfLink(link), forms[0]?.fields ?? {})).status).toBe(403);
    expect(await shown(service, link.id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('the session of a holder', () => {
  for (const [how, end] of [
    [
      'revoked',
      ({ ours }: TestService, { link }: Holder) => ours.call('revokeSetupLink', { path: { id: link.id } }),
    ],
    [
      'expired',
      ({ sql }: TestService, { link }: Holder) =>
        sql('update federation_setup_links set expires_at = now() where id = $1', [link.id]),
    ],
    ['finished', (_service: TestService, { person, page }: Holder) => person.send(page, {}, '/finish')],
    ['activated', (service: TestService, _holder: Holder, id: string) => activate(service, id)],
    [
      'activated and disabled again',
      async (service: TestService, _holder: Holder, id: string) => {
        await activate(service, id);
        await service.ours.call('updateConnection', { path: { id }, body: { status: 'DISABLED' } });
      },
    ],
    [
      'left without its connection',
      ({ ours }: TestService, _holder: Holder, id: string) => ours.call('deleteConnection', { path: { id } }),
    ],
  ] as const)
    test(`ends when the link is ${how}`, async ({ service }) => {
      const holder = await aProvedHolder(service, [aDomainName()]);
      const cookie = holder.person.cookies.get(`kd_setup_${holder.link.id}`) ?? '';
      await end(service, holder, holder.id);
      holder.person.cookies.set(`kd_setup_${holder.link.id}`, cookie);
      const before = await settingsOf(service, holder.id);
      const [first, ...others] = await attempts(holder, holder.page);
      expect(first).toMatchObject({ status: 403, title: over });
      for (const { status } of others) expect(status).toBe(403);
      expect(await settingsOf(service, holder.id)).toEqual(before);
    });

  test('rejects forged and foreign forms', async ({ service }) => {
    const [one, two] = [await aHolder(service), await aHolder(service)];
    const csrfOfTwo = (await two.person.open(`${two.path}?provider=okta`)).forms[0]?.fields['csrf'] ?? '';
    for (const csrf of ['', 'x', csrfOfTwo]) {
      const { status } = await one.person.post(`${one.path}/connection`, {
        csrf,
        provider: 'okta',
        issuer,
        client_id: 'x',
        client_secret: 'x',
      });
      expect(status).toBe(403);
    }
    expect(await shown(service, one.link.id)).toMatchObject({ connectionId: null });
  });
});

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

  test('makes a bounded number of look-ups', async ({ service }) => {
    const holder = await aHolder(service);
    const page = await enterOidc(holder, { issuer });
    await service.sql('update federation_setup_links set works = 500 where id = $1', [holder.link.id]);
    for (const action of ['/domain', '/test']) {
      const { status, text } = await holder.person.send(page, {}, action);
      expect(status).toBe(400);
      expect(text).toContain('Too many checks');
    }
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
    provider.respond('/.well-known/openid-configuration', (response) => {
      waiting.push(() => response.writeHead(500).end());
    });
    const tests = Array.from({ length: 3 }, () => holder.person.send(page, {}, '/test'));
    await expect.poll(() => waiting.length).toBe(2);
    const other = await aConnection(service.ours, { issuer: (await aPublishedProvider()).issuer });
    const { status } = await service.ours.call('testConnection', { path: { id: other.id } });
    expect(status).toBe(200);
    expect(waiting).toHaveLength(2);
    provider.respond('/.well-known/openid-configuration', { status: 500 });
    for (const go of waiting) go();
    for (const { status: ended } of await Promise.all(tests)) expect(ended).toBe(200);
  });
});
