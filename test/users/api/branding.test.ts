import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');

describe('updateBranding', () => {
  test('rejects a colour on which no text is readable, and names the colour', async ({
    service: { ours },
  }) => {
    const put = (body: object) => ours.call('updateBranding', { body });
    for (const color of ['#777777', '#767b80']) {
      const { status, body } = await put({ primaryColor: color, backgroundColor: '#ffffff' });
      expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(body.details).toEqual({ primaryColor: expect.stringMatching(/contrast of 4\.[0-4]\d? to 1/) });
    }
    const { body } = await put({ primaryColor: '#7a7a7a', backgroundColor: '#787878' });
    expect(Object.keys(body.details)).toEqual(['primaryColor', 'backgroundColor']);
    expect((await put({ primaryColor: 'red' })).status).toBe(400);
    for (const color of ['#000000', '#FFFFFF', '#ffd400', '#0b5fff'])
      expect((await put({ primaryColor: color, backgroundColor: color })).body).toMatchObject({
        primaryColor: color.toLowerCase(),
        backgroundColor: color.toLowerCase(),
      });
    expect((await put({ primaryColor: null })).body.primaryColor).toBe('#1f4fd8');
  });

  test('accepts an https logo or an image of up to 64 KiB, and rejects scripts', async ({
    service: { ours },
  }) => {
    const put = (logoUri: string | null) => ours.call('updateBranding', { body: { logoUri } });
    const long = Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(48_000)]).toString('base64');
    for (const uri of ['https://static.example.com/logo.svg', `data:image/png;base64,${png}`, null]) {
      const { status, body } = await put(uri);
      expect([status, body.logoUri]).toEqual([200, uri]);
    }
    expect((await put(`data:image/png;base64,${long}`)).status).toBe(200);
    for (const uri of [
      'http://static.example.com/logo.png',
      'javascript:alert(1)',
      `data:image/svg+xml;base64,${Buffer.from('<svg onload="x"/>').toString('base64')}`,
      `data:image/png;base64,${Buffer.from('<svg onload="x"/>').toString('base64')}`,
      `data:image/jpeg;base64,${png}`,
      `data:image/png,${png}`,
      'data:text/html;base64,PGI+',
      `data:image/png;base64,${png}" onerror="x`,
      'https://static.example.com/a b.png',
    ]) {
      const { status, body } = await put(uri);
      expect([uri, status, Object.keys(body.details)]).toEqual([uri, 400, ['logoUri']]);
    }
    expect((await put(`data:image/png;base64,${long}${long}`)).body.details).toEqual({
      logoUri: 'must be at most 65536 characters long',
    });
  });

  test('accepts only https and mailto addresses for support', async ({ service: { ours } }) => {
    const put = (supportUri: string) => ours.call('updateBranding', { body: { supportUri } });
    for (const uri of ['https://example.com/help?x=1', 'mailto:help@example.com'])
      expect((await put(uri)).status).toBe(200);
    for (const uri of ['javascript:alert(1)', 'mailto:a@b.c?bcc=x@y.z', 'http://example.com', 'help'])
      expect((await put(uri)).status).toBe(400);
  });

  test('accepts only supported languages, and rejects line breaks in names', async ({
    service: { ours },
  }) => {
    const put = (body: object) => ours.call('updateBranding', { body });
    expect((await put({ locale: 'fr' })).body.locale).toBe('fr');
    expect((await put({ locale: 'xx' })).status).toBe(400);
    expect((await put({ displayName: 'a\nb' })).status).toBe(400);
    expect((await put({ displayName: '<b>Ours</b>' })).body.displayName).toBe('<b>Ours</b>');
    expect((await put({ displayName: null })).body.displayName).toBe('Ours');
  });

  test('changes the pages of its own organization at once, and no other pages', async ({ service }) => {
    const { ours, theirs, anonymous } = service;
    const body = {
      displayName: 'Ours <i>',
      logoUri: null,
      primaryColor: '#8a1c7c',
      backgroundColor: '#fff4e0',
      supportUri: 'mailto:help@example.com',
      locale: 'de',
    };
    expect((await ours.call('updateBranding', { body })).status).toBe(200);
    const page = async ({ orgId }: typeof ours) =>
      (await anonymous.send('GET', `/login/${orgId}/signed-out`)).body;
    const own = await page(ours);
    expect(own).toContain('<html lang="de">');
    expect(own).toContain('Ours &lt;i&gt;');
    expect(own).toContain('href="/ui/theme-8a1c7c-fff4e0.css"');
    expect(own).toContain('href="mailto:help@example.com"');
    expect(await page(theirs)).not.toMatch(/Ours|theme-|mailto/);
    const { body: theme } = await anonymous.send('GET', '/ui/theme-8a1c7c-fff4e0.css');
    expect(theme).toContain('--primary:#8a1c7c;--on-primary:#ffffff');
  });
});
