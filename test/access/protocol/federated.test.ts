import { afterAll, beforeAll, describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aUser } from '../../support/builders.ts';
import { aPerson } from '../../support/person.ts';
import { linksOf, press } from '../../support/social.ts';
import {
  aSubject,
  connected,
  locally,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

describe('a user who connects an account', () => {
  test('is judged again when the browser comes back, and connects nothing if a policy blocks by now', async ({
    service,
  }) => {
    const { ours, origin } = service;
    const connection = await connected(service, upstream, { accountLinking: 'EXPLICIT' });
    const password = 'vivid-harbor-cello-42';
    const email = `${crypto.randomUUID()}@${connection.domain}`;
    await aUser(ours, { email, password });
    const person = aPerson(origin);
    await locally(service, person, { email, password });
    const account = await person.open(`/account/${ours.orgId}?section=security`);
    const claims = aSubject(connection);
    upstream.claims = claims;
    const callback = upstream.visit(await press(person, account, `${connection.id}/connect`));
    await anAccessPolicy(ours, { conditions: { applications: { include: ['keyward:account'] } } });
    const back = await person.open(callback);
    expect([back.status, back.title]).toEqual([403, 'Sign-in blocked']);
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
  });
});

describe('a sign-in by a connection that a policy blocks', () => {
  test('leaves no login, and its trace has the reason', async ({ service }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream);
    await anAccessPolicy(ours, { conditions: { applications: { include: ['keyward:account'] } } });
    await signedInAs(service, connection, aSubject(connection));
    const path = { id: connection.id };
    const [trace] = (await ours.call('listConnectionTraces', { path })).body.data;
    expect(trace).toMatchObject({
      outcome: 'FAILED',
      step: 'ACCESS',
      reason: 'Conditional access refuses the user',
    });
    expect(await sql('select from login_sessions where user_id = $1', [trace.userId])).toEqual([]);
    const used = await sql('select last_login_at as at from federation_connections where id = $1', [
      connection.id,
    ]);
    expect(used).toEqual([{ at: null }]);
  });
});
