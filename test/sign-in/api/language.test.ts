import { describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { test } from '../../support/service.ts';

const form =
  /<form class="languages" method="post" action="\/language">\s*<input type="hidden" name="to" value="([^"]*)">/;
const backOf = (text: string): string => (form.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

describe('submitLanguage', () => {
  test('shows the same step in the language, and every page from then on', async ({ service }) => {
    const orgId = service.ours.orgId ?? '';
    const person = aPerson(service.origin, 'Firefox', { 'accept-language': 'en' });
    const first = await person.open(`/login/${orgId}`);
    const password = await person.send(first, { username: 'ada@example.com' });
    expect(password.title).toBe('Enter your password');
    const chosen = await person.post('/language', { language: 'de', to: backOf(password.text) });
    expect(chosen.status).toBe(303);
    expect([password.path, `${password.path}&factor=password`]).toContain(chosen.location);
    expect(chosen.headers.get('set-cookie')).toMatch(
      /^kd_language=de; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
    const german = await person.follow(chosen);
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toContain('ada@example.com');
    expect(german.text).toContain('<span lang="de" aria-current="true">Deutsch</span>');
    const wrong = await person.send(german, { password: 'not the password' });
    expect([wrong.status, wrong.text.includes('<html lang="de">')]).toEqual([400, true]);
    // The answer to a form leads back to its step as well.
    expect(backOf(wrong.text)).toMatch(new RegExp(`^/login/${orgId}\\?sign_in=sgn_`));
    // The choice of the user is stronger than what an application asks for, and is kept on error pages.
    expect((await person.open('/login/x?ui_locales=fr')).text).toContain('<html lang="de">');
  });

  test.for(['https://evil.example/', '//evil.example/', '/\\evil.example', '/\t/evil.example', 'x', ''])(
    'never leads to another site: %j',
    async (to, { service }) => {
      const person = aPerson(service.origin);
      const { status, location } = await person.post('/language', { language: 'fr', to });
      expect([status, location]).toEqual([303, '/']);
    },
  );

  test('keeps no language that there is not, and no form of another site', async ({ service }) => {
    const person = aPerson(service.origin);
    const unknown = await person.post('/language', { language: 'xx; Domain=evil', to: '/' });
    expect([unknown.status, unknown.headers.get('set-cookie')]).toEqual([303, null]);
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const refused = await person.post('/language', { language: 'de', to: '/' }, foreign);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    expect((await person.get(`/login/${service.ours.orgId}`, { cookie: 'kd_language=xx' })).status).toBe(303);
  });
});
