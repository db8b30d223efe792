import { afterAll, beforeAll, describe, expect } from 'vitest';
import { changeConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aSubject,
  away,
  connected,
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
    expect(seen.status).toBe(502);
    expect(await healthOf(service, one.id)).toEqual({ health: 'UNKNOWN', lastError: null });
    expect(await failures(service, one.id)).toEqual([]);
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
