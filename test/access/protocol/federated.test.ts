import { afterAll, beforeAll, describe, expect } from 'vitest';
import { accessTest as test, anAccessPolicy } from '../../support/access.ts';
import { aSubject, connected, signedInAs, startUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

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
