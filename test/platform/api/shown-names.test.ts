import { describe, expect } from 'vitest';
import { defaultBranding } from '../../../src/platform/pages/branding.ts';
import { invitationMail } from '../../../src/users/pages/mails.ts';
import { aDirectory } from '../../support/directories.ts';
import { accountOf, aVisit } from '../../support/consents.ts';
import { authorized, begin } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

const disguise = /[\p{Bidi_Control}\u200b\u00ad]/u;

describe('a page', () => {
  // Such names could be stored before the rule.
  test('neutralizes and isolates names that disguise it', async ({ service }) => {
    const { ours, sql } = service;
    const { party, userId, browser } = await aVisit(service, { scopes: ['openid', 'email'] });
    await sql('update oidc_clients set name = $2 where id = $1', [
      party.clientId,
      'שלום\u202e ?elgooG wollA',
    ]);
    await sql('update users set display_name = $2 where id = $1', [userId, 'Ada\u202e\u200b']);
    // Clients are read again once they change.
    await ours.call('updateOidcClient', { path: { clientId: party.clientId }, body: { description: 'x' } });
    const { text: asked } = await browser.open((await begin(party)).url);
    const name = 'שלום ?elgooG wollA';
    expect(asked).toContain(`<title>Allow \u2068${name}\u2069 to access your account? · `);
    expect(asked).toContain(`<h1>Allow <bdi>${name}</bdi> to access your account?</h1>`);
    expect(asked).toContain('You’re signed in as Ada.');
    const [title = ''] = /<title>.*<\/title>/.exec(asked) ?? [];
    expect(asked.replace(title, '')).not.toMatch(disguise);

    await authorized(party, browser, {});
    const { text: account } = await accountOf(browser, party);
    expect(account).toContain(`<strong><bdi>${name}</bdi></strong>`);
    expect(account).toMatch(/<p class="lead"><strong>Ada<\/strong>/);
  });
});

describe('a mail', () => {
  test('isolates names, and has a subject without marks', () => {
    const branding = { ...defaultBranding, displayName: 'חברה\u2066' };
    const to = { email: 'ada@example.com', name: 'שלום\u202e', branding, locale: 'en' } as const;
    const sent = { baseUrl: 'https://id.example', link: 'https://id.example/x' };
    const { subject, text, html } = invitationMail(to, 7, sent);
    expect(subject).toBe('Your invitation to חברה');
    expect(text).toContain('Hello \u2068שלום\u2069,');
    expect(html).toContain('>Hello <bdi>שלום</bdi>,</p>');
    expect(html).toContain('<title>Your invitation to \u2068חברה\u2069</title>');
    expect(html.replace(/<title>.*<\/title>/, '')).not.toMatch(disguise);
  });
});

describe('names from directories', () => {
  test('are refused with characters that disguise them, and may have those of their script', async ({
    service,
  }) => {
    const directory = await aDirectory(service);
    const userName = crypto.randomUUID();
    const post = (fields: object) =>
      directory.call('createScimUser', {
        body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, ...fields },
      });
    for (const fields of [
      { displayName: 'Goo\u202egle' },
      { name: { familyName: 'Goo\u200bgle' } },
      { emails: [{ value: 'a@example.com', display: '\u2066Ada' }] },
      { title: ' ' },
    ]) {
      const { status, body } = await post(fields);
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
      expect(body.detail).toMatch(/invisible|visible/);
    }
    expect((await post({ displayName: 'می‌خواهم', addresses: [{ formatted: 'a\nb' }] })).status).toBe(201);
  });
});
