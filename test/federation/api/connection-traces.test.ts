import { afterAll, beforeAll, describe, expect } from 'vitest';
import { traced } from '../../../src/federation/connections/traces.ts';
import { aCallerWith } from '../../support/builders.ts';
import { aConnection, changeConnection } from '../../support/stored-connections.ts';
import { test, type TestService } from '../../support/service.ts';
import {
  aSubject,
  away,
  connected,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const tracesOf = async (
  { ours }: Pick<TestService, 'ours'>,
  id: string,
  query: Record<string, string> = {},
) => {
  const { status, body } = await ours.call('listConnectionTraces', { path: { id }, query });
  expect(status).toBe(200);
  return body.data;
};

describe('listConnectionTraces', () => {
  test('shows the first 256 characters of a value', async ({ service }) => {
    const one = await connected(service, upstream);
    await signedInAs(service, one, aSubject(one, { note: 'x'.repeat(300) }));
    const [{ claims, truncated }] = await tracesOf(service, one.id);
    expect(claims).toContainEqual(expect.objectContaining({ name: 'note', value: `${'x'.repeat(255)}…` }));
    expect(truncated).toBe(true);
  });

  test('shows a sign-in with its claims, whose values only keys with directory.read see', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const claims = aSubject(one, { groups: ['a', 'b'], sid: 'session-canary', department: 'Sales' });
    await signedInAs(service, one, claims);
    const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [claims.email]);
    const [trace, ...others] = await tracesOf(service, one.id);
    expect(others).toEqual([]);
    expect(trace).toMatchObject({
      outcome: 'SUCCESS',
      verified: true,
      step: null,
      reason: null,
      reference: expect.stringMatching(/^req_/),
      userId: user?.id,
      truncated: false,
    });
    const valueOf = (name: string) => trace.claims.find((one: { name: string }) => one.name === name)?.value;
    expect([valueOf('email'), valueOf('groups'), valueOf('department'), valueOf('email_verified')]).toEqual([
      claims.email,
      '["a","b"]',
      'Sales',
      'true',
    ]);
    // Their names are shown, and nothing else of them.
    expect([valueOf('nonce'), valueOf('sid'), valueOf('jti')]).toEqual([null, null, null]);
    const { caller } = await aCallerWith(service, ['federation.read']);
    const seen = await caller.call('listConnectionTraces', { path: { id: one.id } });
    expect(seen.body.data[0]).toMatchObject({ userId: null, outcome: 'SUCCESS' });
    expect(seen.body.data[0].claims).toEqual(
      trace.claims.map(({ name }: { name: string }) => ({ name, value: null })),
    );
    const { caller: other } = await aCallerWith(service, ['directory.read']);
    expect((await other.call('listConnectionTraces', { path: { id: one.id } })).status).toBe(403);
  });

  test('finds a failed sign-in by the reference on the page', async ({ service }) => {
    const one = await connected(service, upstream, { jitProvisioning: false });
    const failed = await signedInAs(service, one, aSubject(one, { email_verified: false }));
    await signedInAs(service, one, aSubject(one));
    const [, reference = ''] = /(req_[0-9a-z]{26})/.exec(failed.text) ?? [];
    const found = await tracesOf(service, one.id, { reference });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      outcome: 'FAILED',
      step: 'LINKING',
      verified: true,
      reference,
      userId: null,
    });
    expect(found[0].reason).toBe(
      'The identity provider vouches for no email address of a verified domain of this connection',
    );
    // No user is known whose erasure would erase the values.
    const claims = Object.fromEntries(
      found[0].claims.map(({ name, value }: { name: string; value: string }) => [name, value]),
    );
    expect(claims).toMatchObject({
      email: null,
      name: null,
      sub: null,
      email_verified: 'false',
      iss: upstream.url,
    });
    expect(await tracesOf(service, one.id, { reference: 'req_unknown' })).toEqual([]);
    expect(await tracesOf(service, one.id, { outcome: 'SUCCESS' })).toEqual([]);
    expect(await tracesOf(service, one.id, { outcome: 'FAILED' })).toHaveLength(2);
  });

  test('names the step that failed, and holds nothing of what was sent', async ({ service }) => {
    const one = await connected(service, upstream);
    const wrong = await away(service, one, aSubject(one, { nonce: 'nonce-canary' }));
    await wrong.person.open(wrong.callback);
    const cancelled = await away(service, one, aSubject(one));
    const path = new URL(cancelled.callback, service.origin);
    path.searchParams.delete('code');
    path.searchParams.set('error', 'server_error');
    path.searchParams.set('error_description', 'description-canary');
    await cancelled.person.open(path.pathname + path.search);
    await changeConnection(service, one.id, "issuer = 'https://nowhere.invalid'");
    await away(service, one, aSubject(one)).catch(() => undefined);
    const traces = await tracesOf(service, one.id);
    expect(traces.map(({ step, verified }: { step: string; verified: boolean }) => [step, verified])).toEqual(
      [
        ['DISCOVERY', false],
        ['RESPONSE', false],
        ['TOKEN', false],
      ],
    );
    const [{ rows } = { rows: '' }] = await service.sql<{ rows: string }>(
      'select json_agg(t)::text as rows from federation_traces t where connection_id = $1',
      [one.id],
    );
    for (const secret of ['canary', 'code', 'somebody@']) expect(rows).not.toContain(secret);
  });

  test('erases the traces of a user with the user, and those of a connection with it', async ({
    service,
  }) => {
    const one = await connected(service, upstream);
    const claims = aSubject(one);
    await signedInAs(service, one, claims);
    await signedInAs(service, one, aSubject(one));
    const [user] = await service.sql<{ id: string }>('select id from users where email = $1', [claims.email]);
    await service.ours.call('deleteUser', { path: { userId: user?.id ?? '' } });
    expect(await tracesOf(service, one.id)).toHaveLength(1);
    await service.sql('delete from federation_connections where id = $1', [one.id]);
    expect(await service.sql('select from federation_traces where connection_id = $1', [one.id])).toEqual([]);
    expect((await service.ours.call('listConnectionTraces', { path: { id: one.id } })).status).toBe(404);
  });

  test('shows no tenant the sign-ins of another', async ({ service }) => {
    const one = await connected(service, upstream);
    const { status } = await service.theirs.call('listConnectionTraces', { path: { id: one.id } });
    expect(status).toBe(404);
  });
});

describe('the rings of traces', () => {
  const older = `
insert into federation_traces (org_id, id, connection_id, at, verified, outcome)
select $1, 'trc_' || right($2, 12) || $3 || n, $2, now() - n * interval '1 second' - $4 * interval '1 minute', $3::boolean, 'FAILED'
  from generate_series(1, $5::int) as n`;
  const counted = async ({ sql }: TestService, id: string) => {
    const [row] = await sql<{ verified: number; others: number }>(
      `select count(*) filter (where verified)::int as verified, count(*) filter (where not verified)::int as others
         from federation_traces where connection_id = $1`,
      [id],
    );
    return [row?.verified, row?.others];
  };

  test('keep the newest 1,000 verified sign-ins and the newest 100 others, for seven days', async ({
    service,
  }) => {
    const { id } = await aConnection(service);
    const old = await aConnection(service);
    const { orgId } = service.ours;
    await service.sql(older, [orgId, id, true, 0, 1020]);
    await service.sql(older, [orgId, id, false, 0, 150]);
    await service.sql(older, [orgId, old.id, true, 7 * 24 * 60, 3]);
    await service.runTask('sweep-requests');
    expect([await counted(service, id), await counted(service, old.id)]).toEqual([
      [1000, 100],
      [0, 0],
    ]);
  });

  test('take at most 100 unverified sign-ins in a minute', async ({ service }) => {
    const one = await connected(service, upstream);
    await service.sql(
      `insert into federation_traces (org_id, id, connection_id, verified, outcome)
       select $1, 'trc_now' || right($2, 12) || n, $2, false, 'FAILED' from generate_series(1, 99) as n`,
      [service.ours.orgId, one.id],
    );
    for (const _ of [1, 2, 3]) {
      const { person, callback } = await away(service, one, aSubject(one, { nonce: 'wrong' }));
      await person.open(callback);
    }
    expect(await counted(service, one.id)).toEqual([0, 100]);
  });
});

describe('traced', () => {
  test('keeps no tokens, no secrets and no more than 5 KB', () => {
    const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJvbmUifQ.c2lnbmF0dXJl';
    const hidden = {
      access_token: 'a',
      id_token_hint: 'b',
      client_secret: 'c',
      password: 'd',
      nonce: 'e',
      at_hash: 'f',
      custom: jwt,
      nested: { list: [`Bearer ${jwt}`] },
    };
    const { claims } = traced({ ...hidden, name: 'Ada' }, true);
    expect(claims.map(({ value }) => value)).toEqual([...Object.keys(hidden).map(() => null), 'Ada']);
    const long = traced({ ['a name'.repeat(50)]: 'x', text: 'y'.repeat(1000) }, true);
    expect([long.truncated, long.claims[0]?.name.length, long.claims[1]?.value?.length]).toEqual([
      true,
      100,
      256,
    ]);
    const many = traced(
      Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`claim ${at}`, '€'.repeat(200)])),
      true,
    );
    expect(many.truncated).toBe(true);
    expect(Buffer.byteLength(JSON.stringify(many.claims))).toBeLessThanOrEqual(5 * 1024 + 100);
    expect(traced({ odd: 'a\ud800b\u0000' }, true).claims[0]?.value).toBe('a\ufffdb\u0000');
  });
});
