import { describe, expect } from 'vitest';
import { changesNobody } from '../../support/hostile-saml.ts';
import { aPerson, type Seen } from '../../support/person.ts';
import { aLogoutParty, joined, logoutContent, logoutPath } from '../../support/saml-logout.ts';
import { aServiceProvider, aVisitor, password, redirectPath } from '../../support/saml-sign-on.ts';
import { test } from '../../support/service.ts';

/** Names that are almost that of a kept request, or that attack what reads them. */
function hostileNames(good: string): string[] {
  const changed = Array.from({ length: good.length }, (_, at) => {
    const other = good[at] === 'A' ? 'B' : 'A';
    return good.slice(0, at) + other + good.slice(at + 1);
  });
  return [
    ...changed,
    good.toLowerCase() === good ? good.toUpperCase() : good.toLowerCase(),
    good.slice(1),
    good.slice(0, -1),
    `${good}A`,
    `${good}=`,
    `${good}%00`,
    `%00${good}`,
    `${good}%20`,
    `%20${good}`,
    `${good}%0d%0aSet-Cookie:%20a=b`,
    `${good}%2f..`,
    `..%2f${good}`,
    `..%2fsso%2f${good}`,
    `${good}%2f`,
    `${good};x`,
    `${good}%3bx`,
    `${good}.json`,
    `${good},${good}`,
    `${good}%25`,
    `%EF%BB%BF${good}`,
    `${good}%E2%80%8B`,
    `%C0%AF`,
    `%ED%A0%80`,
    `%zz`,
    `%`,
    `'%20or%20'1'='1`,
    `%27%3Bdrop%20table%20saml_requests--`,
    `%25`,
    `_%25`,
    `null`,
    `undefined`,
    `__proto__`,
    `constructor`,
    `$ne`,
    `%7B%22$ne%22:null%7D`,
    `[object%20Object]`,
    `-1`,
    `0`,
    `%3Cscript%3Ealert(1)%3C/script%3E`,
    `javascript:alert(1)`,
    `https:%2f%2fevil.example`,
    'A'.repeat(43),
    'A'.repeat(4_000),
    Buffer.from(good).toString('hex'),
    Buffer.from(good, 'base64url').toString('hex'),
    encodeURIComponent(Buffer.from(good, 'base64url').toString('base64')),
  ].filter((name) => decodes(name) !== good);
}

function decodes(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

const isSettled = ({ status, location, text }: Seen): boolean =>
  status >= 400 && status < 500 && location === '' && !text.includes('SAMLResponse');

describe('finishSamlSignOn', () => {
  test('gives no assertion for a name that is almost right, and leaves all sessions as they were', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor, email } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    const { location } = await visitor.get(await redirectPath(party));
    const base = location.slice(0, location.lastIndexOf('/') + 1);
    const name = location.slice(base.length);
    const names = hostileNames(name);
    expect(names.length).toBeGreaterThanOrEqual(80);
    await changesNobody(service, visitor, async () => {
      const wrong: unknown[] = [];
      for (const one of names) {
        const page = await visitor.get(base + one);
        if (!isSettled(page)) wrong.push([one, page.status, page.location]);
      }
      expect(wrong).toEqual([]);
    });
    expect((await visitor.get(location)).text).toContain('SAMLResponse');
  });

  test('gives no assertion at another tenant, by another method, or with a broken cookie', async ({
    service,
  }) => {
    const party = await aServiceProvider(service.ours);
    const { visitor, email } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    const { location } = await visitor.get(await redirectPath(party));
    const elsewhere = location.replace(service.ours.orgId ?? '', service.theirs.orgId ?? '');
    expect(isSettled(await visitor.get(elsewhere))).toBe(true);
    expect(isSettled(await visitor.post(location, { SAMLRequest: 'AAAA', RelayState: 'x' }))).toBe(true);
    const cookie = visitor.cookies.sent('/')['cookie'] ?? '';
    expect(cookie).toContain('kd_session=');
    const token = /kd_session=([^;]+)/.exec(cookie)?.[1] ?? '';
    const broken = [
      '',
      'kd_session=',
      'kd_session=%',
      `kd_session=${token}x`,
      `kd_session=${token.slice(0, -1)}`,
      `kd_session=${'x'.repeat(4_000)}`,
      `KD_SESSION=${token}`,
      `kd_session="${token}`,
    ];
    for (const one of broken) {
      const page = await aPerson(service.origin).get(location, { cookie: one });
      expect([one, page.status < 500, page.text.includes('SAMLResponse')]).toEqual([one, true, false]);
    }
    // A host that the browser names leads nowhere.
    const misled = await visitor.get(location, { 'x-forwarded-host': 'evil.example' });
    expect(misled.text).not.toContain('evil.example');
    expect((await visitor.get(location)).forms.map(({ action }) => action)).toEqual([party.acsUrl]);
    expect(isSettled(await visitor.get(location))).toBe(true);
  });

  test('gives no assertion once the service provider is disabled, or its address is removed', async ({
    service,
  }) => {
    const { ours } = service;
    const { visitor, email } = await aVisitor(service);
    await visitor.signIn(ours.orgId ?? '', email, password);
    for (const changes of [{ status: 'DISABLED' }, { acsUrl: 'https://other.example.com/acs' }]) {
      const party = await aServiceProvider(ours);
      const { location } = await visitor.get(await redirectPath(party));
      const path = { spId: party.id };
      const { headers } = await ours.call('getServiceProvider', { path });
      const ifMatch = headers.get('etag') ?? '';
      const { status } = await ours.call('updateServiceProvider', {
        path,
        body: changes,
        headers: { 'if-match': ifMatch },
      });
      expect(status).toBe(200);
      expect(isSettled(await visitor.get(location))).toBe(true);
    }
  });
});

describe('showSamlLogout and submitSamlLogout', () => {
  test('show no question and end no session for a name that is almost right, or by a forged form', async ({
    service,
  }) => {
    const party = await aLogoutParty(service.ours, { signingCertificates: [] });
    const { visitor, email } = await aVisitor(service);
    await visitor.signIn(service.ours.orgId ?? '', email, password);
    const content = logoutContent(party, await joined(visitor, party));
    const { location } = await visitor.get(logoutPath(party, content, { signedBy: 'unsigned' }));
    const question = await visitor.get(location);
    expect(question.title).toBe('Sign out?');
    const [form] = question.forms;
    const fields = { ...form?.fields, logout: 'yes' };
    const base = location.slice(0, location.lastIndexOf('/') + 1);
    const names = hostileNames(location.slice(base.length));
    await changesNobody(service, visitor, async () => {
      const wrong: unknown[] = [];
      for (const one of names)
        for (const page of [await visitor.get(base + one), await visitor.post(base + one, fields)])
          if (!isSettled(page)) wrong.push([one, page.status, page.location]);
      expect(wrong).toEqual([]);
      const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://attacker.example' };
      for (const [sent, headers] of [
        [fields, crossSite],
        [{ ...fields, csrf: 'x' }, {}],
        [{ ...fields, csrf: '' }, {}],
        [fields, { cookie: '' }],
      ] as const) {
        const page = await visitor.post(location, sent, headers);
        expect(page.status).toBeLessThan(500);
        expect(page.text).not.toContain('SAMLResponse');
      }
    });
    await visitor.post(location, fields);
    expect(await service.sql('select from saml_sessions where service_provider_id = $1', [party.id])).toEqual(
      [],
    );
  });
});
