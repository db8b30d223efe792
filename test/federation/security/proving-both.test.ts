// Users who must sign in by a connection that does not link them by address: they prove both accounts. Minutes pass between the
// two proofs, and the administrator may change the connection meanwhile.
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aPass } from '../../support/access-passes.ts';
import { anEmployee, giveLocally, loginsOf, password, toCompany } from '../../support/enforcing.ts';
import { aGroup } from '../../support/groups.ts';
import { aPasskey } from '../../support/passkeys.ts';
import type { Person, Seen } from '../../support/person.ts';
import { test, type TestService } from '../../support/service.ts';
import { linksOf } from '../../support/social.ts';
import { changeConnection, type ConnectionFields } from '../../support/stored-connections.ts';
import {
  aSubject,
  type Claims,
  type Connected,
  connected,
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

interface Waiting {
  service: TestService;
  connection: Connected;
  id: string;
  sub: string;
  /** Goes back from the page of the refusal, and gives the password there. */
  prove: () => Promise<Seen>;
  /** Goes back from the page of the refusal. */
  goBack: () => Promise<Seen>;
  person: Person;
}

/** A user who has signed in at the identity provider, and must prove the account here, too. */
async function waiting(
  service: TestService,
  fields: ConnectionFields = {},
  { claims = {}, user = {} }: { claims?: Claims; user?: Record<string, unknown> } = {},
): Promise<Waiting> {
  const given = { enforced: true, accountLinking: 'EXPLICIT', ...fields };
  const connection = await connected(service, upstream, given);
  const { id, email } = await anEmployee(service, connection, user);
  const subject = aSubject(connection, { email, ...claims });
  const asked = await signedInAs(service, connection, subject);
  expect(outcomeOf(asked)).toBe('PROVE_FIRST');
  const back = /<a class="button" href="([^"]*)">Back to sign-in/.exec(asked.text)?.[1] ?? '';
  const { person } = asked;
  const goBack = () => person.open(back);
  const prove = async () => person.send(await goBack(), { password }, '/password');
  return { service, connection, id, sub: subject.sub ?? '', prove, goBack, person };
}

const linkedUsers = async ({ service, sub }: Waiting) =>
  (await linksOf(service, sub)).map(({ user_id }) => user_id);

/** Proves the account here, and expects neither a link nor a login. */
async function expectRefusal(one: Waiting): Promise<void> {
  expect((await one.prove()).title).toBe(toCompany);
  expect(await linkedUsers(one)).toEqual([]);
  expect(await loginsOf(one.service, one.id)).toEqual([]);
}

const membersOf = ({ sql }: TestService, groupId: string) =>
  sql<{ user_id: string; source: string }>('select user_id, source from group_members where group_id = $1', [
    groupId,
  ]);

describe('a link that the user proves twice', () => {
  test('applies the mappings at once', async ({ service }) => {
    const [groupId, left] = [await aGroup(service.ours), await aGroup(service.ours)];
    const one = await waiting(
      service,
      {
        attributeMapping: { department: { from: ['org.unit'] }, 'attributes.floor': { from: ['floor'] } },
        groupMapping: [
          { value: 'staff', groupId },
          { value: 'others', groupId: left },
        ],
        allowedGroups: [groupId],
      },
      { claims: { groups: ['staff', 'of no mapping'], org: { unit: 'Research' }, floor: 3 } },
    );
    await one.prove();
    expect(await linkedUsers(one)).toEqual([one.id]);
    expect(await loginsOf(service, one.id)).toMatchObject([{ connection_id: one.connection.id }]);
    const { body } = await service.ours.call('getUser', { path: { userId: one.id } });
    expect(body).toMatchObject({ department: 'Research', attributes: { floor: 3 } });
    expect(await membersOf(service, groupId)).toEqual([{ user_id: one.id, source: 'FEDERATION' }]);
    expect(await membersOf(service, left)).toEqual([]);
  });

  test('is not made by an access pass, which is for enrolment only', async ({ service }) => {
    const one = await waiting(service);
    // No pass is given while the connection is enforced.
    await changeConnection(service, one.connection.id, 'enforced = false');
    const pass = await aPass(service, one.id);
    await changeConnection(service, one.connection.id, 'enforced = true');
    const link = /href="([^"]*factor=access-pass)"/.exec((await one.goBack()).text)?.[1] ?? '';
    const form = await one.person.open(link.replaceAll('&amp;', '&'));
    const answer = await one.person.send(form, { access_pass: pass }, '/access-pass');
    expect(answer.title).toBe(toCompany);
    expect(await linkedUsers(one)).toEqual([]);
    expect(await loginsOf(service, one.id)).toEqual([]);
  });

  test('is not made when the allowed groups have changed meanwhile', async ({ service }) => {
    const groupId = await aGroup(service.ours);
    const one = await waiting(service);
    await changeConnection(service, one.connection.id, 'allowed_groups = $2', [[groupId]]);
    await expectRefusal(one);
  });

  test('is not made when the domain has lost its proof meanwhile, and the user stays barred', async ({
    service,
  }) => {
    const one = await waiting(service);
    await service.sql(`update federation_domains set status = 'FAILED' where domain = $1`, [
      one.connection.domain,
    ]);
    await expectRefusal(one);
  });

  test('is not made when the connection trusts its addresses no longer', async ({ service }) => {
    const fields = { trustEmail: true };
    const silent = { claims: { email_verified: undefined } as unknown as Claims };
    const trusted = await waiting(service, fields, silent);
    await trusted.prove();
    expect(await linkedUsers(trusted)).toEqual([trusted.id]);
    const one = await waiting(service, fields, silent);
    await changeConnection(service, one.connection.id, 'trust_email = false');
    await expectRefusal(one);
  });

  test('survives claims that cannot be stored, and keeps no more than a few kilobytes', async ({
    service,
  }) => {
    const attributeMapping = {
      title: { from: ['title'] },
      nickname: { from: ['nickname'] },
      'attributes.list': { from: ['list'] },
      'attributes.__proto': { from: ['__proto__'] },
    };
    const claims = JSON.parse(
      `{"title":"a\\u0000b","nickname":"Ada","list":${JSON.stringify(Array.from({ length: 100 }, () => 'x'.repeat(900)))},"__proto__":{"isAdmin":true}}`,
    ) as Claims;
    const one = await waiting(service, { attributeMapping }, { claims });
    const [row] = await service.sql<{ bytes: number }>(
      `select length(state::text) as bytes from sign_ins where state ? 'pendingLink' and state -> 'pendingLink' ->> 'userId' = $1`,
      [one.id],
    );
    expect(row?.bytes).toBeLessThan(10_000);
    await one.prove();
    expect(await linkedUsers(one)).toEqual([one.id]);
    const { body } = await service.ours.call('getUser', { path: { userId: one.id } });
    expect(body).toMatchObject({ nickname: 'Ada' });
  });
});

describe('what was made before the address was proved', () => {
  /** A passkey of another host, so that no step of the sign-in asks for it. */
  const givePasskey = async ({ sql }: TestService, id: string) => {
    await aPasskey(sql, id);
    await sql(`update passkeys set rp_id = 'elsewhere.example' where user_id = $1`, [id]);
  };
  const left = async ({ sql }: TestService, id: string) => {
    const [row] = await sql<{ verified: boolean; password: boolean; passkeys: number }>(
      `select email_verified as verified, password_hash is not null as password,
              (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
         from users u where id = $1`,
      [id],
    );
    return row;
  };

  test('is taken away by the first link, also if the user proves both', async ({ service }) => {
    const one = await waiting(service, { accountLinking: 'VERIFIED_DOMAIN' }, { user: { roles: ['ADMIN'] } });
    await givePasskey(service, one.id);
    // A browser that was signed in before the connection was enforced.
    await changeConnection(service, one.connection.id, 'enforced = false');
    const { email } = (await service.ours.call('getUser', { path: { userId: one.id } })).body;
    await giveLocally(service, email);
    expect(await loginsOf(service, one.id)).toHaveLength(1);
    await changeConnection(service, one.connection.id, 'enforced = true');
    await one.prove();
    expect(await linkedUsers(one)).toEqual([one.id]);
    expect(await left(service, one.id)).toEqual({ verified: true, password: false, passkeys: 0 });
    expect(await loginsOf(service, one.id)).toMatchObject([{ connection_id: one.connection.id }]);
  });

  test('stays with an owner, who needs two factors if the identity provider fails', async ({ service }) => {
    const one = await waiting(service, {}, { user: { roles: ['OWNER'] } });
    await givePasskey(service, one.id);
    await one.prove();
    expect(await linkedUsers(one)).toEqual([one.id]);
    expect(await left(service, one.id)).toMatchObject({ password: true, passkeys: 1 });
  });
});
