import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, onTestFinished } from 'vitest';
import { aReceiver, type Reply } from '../../support/receiver.ts';
import { aRelyingParty, issuerOf, type RelyingParty } from '../../support/relying-party.ts';
import { test, type TestService } from '../../support/service.ts';

const { privateKey, publicKey } = await generateKeyPair('ES256');
const keys = JSON.stringify({
  keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }],
});
const serve: Reply = (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(keys);

/** A program whose keys are at an address of its own. */
async function aProgram(service: TestService, reply: Reply) {
  const receiver = await aReceiver(reply);
  const party = await aRelyingParty(service.ours, {
    applicationType: 'machine',
    grantTypes: ['client_credentials'],
    redirectUris: [],
    postLogoutRedirectUris: [],
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwksUri: receiver.url,
  });
  return { receiver, party };
}

async function ask({ clientId }: RelyingParty, issuer: string): Promise<number> {
  const assertion = await new SignJWT({ iss: clientId, sub: clientId, aud: issuer, jti: crypto.randomUUID() })
    .setIssuedAt()
    .setExpirationTime('60 s')
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .sign(privateKey);
  const { status } = await fetch(`${issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  });
  return status;
}

describe('a client with a jwksUri', () => {
  test('is known by the keys that it publishes', async ({ service }) => {
    const { receiver, party } = await aProgram(service, serve);
    expect(await ask(party, party.issuer)).toBe(200);
    expect(receiver.received).toHaveLength(1);
  });

  test('is not known by what is elsewhere, too long, no key set, or fails', async ({ service }) => {
    const elsewhere = await aReceiver(serve);
    const json = { 'content-type': 'application/json' };
    const replies: Reply[] = [
      (response) => response.writeHead(302, { location: elsewhere.url }).end(),
      (response) => response.writeHead(200, json).end(`${keys}${' '.repeat(300_000)}`),
      (response) => response.writeHead(200, json).end('no keys'),
      (response) => response.writeHead(500).end(keys),
    ];
    for (const reply of replies) {
      const { receiver, party } = await aProgram(service, reply);
      expect(await ask(party, party.issuer)).toBe(401);
      expect(receiver.received).toHaveLength(1);
    }
    expect(elsewhere.received).toHaveLength(0);
  });

  test('is not known by keys at an address inside that may not be called', async ({ service }) => {
    const { receiver, party } = await aProgram(service, serve);
    for (const [allowed, status, calls] of [
      ['', 401, 0],
      ['127.0.0.0/8', 200, 1],
    ] as const) {
      const node = await service.startNode({ EGRESS_ALLOW: allowed });
      onTestFinished(() => node.stop());
      expect(await ask(party, issuerOf({ ...service.ours, origin: node.origin }))).toBe(status);
      expect(receiver.received).toHaveLength(calls);
    }
  });
});
