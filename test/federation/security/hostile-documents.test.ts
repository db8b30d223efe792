// The documents and connections of an identity provider that is hostile, or is another one than before.
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect } from 'vitest';
import { json } from '../../support/issuer.ts';
import { createPrivateCa, type Certificate } from '../../support/private-ca.ts';
import { receiverCa } from '../../support/receiver.ts';
import { test, type TestService } from '../../support/service.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import {
  aSubject,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  tokens,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

const reasonOf = async ({ ours }: TestService, id: string): Promise<string> =>
  (await ours.call('listConnectionTraces', { path: { id } })).body.data[0].reason;

const usersOf = ({ sql }: TestService, id: string) =>
  sql('select from users where source_connection_id = $1', [id]);

/** Where each document is. UserInfo is asked because the token has no address. */
const places = {
  discovery: '/.well-known/openid-configuration',
  keys: '/keys',
  token: '/token',
  UserInfo: '/userinfo',
} as const;
type Place = keyof typeof places;

/** Signs in at a provider whose answer at one place is hostile. */
async function against(
  service: TestService,
  place: Place,
  answer: (own: Upstream) => Upstream['pages'][string],
) {
  const own = await startUpstream();
  own.userInfo = {};
  const connection = await connected(service, own);
  own.pages[places[place]] = answer(own);
  const claims = aSubject(connection, place === 'UserInfo' ? { email_verified: undefined } : {});
  own.claims = claims;
  const led = (await typed(service, `ada@${connection.domain}`)).led;
  const seen = led.status === 303 ? await signedInAs(service, connection, claims) : led;
  const { asked } = own;
  await own.close();
  expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
  expect(await usersOf(service, connection.id)).toEqual([]);
  return { asked, reason: await reasonOf(service, connection.id) };
}

const isPlace = Object.keys(places).map((place): [Place] => [place as Place]);

describe('an answer of a hostile identity provider', () => {
  test.for(isPlace)('is not read when it is huge: %s', async ([place], { service }) => {
    const huge = () => (response: ServerResponse) => json(response, { keys: [], x: 'x'.repeat(300_000) });
    expect((await against(service, place, huge)).reason).toContain('RESPONSE_TOO_LARGE');
  });

  test.for(isPlace)('is not read to an end that never comes: %s', async ([place], { service }) => {
    const endless = () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect((await against(service, place, endless)).reason).toContain('RESPONSE_TOO_LARGE');
  });

  test.for(isPlace)('leads the service nowhere by a redirect: %s', async ([place], { service }) => {
    const redirect = (own: Upstream) => (response: ServerResponse) =>
      response.writeHead(307, { location: `${own.url}/elsewhere` }).end();
    expect((await against(service, place, redirect)).asked).not.toContain('/elsewhere');
  });
});

describe('keys of a hostile identity provider', () => {
  test('that are symmetric verify nothing', async ({ service }) => {
    const own = await startUpstream();
    own.metadata = { id_token_signing_alg_values_supported: ['ES256', 'HS256'] };
    const connection = await connected(service, own);
    const secret = Buffer.from('a key that anybody can read here');
    own.pages['/keys'] = (response) =>
      json(response, { keys: [{ kty: 'oct', k: secret.toString('base64url'), kid: 'oct', alg: 'HS256' }] });
    own.answer = async (asked) => {
      const [, payload = ''] = (await own.idToken(asked)).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      return tokens(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'oct' }).sign(secret));
    };
    const seen = await signedInAs(service, connection, aSubject(connection));
    await own.close();
    expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
    expect(await usersOf(service, connection.id)).toEqual([]);
  });

  test('come from its own address, and not from a certificate in the header (x5c)', async ({ service }) => {
    const own = await startUpstream();
    const connection = await connected(service, own);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    own.answer = async (asked) => {
      const [, payload = ''] = (await own.idToken(asked)).split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const { cert } = await receiverCa.issue();
      const x5c = [cert.replace(/-----[^-]+-----|\s/g, '')];
      const header = { alg: 'ES256', kid: '1', x5c, jwk: await exportJWK(publicKey) };
      return tokens(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey));
    };
    const seen = await signedInAs(service, connection, aSubject(connection));
    await own.close();
    expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
    expect(await usersOf(service, connection.id)).toEqual([]);
  });
});

describe('the certificate of the server of an identity provider', () => {
  test.for<[what: string, certificate: () => Promise<Certificate>]>([
    ['of another authority', async () => (await createPrivateCa()).issue()],
    ['for another name', () => receiverCa.issue('DNS:elsewhere.example')],
    ['that has expired', () => receiverCa.issueExpired()],
  ])('is refused when it is swapped for one %s', async ([, certificate], { service }) => {
    const own = await startUpstream();
    const connection = await connected(service, own);
    expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
    const asked: string[] = [];
    const server = createServer(await certificate(), (request: IncomingMessage, response) => {
      asked.push(request.url ?? '');
      json(response, {});
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const swapped = `https://localhost:${(server.address() as AddressInfo).port}`;
    await changeConnection(service, connection.id, 'issuer = $2', [swapped]);
    const { led } = await typed(service, `ada@${connection.domain}`);
    await new Promise((done) => server.close(done));
    await own.close();
    expect([led.status, asked]).toEqual([502, []]);
    expect(await reasonOf(service, connection.id)).toContain('TLS_ERROR');
  });
});
