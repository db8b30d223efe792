import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aConnection, type ConnectionBody } from '../../support/connections.ts';
import { aDirectory, scimPerson } from '../../support/directories.ts';
import { anEmployee, giveLocally, loginsOf, password, toCompany } from '../../support/enforcing.ts';
import { aPasskey } from '../../support/passkeys.ts';
import { aUser } from '../../support/builders.ts';
import type { Seen } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf } from '../../support/social.ts';
import { changeConnection, verifiedDomain } from '../../support/stored-connections.ts';
import {
  aSubject,
  type Claims,
  connected,
  type Connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Goes back from the page of a refusal, and gives the password there. */
async function proved({ person, text }: Awaited<ReturnType<typeof signedInAs>>): Promise<Seen> {
  const back = /<a class="button" href="([^"]*)">Back to sign-in/.exec(text)?.[1] ?? '';
  return person.send(await person.open(back), { password }, '/password');
}

/** Signs in by the connection, proves the account here, and signs in again. */
async function linkedByProof(
  service: TestService,
  connection: Connected,
  { id, claims }: { id: string; claims: Claims },
): Promise<void> {
  const asked = await signedInAs(service, connection, claims);
  expect([outcomeOf(asked), await loginsOf(service, id)]).toEqual(['PROVE_FIRST', []]);
  await proved(asked);
  expect(await loginsOf(service, id)).toMatchObject([{ connection_id: connection.id }]);
  expect((await linksOf(service, claims.sub ?? '')).map(({ user_id }) => user_id)).toEqual([id]);
  expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
}

/** A user of a directory that sends no e-mail addresses. */
async function fromDirectory(service: TestService, userName: string): Promise<string> {
  const directory = await aDirectory(service);
  const { body } = await directory.call('createScimUser', { body: scimPerson(userName, { password }) });
  return body.id;
}

describe('finishFederatedSignIn', () => {
  test.for<[accountLinking: string, jitProvisioning: boolean, roles: string[]]>([
    ['EXPLICIT', true, ['MEMBER']],
    ['EXPLICIT', false, ['MEMBER']],
    ['EXPLICIT', true, ['ADMIN']],
    ['VERIFIED_DOMAIN', true, ['ADMIN']],
  ])(
    'lets a user of an enforced domain prove both accounts: %s, new users %s, %j',
    async ([accountLinking, jitProvisioning, roles], { service }) => {
      const connection = await connected(service, upstream, {
        enforced: true,
        accountLinking,
        jitProvisioning,
      });
      const { id, email } = await anEmployee(service, connection, { roles });
      await linkedByProof(service, connection, { id, claims: aSubject(connection, { email }) });
    },
  );

  test('links no user who proves another account, or is not in allowedGroups', async ({ service }) => {
    const connection = await connected(service, upstream, { enforced: true, accountLinking: 'EXPLICIT' });
    const [user, other] = [await anEmployee(service, connection), await anEmployee(service, connection)];
    const claims = aSubject(connection, { email: user.email });
    const asked = await signedInAs(service, connection, claims);
    const answer = await giveLocally(service, other.email, { person: asked.person });
    expect(answer.title).toBe(toCompany);
    const group = (await service.ours.call('createGroup', { body: { name: crypto.randomUUID() } })).body.id;
    await changeConnection(service, connection.id, 'allowed_groups = $2', [[group]]);
    expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('NOT_ALLOWED');
    expect(await linksOf(service, claims.sub ?? '')).toEqual([]);
  });

  test('links a user of a directory by the username, if the directory gives no e-mail address', async ({
    service,
  }) => {
    for (const enforced of [true, false]) {
      const connection = await connected(service, upstream, { enforced });
      const claims = aSubject(connection);
      const id = await fromDirectory(service, claims.email.toUpperCase());
      await aPasskey(service.sql, id);
      expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
      expect(await loginsOf(service, id)).toMatchObject([{ connection_id: connection.id }]);
      // The factors of before are gone, because the address was not proved.
      const [left] = await service.sql(
        `select u.password_hash, u.email, u.email_verified, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
           from users u where u.id = $1`,
        [id],
      );
      expect(left).toEqual({ password_hash: null, email: null, email_verified: false, passkeys: 0 });
    }
  });

  test('links no user by a username beside another e-mail address, which could open the account', async ({
    service,
  }) => {
    for (const enforced of [true, false]) {
      const connection = await connected(service, upstream, { enforced });
      const claims = aSubject(connection);
      const id = await aUser(service.ours, {
        email: `${crypto.randomUUID()}@elsewhere.example`,
        username: claims.email,
        password,
      });
      if (enforced) await linkedByProof(service, connection, { id, claims });
      else expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('EMAIL_TAKEN');
    }
  });

  test('finds a user however the domain is spelled', async ({ service }) => {
    const connection = await connected(service, upstream, { enforced: true });
    const domain = `xn--bcher-kva-${crypto.randomUUID().slice(0, 8)}.example`.replace('-kva-', '-kva.');
    await verifiedDomain(service, connection.id, domain);
    for (const spelled of [domain.replace('xn--bcher-kva', 'BÜCHER'), `${domain}.`]) {
      const name = crypto.randomUUID();
      const id = await aUser(service.ours, { email: `${name}@${spelled}`, password });
      const claims = aSubject({ domain }, { email: `${name}@${domain}` });
      expect(outcomeOf(await signedInAs(service, connection, claims))).toBe('SIGNED_IN');
      expect((await linksOf(service, claims.sub ?? '')).map(({ user_id }) => user_id)).toEqual([id]);
    }
  });
});

describe('two users who had one mailbox before mailboxes had keys', () => {
  test('are found by their own spelling, and by no other', async ({ service }) => {
    const { ours, sql } = service;
    const connection = await connected(service, upstream, { enforced: true });
    const domain = `xn--bcher-kva.${crypto.randomUUID().slice(0, 8)}.example`;
    await verifiedDomain(service, connection.id, domain);
    const letters = domain.replace('xn--bcher-kva', 'bücher');
    const signIn = async (...spelled: string[]) => {
      const name = crypto.randomUUID();
      const ids: string[] = [];
      await sql('alter table users disable trigger users_sign_in_names_changed');
      for (const each of spelled) {
        const id = await aUser(ours, { password });
        await sql('update users set username = $2, email = $2 where id = $1', [id, `${name}@${each}`]);
        ids.push(id);
      }
      await sql('alter table users enable trigger users_sign_in_names_changed');
      const claims = aSubject({ domain }, { email: `${name}@${domain}` });
      const outcome = outcomeOf(await signedInAs(service, connection, claims));
      const linked = await linksOf(service, claims.sub ?? '');
      return [outcome, linked.map(({ user_id }) => ids.indexOf(user_id))];
    };
    expect(await signIn(letters, domain)).toEqual(['SIGNED_IN', [1]]);
    expect(await signIn(domain, letters)).toEqual(['SIGNED_IN', [0]]);
    expect((await signIn(letters, `${letters}.`))[1]).toEqual([]);
  });
});

describe('updateOidcConnection', () => {
  test('refuses an enforced connection that never links, which would lock users out', async ({ service }) => {
    await aPasskey(service.sql, await aUser(service.ours, { roles: ['OWNER'] }));
    const change = async (made: ConnectionBody, body: Record<string, unknown>) => {
      const answer = await service.ours.call('updateOidcConnection', { path: { id: made.id }, body });
      return [answer.status, Object.keys(answer.body.details ?? {})];
    };
    const refused = [400, ['accountLinking']];
    const never = await aConnection(service.ours, { accountLinking: 'NONE' });
    expect(await change(never, { enforced: true })).toEqual(refused);
    expect((await change(never, { enforced: true, accountLinking: 'EXPLICIT' }))[0]).toBe(200);
    expect(await change(never, { accountLinking: 'NONE' })).toEqual(refused);
    expect((await change(never, { accountLinking: 'NONE', enforced: false }))[0]).toBe(200);
  });
});
