import { describe, expect } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { test } from '../../support/service.ts';

const policy = (headers: Headers) => headers.get('content-security-policy') ?? '';

describe('showSignedOut', () => {
  test('loads nothing from other sites, and cannot be framed or cached', async ({ service }) => {
    const { anonymous, ours } = service;
    const { status, headers, body } = await anonymous.send('GET', `/login/${ours.orgId}/signed-out`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(policy(headers)).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy(headers)).toContain("frame-ancestors 'none'");
    expect(policy(headers)).not.toMatch(/unsafe|form-action/);
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body).toContain('<h1>You’re signed out</h1>');
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(body).not.toContain('req_');
    expect(body).not.toMatch(/<style|<script|style=| on\w+=/);
  });

  test.for([
    ['', 'de-CH,de;q=0.9', 'de'],
    ['', 'pt, fr;q=0.8, de;q=0.9', 'de'],
    ['?ui_locales=pt%20fr%20en', 'de', 'fr'],
    ['?ui_locales=pt', 'de', 'de'],
    ['', 'pt', 'en'],
    ['?utm_source=mail', '', 'en'],
  ] as const)('%s with the languages "%s" is in %s', async ([query, accepted, lang], { service }) => {
    const { anonymous, ours } = service;
    const { status, body } = await anonymous.send('GET', `/login/${ours.orgId}/signed-out${query}`, {
      headers: { 'accept-language': accepted },
    });
    expect(status).toBe(200);
    expect(body).toContain(`<html lang="${lang}">`);
  });

  test('answers HEAD as GET without its body', async ({ service: { anonymous, ours } }) => {
    const { status, headers, body } = await anonymous.send('HEAD', `/login/${ours.orgId}/signed-out`);
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

describe('an error of a page', () => {
  test.for([
    ['GET', `/login/${newId('org')}/signed-out`, 404, 'ORGANIZATION_NOT_FOUND', 'Page not found'],
    ['GET', '/login/nobody/nothing/here', 404, 'NOT_FOUND', 'Page not found'],
    ['GET', '/account', 404, 'NOT_FOUND', 'Page not found'],
    ['DELETE', `/login/${newId('org')}/signed-out`, 405, 'METHOD_NOT_ALLOWED', 'That didn’t work'],
    ['GET', `/login/${newId('org')}/signed-out?ui_locales=%ff`, 400, 'VALIDATION_ERROR', 'That didn’t work'],
  ] as const)('%s %s is shown as a page', async ([method, path, status, code, title], { service }) => {
    const answer = await service.anonymous.send(method, path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-error-code')).toBe(code);
    expect(policy(answer.headers)).toContain("frame-ancestors 'none'");
    expect(answer.body).toContain(`<h1>${title}</h1>`);
    expect(answer.body).toContain(answer.headers.get('x-request-id'));
  });

  test('is in the language that the browser accepts', async ({ service: { anonymous } }) => {
    const { body } = await anonymous.send('GET', '/login/x', { headers: { 'accept-language': 'fr-CA' } });
    expect(body).toContain('<h1>Page introuvable</h1>');
  });

  test('is the error body of the API for a client that accepts nothing else', async ({
    service: { anonymous },
  }) => {
    const { status, headers, body } = await anonymous.send('GET', '/login/x/signed-out', {
      headers: { accept: 'application/json' },
    });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'ORGANIZATION_NOT_FOUND', requestId: headers.get('x-request-id') });
  });
});

describe('an error of the protocol engine', () => {
  test('has the body of RFC 6749, together with our code', async ({ service: { anonymous, ours } }) => {
    const { status, headers, body } = await anonymous.send('GET', `/api/oidc/${ours.orgId}/nothing`);
    expect(status).toBe(404);
    expect(body).toEqual({
      error: 'not_found',
      error_description: 'No such path',
      code: 'NOT_FOUND',
      requestId: headers.get('x-request-id'),
    });
  });
});

describe('a file that pages load', () => {
  test('is served with an ETag and may be cached', async ({ service: { anonymous } }) => {
    const { status, headers } = await anonymous.send('GET', '/ui/style.css');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const again = await anonymous.send('GET', '/ui/style.css', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('holds the colours of an organization, and rejects other values', async ({
    service: { anonymous },
  }) => {
    const { status, headers, body } = await anonymous.send('GET', '/ui/theme-ffee00-000000.css');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('immutable');
    expect(body).toContain('--primary:#ffee00;--on-primary:#14161a');
    for (const path of [
      'theme-ffee00.css',
      'theme-}-000000.css',
      'theme-FFEE00-000000.css',
      'theme-ffee00-000000.css%0a',
      'theme-ffee00-000000.css/',
      '../page.ts',
      '..%2fpage.ts',
      '%2e%2e/page.ts',
      '..%5cpage.ts',
      '/style.css',
      'style.css%00',
      'constructor',
      '',
    ])
      expect({ path, status: (await anonymous.send('GET', `/ui/${path}`)).status }).toEqual({
        path,
        status: 404,
      });
  });

  test('accepts only GET and HEAD', async ({ service: { anonymous } }) => {
    for (const path of ['/ui/style.css', '/ui/theme-ffee00-000000.css']) {
      const head = await anonymous.send('HEAD', path);
      expect([head.status, head.body]).toEqual([200, '']);
      for (const method of ['POST', 'OPTIONS', 'DELETE']) {
        const { status, headers } = await anonymous.send(method, path);
        expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
      expect(head.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });
});
