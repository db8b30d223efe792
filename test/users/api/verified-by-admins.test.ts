// An administrator may say that an address is verified. Applications believe it; a first link by a connection does not.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aCallerWith, aUser } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { aDirectoryOf } from '../../support/directories.ts';
import { patch, person, rowOf } from '../../support/scim.ts';
import { test, type TestService } from '../../support/service.ts';
import { aDomain, provedDomain } from '../../support/stored-connections.ts';
import {
  aSubject,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';
import { aUserCaller } from '../../support/user-caller.ts';

const addressIn = (domain: string): string => `${crypto.randomUUID()}@${domain}`;

/** Creates a user and changes another, both with an address of the domain that is said to be verified. */
async function bothWays({ ours }: TestService, caller: Client, domain: string) {
  const body = { email: addressIn(domain), sendInvite: false, emailVerified: true };
  const made = await caller.call('createUser', { body });
  const userId = await aUser(ours, { email: addressIn(domain) });
  const changed = await caller.call('updateUser', { path: { userId }, body: { emailVerified: true } });
  return [made, changed].map((answer) => answer.body.code ?? answer.body.emailVerified);
}

const proofOf = async (service: TestService, userId: string) => {
  const [row] = await rowOf(service, 'users', userId);
  return [row?.['email_verified'], row?.['email_proof'], row?.['email_proved_by']];
};

describe('emailVerified', () => {
  test('is set by every administrator for a domain that the organization has proved', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['directory.write']);
    expect(await bothWays(service, caller, await provedDomain(service))).toEqual([true, true]);
  });

  test('is set for other domains by owners who have just signed in, and by full keys, alone', async ({
    service,
  }) => {
    const { caller } = await aCallerWith(service, ['directory.*', 'federation.*', 'auth_config.*']);
    const refused = 'SCOPE_NOT_GRANTABLE';
    expect(await bothWays(service, caller, aDomain())).toEqual([refused, refused]);
    const elsewhere = aDomain();
    await provedDomain({ ...service, ours: service.theirs }, elsewhere);
    expect(await bothWays(service, caller, elsewhere)).toEqual([refused, refused]);
    expect(await bothWays(service, service.ours, aDomain())).toEqual([true, true]);
    const { client, userId } = await aUserCaller(service);
    expect(await bothWays(service, client, aDomain())).toEqual([true, true]);
    const late = `update login_sessions set auth_time = now() - interval '6 minutes' where user_id = $1`;
    await service.sql(late, [userId]);
    const asked = 'REAUTHENTICATION_REQUIRED';
    expect(await bothWays(service, client, aDomain())).toEqual([asked, asked]);
  });

  test('is set by no caller that ends, also for a proved domain', async ({ service }) => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { caller } = await aCallerWith(service, ['*'], { expiresAt });
    const refused = 'BOUND_NOT_GRANTABLE';
    expect(await bothWays(service, caller, await provedDomain(service))).toEqual([refused, refused]);
    expect(await bothWays(service, caller, aDomain())).toEqual([refused, refused]);
  });

  test('needs every right of the user', async ({ service }) => {
    const { caller } = await aCallerWith(service, ['directory.write']);
    const userId = await aUser(service.ours, {
      email: addressIn(await provedDomain(service)),
      roles: ['OWNER'],
    });
    const { body } = await caller.call('updateUser', { path: { userId }, body: { emailVerified: true } });
    expect(body.code).toBe('SCOPE_NOT_GRANTABLE');
  });

  test('is taken back by a new address, unless the request says it of that address too', async ({
    service,
  }) => {
    const { ours, sql } = service;
    const domain = await provedDomain(service);
    const userId = await aUser(ours, { email: addressIn(domain), emailVerified: true });
    expect(await proofOf(service, userId)).toEqual([true, 'BY_ADMIN', null]);
    const change = async (body: Record<string, unknown>) =>
      (await ours.call('updateUser', { path: { userId }, body })).body.emailVerified;
    expect(await change({ email: addressIn(domain) })).toBe(false);
    expect(await proofOf(service, userId)).toEqual([false, null, null]);
    expect(await change({ email: addressIn(domain), emailVerified: true })).toBe(true);
    expect(await change({ title: 'x' })).toBe(true);
    expect(await change({ emailVerified: false })).toBe(false);
    const [last] = await sql<{ changes: unknown }>(
      `select data -> 'changes' as changes from events where type = 'user.updated' and data ->> 'userId' = $1
        order by created_at desc, id desc limit 1`,
      [userId],
    );
    expect(last?.changes).toEqual([{ field: 'emailVerified', from: true, to: false }]);
  });

  test('is refused for a user without an address', async ({ service }) => {
    const { id } = await aDirectoryOf(service, 'GENERIC').then(async (directory) => {
      const { body } = await directory.send('POST', '/Users', { ...person(), emails: [] });
      return { id: String(body.id) };
    });
    const { status, body } = await service.ours.call('updateUser', {
      path: { userId: id },
      body: { emailVerified: true },
    });
    expect([status, body.code, Object.keys(body.details)]).toEqual([
      400,
      'VALIDATION_ERROR',
      ['emailVerified'],
    ]);
  });
});

describe('a directory', () => {
  test('says it of each new address of a proved domain, and of no other', async ({ service }) => {
    const directory = await aDirectoryOf(service, 'GENERIC');
    const domain = await provedDomain(service);
    const withAddress = (value: string) => ({ ...person(), emails: [{ value, primary: true }] });
    const create = async (value: string): Promise<string> =>
      String((await directory.send('POST', '/Users', withAddress(value))).body.id);
    const id = await create(addressIn(domain));
    expect(await proofOf(service, id)).toEqual([true, 'BY_ADMIN', null]);
    expect(await proofOf(service, await create(addressIn(aDomain())))).toEqual([false, null, null]);
    const move = (value: string) =>
      patch(directory, `/Users/${id}`, [
        { op: 'replace', path: 'emails', value: [{ value, primary: true }] },
      ]);
    expect((await move(addressIn(aDomain()))).status).toBe(200);
    expect(await proofOf(service, id)).toEqual([false, null, null]);
    expect((await move(addressIn(domain.toUpperCase()))).status).toBe(200);
    expect(await proofOf(service, id)).toEqual([true, 'BY_ADMIN', null]);
  });
});

describe('an address that an administrator says is verified', () => {
  let upstream: Upstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());

  test('counts as unproved for a first link, which reclaims the account', async ({ service }) => {
    const connection = await connected(service, upstream);
    const claims = aSubject(connection);
    const userId = await aUser(service.ours, {
      email: claims.email,
      emailVerified: true,
      password: 'vivid-harbor-cello-42',
    });
    // Nothing was made before the proof.
    await service.sql('update users set email_verified_at = created_at where id = $1', [userId]);
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
    expect(await proofOf(service, userId)).toEqual([true, 'BY_ISSUER', connection.id]);
    expect((await rowOf(service, 'users', userId))[0]).toMatchObject({ password_hash: null });
  });
});
