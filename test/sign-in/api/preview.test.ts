import { describe, expect } from 'vitest';
import { test, type TestService } from '../../support/service.ts';

// The page that the dashboard frames while a branding is edited. That a browser frames it is in test/dashboard/branding.browser.test.ts.

const framed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };

function preview(
  { anonymous }: TestService,
  fields: Record<string, string>,
  headers: Record<string, string> = framed,
) {
  const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  return anonymous.send('POST', '/admin/sign-in-preview', {
    headers: { ...form, ...headers },
    body: new URLSearchParams(fields).toString(),
  });
}

const example = {
  displayName: 'Acme',
  logoUri: 'https://static.example.com/logo.png',
  primaryColor: '#AA0000',
  backgroundColor: '#ffffff',
  supportUri: 'https://example.com/help',
  locale: 'de',
};

/** A page with one of these could do something. */
const active = /<form|<script|<iframe|<object|\son\w+=|javascript:|http-equiv/i;

describe('previewSignInPage', () => {
  test('shows the values, which only a page of the same origin may frame, and nothing that acts', async ({
    service,
  }) => {
    const { status, body, headers } = await preview(service, example);
    expect(status).toBe(200);
    const text = String(body);
    expect(text).toContain('<html lang="de">');
    // No control is outside of what is inert.
    expect(text.replaceAll(/<(div|footer)[^>]* inert>[^]*?<\/(div>\n<\/main|footer)>/g, '')).not.toMatch(
      /<(a|button|input|select|textarea)\b/,
    );
    expect(text).toContain('<img src="https://static.example.com/logo.png" alt="Acme"');
    expect(text).toContain('/ui/theme-aa0000-ffffff.css');
    expect(text).toContain('href="https://example.com/help"');
    expect(text).not.toMatch(active);
    expect(headers.getSetCookie()).toEqual([]);
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('cache-control')).toBe('no-store');
    const policy = headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'self'",
        "form-action 'none'",
        'sandbox allow-same-origin',
      ]),
    );
    expect(policy?.some((one) => /script-src|unsafe|allow-(scripts|forms|top|popups)/.test(one))).toBe(false);
  });

  test('depends on no cookie and no language of the browser, and reads nothing of an organization', async ({
    service,
  }) => {
    const plain = await preview(service, example);
    const cookies = ['kd_session=x', 'kd_language=fr', '__Host-kd_session=x'].join('; ');
    const other = await preview(service, example, { ...framed, cookie: cookies, 'accept-language': 'fr' });
    expect(other.body).toBe(plain.body);
    expect(other.headers.getSetCookie()).toEqual([]);
    const { displayName } = (await service.ours.call('getBranding')).body;
    expect(String(plain.body)).not.toContain(displayName);
  });

  test.for<Record<string, string>>([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'frame' },
    { origin: 'null', 'sec-fetch-dest': 'iframe' },
  ])('shows nothing to a request that is not of a frame of the dashboard: %o', async (from, { service }) => {
    const { status, body, headers } = await preview(service, example, from);
    expect([status, headers.get('x-error-code')]).toEqual([403, 'CROSS_SITE_REQUEST']);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(String(body)).not.toContain('Acme');
  });

  test('cannot be linked to', async ({ service: { anonymous } }) => {
    const query = new URLSearchParams(example).toString();
    const { status } = await anonymous.send('GET', `/admin/sign-in-preview?${query}`, { headers: framed });
    expect(status).toBe(405);
  });

  test('escapes what looks like markup', async ({ service }) => {
    const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>'`;
    const { status, body } = await preview(service, { displayName: hostile });
    expect(status).toBe(200);
    expect(String(body)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(String(body)).not.toMatch(/<script|<img/);
  });

  test.for<[string, string]>([
    ['logoUri', 'http://plain.example/logo.png'],
    ['logoUri', 'javascript:alert(1)'],
    ['logoUri', 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4='],
    ['logoUri', 'https://user:secret@example.com/logo.png'],
    ['supportUri', 'javascript:alert(1)'],
    ['primaryColor', '#7b7b7b'],
  ])('says in the frame that %s may not be %s, as the change does', async ([field, value], { service }) => {
    const change = await service.ours.call('updateBranding', { body: { [field]: value } });
    expect([change.status, Object.keys(change.body.details)]).toEqual([400, [field]]);
    const { status, body, headers } = await preview(service, { displayName: 'Acme', [field]: value });
    expect(status).toBe(400);
    expect(String(body)).toContain(`<code>${field}</code> ${change.body.details[field].slice(0, 10)}`);
    expect(String(body)).not.toContain(value);
    expect(String(body)).not.toMatch(active);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });

  test.for<[string, Record<string, string>, number]>([
    ['a color of three digits', { primaryColor: '#abc' }, 400],
    ['a color that would leave its place', { primaryColor: '#12345;}' }, 400],
    ['a name of 101 characters', { displayName: 'x'.repeat(101) }, 400],
    ['a name of control characters', { displayName: 'a\u0000b' }, 400],
    ['an unknown field', { script: 'x' }, 400],
    ['a logo of 65537 characters', { logoUri: `https://example.com/${'x'.repeat(65_517)}` }, 400],
    ['more than any branding has', { logoUri: 'x'.repeat(300_000) }, 413],
  ])('refuses %s', async ([, fields, refused], { service }) => {
    const { status, headers } = await preview(service, { displayName: 'Acme', ...fields });
    expect(status).toBe(refused);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  test('takes a logo of 64 KB', async ({ service }) => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(49_000 - 8)]);
    const logoUri = `data:image/png;base64,${png.toString('base64')}`;
    expect((await preview(service, { displayName: 'Acme', logoUri })).status).toBe(200);
  });

  test('leaves the pages of the sign-in as they are: nothing frames them', async ({ service }) => {
    const { anonymous, ours } = service;
    for (const path of [`/login/${ours.orgId}`, `/login/${ours.orgId}/signed-out`, '/admin/sign-in']) {
      const { headers } = await anonymous.send('GET', path, { headers: { ...framed, accept: 'text/html' } });
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
    }
  });
});
