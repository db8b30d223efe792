import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aPerson } from '../../support/person.ts';
import { replaced, stranger } from '../../support/saml-messages.ts';
import {
  arrive,
  aSamlSubject,
  awayBySaml,
  responseTo,
  samlConnected,
  type Says,
  signedInBySaml,
} from '../../support/saml-upstream.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aSubject,
  away,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  tokens,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const healthOf = async ({ ours }: Pick<TestService, 'ours'>, id: string) => {
  const { body } = await ours.call('getConnection', { path: { id } });
  return { health: body.health, lastError: body.lastError };
};
const failures = ({ sql }: Pick<TestService, 'sql'>, id: string) =>
  sql<{ data: Record<string, unknown> }>(
    `select data from events where type = 'federation.failed' and data ->> 'connectionId' = $1 order by created_at`,
    [id],
  );
const alerts = async ({ ours }: Pick<TestService, 'ours'>, id: string) => {
  const { body } = await ours.call('listAlerts', { query: { limit: 100 } });
  return body.data.filter(({ source }: { source: { id: string } }) => source.id === id);
};

const answering = (
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): void => void response.writeHead(status, headers).end(body);

describe('the health of a connection', () => {
  test('fails with one event and one alert by failing sign-ins, and recovers by a success', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    await signedInAs(service, one, claims);
    expect(await failures(service, one.id)).toEqual([]);
    await changeConnection(service, one.id, "issuer = 'https://nowhere.invalid'");
    const lastError = 'The provider cannot be reached: DNS_FAILURE';
    // Eight at once find it healthy.
    await Promise.all(Array.from({ length: 8 }, () => typed(service, `ada@${one.domain}`)));
    expect(await healthOf(service, one.id)).toEqual({ health: 'FAILING', lastError });
    expect(await failures(service, one.id)).toMatchObject([
      {
        data: {
          connectionName: 'Acme',
          connectionType: 'OIDC',
          error: lastError,
          failedAt: expect.any(String),
        },
      },
    ]);
    expect(await alerts(service, one.id)).toMatchObject([
      { severity: 'HIGH', status: 'OPEN', description: expect.stringContaining(lastError) },
    ]);
    await changeConnection(service, one.id, 'issuer = $2', [upstream.url]);
    await signedInAs(service, one, claims);
    expect(await healthOf(service, one.id)).toEqual({ health: 'HEALTHY', lastError: null });
    upstream.answer = async () => tokens('not a token');
    await signedInAs(service, one, claims);
    upstream.answer = async (asked) => tokens(await upstream.idToken(asked));
    expect(await healthOf(service, one.id)).toMatchObject({ health: 'FAILING' });
    expect(await failures(service, one.id)).toHaveLength(2);
    expect(await alerts(service, one.id)).toHaveLength(1);
  });

  test('does not follow from responses that a browser made up, with and without PKCE', async ({
    service,
  }) => {
    const one = await connected(service, upstream, { pkce: false });
    const made = await away(service, one, aSubject(one));
    await made.person.open(made.callback.replace(/code=[^&]*/, 'code=made-up'));
    // A code of another sign-in has an ID token with another nonce.
    const [other, mine] = [await away(service, one, aSubject(one)), await away(service, one, aSubject(one))];
    const code = /code=[^&]*/.exec(other.callback)?.[0] ?? '';
    const seen = await mine.person.open(mine.callback.replace(/code=[^&]*/, code));
    expect(seen.status).toBe(400);
    expect(await healthOf(service, one.id)).toEqual({ health: 'UNKNOWN', lastError: null });
    expect(await failures(service, one.id)).toEqual([]);
  });

  test.for<[what: string, answer: (response: ServerResponse) => void]>([
    ['the status 400 and another error', (to) => answering(to, 400, '{"error":"invalid_request"}')],
    ['the status 500', (to) => answering(to, 500, '{"error":"server_error"}')],
    ['the status 200 and an error', (to) => answering(to, 200, '{"error":"bad_verification_code"}')],
    ['the page of a firewall', (to) => answering(to, 403, '<html>', { 'content-type': 'text/html' })],
    ['a page that looks fine', (to) => answering(to, 200, '<html>', { 'content-type': 'text/html' })],
    ['a challenge', (to) => answering(to, 401, '', { 'www-authenticate': 'Bearer error="invalid_token"' })],
    ['a body without an end', (to) => answering(to, 200, ' '.repeat(300_000))],
    ['a closed connection', (to) => void to.destroy()],
  ])(
    'does not follow from a made-up code that the provider answers with %s',
    async ([, answer], { service }) => {
      const own = await startUpstream();
      const one = await connected(service, own);
      own.pages['/token'] = answer;
      const { person, callback } = await away(service, one, aSubject(one));
      const seen = await person.open(callback.replace(/code=[^&]*/, 'code=made-up'));
      await own.close();
      expect(outcomeOf(seen)).toBe('FEDERATION_CONN_FAILED');
      expect(await healthOf(service, one.id)).toEqual({ health: 'UNKNOWN', lastError: null });
      expect([await failures(service, one.id), await alerts(service, one.id)]).toEqual([[], []]);
    },
  );

  test('follows from a refused client, and from a token endpoint that no code could reach', async ({
    service,
  }) => {
    const own = await startUpstream();
    const refused = await connected(service, own);
    own.pages['/token'] = (to) => answering(to, 401, '{"error":"invalid_client"}');
    await signedInAs(service, refused, aSubject(refused));
    expect(await healthOf(service, refused.id)).toEqual({
      health: 'FAILING',
      lastError: 'The provider refused our client authentication (invalid_client)',
    });
    own.metadata = { token_endpoint: 'https://nowhere.invalid/token' };
    const lost = await connected(service, own);
    await signedInAs(service, lost, aSubject(lost));
    await own.close();
    expect(await healthOf(service, lost.id)).toEqual({
      health: 'FAILING',
      lastError: 'The provider cannot be reached: DNS_FAILURE',
    });
  });

  test('does not follow from states, errors and issuers that a browser made up', async ({ service }) => {
    const one = await connected(service, upstream);
    const path = `/api/v1/federation/oidc/${one.id}/callback`;
    const stranger = aPerson(service.origin);
    for (const query of ['', '?error=server_error', '?code=x&state=forged', '?code=x&state=sgn_x.y&iss=z'])
      expect((await stranger.open(path + query)).status).toBe(400);
    const { person, callback } = await away(service, one, aSubject(one));
    // The right sign-in and browser, and another state: the sign-in goes on waiting.
    const forged = callback.replace(/(state=sgn_[0-9a-z]{26})\.[^&]*/, '$1.forged');
    expect((await person.open(forged)).status).toBe(400);
    expect((await person.open(callback.replace(/code=[^&]*/, 'error=invalid_client'))).status).toBe(400);
    expect(await healthOf(service, one.id)).toEqual({ health: 'UNKNOWN', lastError: null });
    expect([await failures(service, one.id), await alerts(service, one.id)]).toEqual([[], []]);
  });

  test('causes no event while the connection is disabled', async ({ service }) => {
    const one = await connected(service, upstream);
    const gone = await away(service, one, aSubject(one));
    upstream.answer = async () => {
      await changeConnection(service, one.id, "status = 'DISABLED'");
      return tokens('not a token');
    };
    await gone.person.open(gone.callback);
    upstream.answer = async (asked) => tokens(await upstream.idToken(asked));
    expect(await failures(service, one.id)).toEqual([]);
  });
});

describe('the health of a SAML connection', () => {
  const tracesOf = async ({ ours }: Pick<TestService, 'ours'>, id: string) =>
    (await ours.call('listConnectionTraces', { path: { id } })).body.data.map(
      ({ verified }: { verified: boolean }) => verified,
    );

  test('does not follow from what strangers send', async ({ service }) => {
    const one = await samlConnected(service);
    const { asked } = await awayBySaml(service, one);
    const build = (says: Says) => responseTo(one, asked.id, { ...aSamlSubject(one), ...says });
    const elsewhere = {
      assertion: { audiences: ['https://evil.example'] },
      response: { destination: 'https://evil.example/acs' },
    };
    const sent = [
      'junk',
      build({ protection: { key: stranger } }),
      // Genuine, and refused because it is old: anybody may have kept it.
      build({ response: { issueInstant: new Date(Date.now() - 600_000) } }),
      // Genuine, for the service provider of an attacker, in an envelope of the attacker.
      replaced(build(elsewhere), ' Destination="https://evil.example/acs"', ` Destination="${one.acsUrl}"`),
    ];
    for (const xml of sent)
      expect(outcomeOf(await arrive(service, one, xml, asked.relayState))).toBe('FEDERATION_CONN_FAILED');
    expect(await healthOf(service, one.id)).toEqual({ health: 'UNKNOWN', lastError: null });
    expect([await failures(service, one.id), await alerts(service, one.id)]).toEqual([[], []]);
    // These are in the ring that strangers share.
    expect(await tracesOf(service, one.id)).toEqual(sent.map(() => false));
  });

  test('follows from a genuine response for us with another audience, however often it comes', async ({
    service,
  }) => {
    const one = await samlConnected(service);
    const { asked } = await awayBySaml(service, one);
    const wrong = { ...aSamlSubject(one), assertion: { audiences: ['https://old.example/metadata'] } };
    const xml = responseTo(one, asked.id, wrong);
    for (const _ of [1, 2, 3]) await arrive(service, one, xml, asked.relayState);
    expect(await healthOf(service, one.id)).toMatchObject({ health: 'FAILING' });
    expect([await failures(service, one.id), await alerts(service, one.id)]).toMatchObject([[{}], [{}]]);
    expect(await tracesOf(service, one.id)).toEqual([false, false, true]);
    expect(outcomeOf(await signedInBySaml(service, one, aSamlSubject(one)))).toBe('SIGNED_IN');
    expect(await healthOf(service, one.id)).toEqual({ health: 'HEALTHY', lastError: null });
  });
});
