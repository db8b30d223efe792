import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aConnection, changeConnection } from '../../support/stored-connections.ts';
import {
  aLogout,
  refusalOf,
  sendLogout,
  signedInUpstream,
  storedTokens,
} from '../../support/logout-tokens.ts';
import { aPerson } from '../../support/person.ts';
import { startTestService, test } from '../../support/service.ts';
import { connected, signedInAs, startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe('receiveBackchannelLogout', () => {
  test('ends the login of one session at the identity provider', async ({ service }) => {
    const one = await connected(service, upstream);
    const user = await signedInUpstream(service, one);
    const other = await signedInAs(
      service,
      one,
      { ...user.claims, sid: 'another session' },
      aPerson(service.origin),
    );
    expect(await user.logins()).toBe(2);
    const answer = await sendLogout(
      service,
      one.id,
      await upstream.sign(aLogout({ sub: user.sub, sid: user.sid })),
    );
    expect([answer.status, answer.headers.get('cache-control'), await answer.text()]).toEqual([
      200,
      'no-store',
      '',
    ]);
    const account = `/account/${service.ours.orgId}`;
    expect((await user.person.open(account)).title).toBe('Sign in');
    expect((await other.person.open(account)).title).toBe('Your account');
    const told = await service.sql(
      `select data ->> 'reason' as reason from events where type = 'session.revoked' and data ->> 'userId' = $1`,
      [user.id],
    );
    expect(told).toEqual([{ reason: 'SIGNED_OUT_UPSTREAM' }]);
  });

  test('ends by sid alone, by sub alone, and a login whose session is not known', async ({ service }) => {
    const one = await connected(service, upstream);
    const bySession = await signedInUpstream(service, one);
    const bySubject = await signedInUpstream(service, one);
    const unnamed = await signedInUpstream(service, one, { sid: undefined });
    const bystander = await signedInUpstream(service, one);
    await sendLogout(service, one.id, await upstream.sign(aLogout({ sub: undefined, sid: bySession.sid })));
    await sendLogout(service, one.id, await upstream.sign(aLogout({ sub: bySubject.sub })));
    await sendLogout(
      service,
      one.id,
      await upstream.sign(aLogout({ sub: unnamed.sub, sid: 'some session' })),
    );
    // A user without a login is not an error (section 2.7).
    const stranger = await upstream.sign(aLogout({ sub: 'not-linked' }));
    const unlinked = await sendLogout(service, one.id, stranger);
    expect(unlinked.status).toBe(200);
    expect([
      await bySession.logins(),
      await bySubject.logins(),
      await unnamed.logins(),
      await bystander.logins(),
    ]).toEqual([0, 0, 0, 1]);
  });

  test('ends logins of this connection alone, also while it is disabled', async ({ service }) => {
    const [one, other] = [await connected(service, upstream), await connected(service, upstream)];
    const user = await signedInUpstream(service, one);
    const token = await upstream.sign(aLogout({ sub: user.sub }));
    expect((await sendLogout(service, other.id, token)).status).toBe(200);
    expect(await user.logins()).toBe(1);
    await changeConnection(service, one.id, "status = 'DISABLED'");
    expect((await sendLogout(service, one.id, token)).status).toBe(200);
    expect(await user.logins()).toBe(0);
  });

  test('works once, of many at the same time', async ({ service }) => {
    const one = await connected(service, upstream);
    const { claims, sub, logins } = await signedInUpstream(service, one);
    const token = await upstream.sign(aLogout({ sub }));
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendLogout(service, one.id, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
    await signedInAs(service, one, claims);
    const replayed = await sendLogout(service, one.id, token);
    expect([replayed.status, (await refusalOf(replayed)).error_description]).toEqual([
      400,
      'logout_token was used before',
    ]);
    expect(await logins()).toBe(1);
  });

  test('knows no connection of another kind, and takes no other forms', async ({ service }) => {
    const { id } = await aConnection(service, { issuer: upstream.url });
    const token = await upstream.sign(aLogout({ sub: 'one' }));
    for (const unknown of ['fed_01kahz5v3be4nr7q2m8x9c0d1e', 'fed_x', 'soc_01kahz5v3be4nr7q2m8x9c0d1e'])
      expect((await sendLogout(service, unknown, token)).status).toBe(404);
    expect((await sendLogout(service, id, 'a'.repeat(9000))).status).toBe(400);
    expect((await sendLogout(service, id, token, { state: 'more fields are not read' })).status).toBe(200);
    expect((await sendLogout(service, id, `a.${'b'.repeat(20_000)}.c`)).status).toBe(413);
  });

  test('forgets used tokens when they are too old to be accepted', async ({ service }) => {
    const one = await connected(service, upstream);
    expect((await sendLogout(service, one.id, await upstream.sign(aLogout({ sub: 'one' })))).status).toBe(
      200,
    );
    const before = await storedTokens(service);
    await service.runTask('sweep-requests');
    expect(await storedTokens(service)).toBe(before);
    await service.sql(`update federation_logout_tokens set expires_at = now() - interval '1 second'`);
    await service.runTask('sweep-requests');
    expect(await storedTokens(service)).toBe(0);
  });

  test('counts the requests of a connection, and failures by address', async () => {
    const limited = await startTestService({ RATE_LIMIT_PER_MINUTE: '100' });
    const { id } = await aConnection(limited, { issuer: upstream.url });
    const callback = await fetch(`${limited.origin}/api/v1/federation/oidc/${id}/callback?state=x&code=y`);
    expect(callback.headers.get('x-ratelimit-limit')).toBe('180');
    const statuses = new Set<number>();
    for (let tries = 0; tries < 330; tries++) statuses.add((await sendLogout(limited, id, 'a.b.c')).status);
    expect([...statuses]).toEqual([400, 429]);
    await limited.stop();
  });
});
