import { describe, expect } from 'vitest';
import { test } from '../../support/service.ts';

describe('getOidcClientMetadata', () => {
  test('tells that no documents are read until an administrator allows some', async ({
    service: { theirs },
  }) => {
    const { status, body } = await theirs.call('getOidcClientMetadata', {});
    expect([status, body]).toEqual([
      200,
      {
        mode: 'OFF',
        allowedHosts: [],
        loopbackRedirects: false,
        updatedAt: null,
        updatedBy: null,
      },
    ]);
  });
});

describe('updateOidcClientMetadata', () => {
  test('changes the fields that are sent, in one tenant', async ({ service: { ours, oursTest } }) => {
    const first = await ours.call('updateOidcClientMetadata', {
      body: { mode: 'ALLOWED_HOSTS', allowedHosts: ['claude.ai', '*.example.com', 'agent.example.com:8443'] },
    });
    expect(first.status).toBe(200);
    const { headers, body } = await ours.call('updateOidcClientMetadata', {
      body: { loopbackRedirects: true },
    });
    expect(body).toMatchObject({
      mode: 'ALLOWED_HOSTS',
      allowedHosts: ['claude.ai', '*.example.com', 'agent.example.com:8443'],
      loopbackRedirects: true,
      updatedAt: expect.any(String),
    });
    const stale = await ours.call('updateOidcClientMetadata', { body: {}, headers: { 'if-match': '"1"' } });
    expect([stale.status, headers.get('etag')]).toEqual([412, '"2"']);
    expect((await oursTest.call('getOidcClientMetadata', {})).body.mode).toBe('OFF');
  });

  test.for([
    'https://claude.ai',
    'Claude.ai',
    'claude.ai:443',
    'claude.ai/path',
    '*.com',
    '*',
    'a.*.example.com',
    'exa mple.com',
    '',
  ])('refuses the host %j', async (host, { service: { ours } }) => {
    const { status, body } = await ours.call('updateOidcClientMetadata', { body: { allowedHosts: [host] } });
    expect([status, body.code, Object.keys(body.details ?? {})]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['allowedHosts.0'],
    ]);
  });

  test('leaves the blocked hosts as they are', async ({ service: { oursTest } }) => {
    await oursTest.call('updateOidcBlockedHosts', { body: { hosts: ['evil.example.com'] } });
    await oursTest.call('updateOidcClientMetadata', { body: { mode: 'ANY_HOST' } });
    expect((await oursTest.call('getOidcBlockedHosts', {})).body.hosts).toEqual(['evil.example.com']);
  });

  test('leaves a row of the audit log with the changes', async ({ service: { theirs } }) => {
    await theirs.call('updateOidcClientMetadata', {
      body: { mode: 'ANY_HOST', loopbackRedirects: true },
    });
    const { body } = await theirs.call('listAuditLogs', { query: { action: 'oidc_client_metadata.update' } });
    expect(body.data).toMatchObject([
      {
        changes: [
          { field: 'mode', from: 'OFF', to: 'ANY_HOST' },
          { field: 'loopbackRedirects', from: false, to: true },
        ],
      },
    ]);
  });
});
