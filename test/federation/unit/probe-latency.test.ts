import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '../../../src/federation/connections/entities/connection.ts';
import { probeProvider } from '../../../src/federation/connections/provider-probe.ts';
import { probeSaml } from '../../../src/federation/connections/saml-probe.ts';
import { OutgoingFailure, type Outgoing } from '../../../src/platform/outgoing.ts';
import { idpKey } from '../../support/saml-connections.ts';

// A test of a connection says how long its calls took, also of those that got no answer.

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Every call hangs until its time is over, unless its address has an answer. */
const hanging =
  (answers: Readonly<Record<string, object>> = {}): Outgoing['send'] =>
  async (url) => {
    const answer = answers[url];
    if (answer) {
      const body = JSON.stringify(answer);
      return { status: 200, body, bytes: Buffer.from(body), latencyMs: 7 };
    }
    vi.advanceTimersByTime(10_000);
    throw new OutgoingFailure('TIMEOUT');
  };

test('counts the time of an endpoint of SAML that did not answer', async () => {
  const { certificate } = await idpKey();
  const connection = {
    ssoUrl: 'https://login.example/sso',
    sloUrl: null,
    idpEntityId: 'https://login.example/saml',
    certificates: [certificate],
    samlSettings: () => ({ certificates: [certificate] }),
  } as unknown as Connection;
  const outcome = { trouble: 'The metadata was valid until 2020', unreachable: false };
  const probe = await probeSaml({ connection, outcome, now: new Date() }, { send: hanging() });
  expect(probe).toMatchObject({
    latencyMs: 10_000,
    checks: [{}, {}, { name: 'endpoints', ok: false, detail: expect.stringContaining('in time') }, {}],
  });
});

test('counts the time of endpoints and keys of OpenID Connect that did not answer', async () => {
  const issuer = 'https://login.example';
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const settings = {
    issuer,
    discoveryUrl: null,
    clientId: 'c',
    tokenEndpointAuthMethod: 'client_secret_basic',
    scopes: [],
    pkce: true,
    userInfo: false,
    acceptAssertions: false,
  } as const;
  const send = hanging({ [`${issuer}/.well-known/openid-configuration`]: document });
  const probe = await probeProvider({ ...settings, scopes: [] }, { send, mayReach: () => true });
  expect(probe).toMatchObject({ latencyMs: expect.any(Number) });
  // Endpoints and keys are asked at the same time, so that the one clock of this test runs for both.
  expect('latencyMs' in probe && probe.latencyMs).toBeGreaterThanOrEqual(20_007);
});
