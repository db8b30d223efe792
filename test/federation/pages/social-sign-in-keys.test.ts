import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Issuer, json, startIssuer } from '../../support/issuer.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aSocialProvider, locationOf, press } from '../../support/social.ts';

let service: TestService;
let peer: Issuer;
let providerId: string;

beforeAll(async () => {
  service = await startTestService({ EGRESS_ALLOW: '127.0.0.0/8' });
  peer = await startIssuer();
  peer.pages['/.well-known/openid-configuration'] = (response) =>
    json(response, {
      issuer: peer.url,
      jwks_uri: `${peer.url}/keys`,
      authorization_endpoint: `${peer.url}/authorize`,
      token_endpoint: `${peer.url}/token`,
      id_token_signing_alg_values_supported: ['ES256'],
    });
  providerId = (await aSocialProvider(service.ours, { clientId: 'keyward', issuer: peer.url })).id;
});
afterAll(async () => {
  await service.stop();
  await peer.close();
});

/** A sign-in up to where the provider sends the browser back. @returns what follows */
async function begun() {
  const { ours, origin } = service;
  const person = aPerson(origin);
  const led = locationOf(await press(person, await person.open(`/login/${ours.orgId}`), providerId));
  const sub = crypto.randomUUID();
  const nonce = led.searchParams.get('nonce') ?? '';
  const state = led.searchParams.get('state') ?? '';
  const path = `/login/${ours.orgId}/social/${providerId}/callback?code=${sub}&state=${state}`;
  return {
    nonce,
    end: async () => (await person.open(path)).status,
  };
}

/** The provider hands out a token for this nonce, with a `kid` of its own if one is named. */
function answerWith(nonce: string, header?: Record<string, unknown>): void {
  peer.pages['/token'] = (response) =>
    void peer
      .sign({ aud: 'keyward', sub: crypto.randomUUID(), nonce }, header)
      .then((id_token) => json(response, { access_token: 'x', token_type: 'Bearer', id_token }));
}

async function signIn(header?: Record<string, unknown>): Promise<number> {
  const { nonce, end } = await begun();
  answerWith(nonce, header);
  return end();
}

const timesKeysWereAsked = () => peer.asked.filter((path) => path === '/keys').length;

describe('a provider that has just rotated its keys', () => {
  test('is asked for them again, once, and people get in', async () => {
    expect(await signIn()).toBe(200);
    expect(await signIn()).toBe(200);
    expect(timesKeysWereAsked()).toBe(1);
    await peer.rotate();
    expect(await signIn()).toBe(200);
    expect(timesKeysWereAsked()).toBe(2);
    // The new keys are remembered.
    expect(await signIn()).toBe(200);
    expect(timesKeysWereAsked()).toBe(2);
  });

  test('is not asked again by every sign-in with a key that it does not publish', async () => {
    const before = timesKeysWereAsked();
    for (let at = 0; at < 3; at++) expect(await signIn({ kid: `unknown-${at}` })).toBe(502);
    expect(timesKeysWereAsked() - before).toBeLessThanOrEqual(1);
    expect(await signIn()).toBe(200);
  });

  test('is asked for its discovery document once', () => {
    expect(peer.asked.filter((path) => path.startsWith('/.well-known/'))).toHaveLength(1);
  });
});

describe('a provider whose answers cannot be used', () => {
  test('is asked again by the next sign-in', async () => {
    const broken = await startIssuer();
    const { id } = await aSocialProvider(service.ours, { clientId: 'keyward', issuer: broken.url });
    const start = async () => {
      const person = aPerson(service.origin);
      return (await press(person, await person.open(`/login/${service.ours.orgId}`), id)).status;
    };
    broken.pages['/.well-known/openid-configuration'] = (response) => json(response, 'maintenance');
    expect(await start()).toBe(502);
    broken.pages['/.well-known/openid-configuration'] = (response) =>
      json(response, { issuer: broken.url, authorization_endpoint: `${broken.url}/authorize` });
    expect(await start()).toBe(303);
    await broken.close();
  });
});
