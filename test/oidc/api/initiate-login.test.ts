import { describe, expect } from 'vitest';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { test } from '../../support/service.ts';

const refused = [
  'javascript:alert(1)',
  'http://app.example.com/login',
  'com.example.app:/login',
  'https://app.example.com/login#top',
  'https://user@app.example.com/login',
  'https://app.example.com/login?iss=x',
  'https://app.example.com/login?a=b&target_link_uri=x',
];

describe('updateOidcClient', () => {
  test('takes an https or loopback address at which a sign-in begins', async ({ service: { ours } }) => {
    const { clientId } = await anOidcClient(ours);
    const path = { clientId };
    for (const initiateLoginUri of [
      'https://app.example.com/login?a=b',
      'http://localhost:8080/login',
      null,
    ]) {
      const { status, body } = await ours.call('updateOidcClient', { path, body: { initiateLoginUri } });
      expect([status, body.initiateLoginUri]).toEqual([200, initiateLoginUri]);
    }
    for (const initiateLoginUri of refused) {
      const { status, body } = await ours.call('updateOidcClient', { path, body: { initiateLoginUri } });
      expect([initiateLoginUri, status, Object.keys(body.details)]).toEqual([
        initiateLoginUri,
        400,
        ['initiateLoginUri'],
      ]);
    }
  });
});

describe('createOidcClient', () => {
  test('rejects the address for a client without the code flow', async ({ service: { ours } }) => {
    const { status, body } = await ours.call('createOidcClient', {
      body: {
        name: 'Machine',
        applicationType: 'machine',
        initiateLoginUri: 'https://app.example.com/login',
      },
    });
    expect([status, body.details]).toEqual([
      400,
      { initiateLoginUri: 'requires the grant authorization_code' },
    ]);
  });
});
