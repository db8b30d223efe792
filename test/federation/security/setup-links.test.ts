import { describe, expect } from 'vitest';
import { aDomainName } from '../../support/connections.ts';
import { aPerson, type Seen } from '../../support/person.ts';
import { idpMetadataOf } from '../../support/saml-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  activate,
  aProvedHolder,
  aHolder,
  aSetupLink,
  attempts,
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

  test('rejects forms that another site sends, also forms with files', async ({ service }) => {
    const { link, person, path, page } = await aHolder(service);
    const csrf = (await person.open(`${path}?provider=okta`)).forms[0]?.fields['csrf'] ?? '';
    const form = new FormData();
    form.set('csrf', csrf);
    form.set('provider', 'okta');
    form.set('metadata_xml', await idpMetadataOf({ entityId: 'https://idp.acme.example/x' }));
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const settings = { csrf, provider: 'okta', issuer, client_id: 'x', client_secret: 'x' };
    expect(page.status).toBe(200);
    for (const { status } of [
      await person.post(`${path}/connection`, settings, foreign),
      await person.post(`${path}/test`, { csrf }, foreign),
      await person.post(`${path}/finish`, { csrf }, foreign),
      await person.upload(`${path}/saml`, form, foreign),
    ])
      expect(status).toBe(403);
    expect(await shown(service, link.id)).toMatchObject({ status: 'OPENED', connectionId: null });
    expect((await person.upload(`${path}/saml`, form)).status).toBe(303);
  });

  test('opens no other link', async ({ service }) => {
    const [one, two] = [await aHolder(service), await aHolder(service)];
    const cookie = one.person.cookies.get(`kd_setup_${one.link.id}`) ?? '';
    one.person.cookies.set(`kd_setup_${two.link.id}`, cookie);
    for (const { status, title } of await attempts({ ...one, path: two.path }, one.page))
      expect({ status, title }).toEqual({ status: 403, title: over });
    expect(await shown(service, two.link.id)).toMatchObject({ status: 'OPENED', connectionId: null });
  });
});
