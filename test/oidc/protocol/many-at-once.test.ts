import * as oidc from 'openid-client';
import { describe, expect } from 'vitest';
import {
  aPerson,
  aRelyingParty,
  authorized,
  call,
  type RelyingParty,
  signedIn,
} from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

const many = 32;

const machine = { grantTypes: ['client_credentials'], applicationType: 'machine', redirectUris: [] };

async function issued(party: RelyingParty, count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call(party, '/token', { grant_type: 'client_credentials' })),
  );
  return answers.map(({ body }) => String(body['access_token']));
}

const introspected = async (party: RelyingParty, token: string) =>
  (await call(party, '/introspect', { token })).body;

describe('issueOidcToken, called in parallel', () => {
  test('gives each client its own token, of its tenant', async ({ service }) => {
    const parties = await Promise.all([
      aRelyingParty(service.ours, { ...machine, accessTokenFormat: 'opaque' }),
      aRelyingParty(service.ours, { ...machine, accessTokenFormat: 'jwt' }),
      aRelyingParty(service.theirs, { ...machine, accessTokenFormat: 'opaque' }),
    ]);
    const tokens = await Promise.all(parties.map((party) => issued(party, many)));
    expect(new Set(tokens.flat()).size).toBe(parties.length * many);
    const seen = await Promise.all(
      parties.flatMap((party, at) =>
        (tokens[at] ?? []).map(async (token) => [party, await introspected(party, token)] as const),
      ),
    );
    for (const [{ clientId, issuer }, body] of seen)
      expect(body).toMatchObject({ active: true, client_id: clientId, iss: new URL(issuer).href });
  });
});

describe('introspectOidcToken, called in parallel', () => {
  test('answers each caller for its own client and token', async ({ service }) => {
    const [one, other, theirs] = await Promise.all([
      aRelyingParty(service.ours, { ...machine, accessTokenFormat: 'opaque' }),
      aRelyingParty(service.ours, { ...machine, accessTokenFormat: 'opaque' }),
      aRelyingParty(service.theirs, { ...machine, accessTokenFormat: 'opaque' }),
    ]);
    const [[token = ''], [another = '']] = await Promise.all([issued(one, 1), issued(other, 1)]);
    const asked = Array.from({ length: many }, () => [
      introspected(one, token),
      introspected(one, another),
      introspected(other, another),
      introspected(theirs, token),
      introspected({ ...one, clientSecret: other.clientSecret }, token),
    ]);
    const active = { active: true };
    const unknown = { active: false };
    for (const answers of await Promise.all(asked.map((row) => Promise.all(row))))
      expect(answers).toMatchObject([
        { ...active, client_id: one.clientId },
        unknown,
        { ...active, client_id: other.clientId },
        unknown,
        { error: 'invalid_client' },
      ]);
  });

  test('reports a token as inactive after its revocation, on two nodes', async ({ service }) => {
    const node = await service.startNode();
    try {
      const party = await aRelyingParty(service.ours, { ...machine, accessTokenFormat: 'opaque' });
      const elsewhere = { ...party, issuer: party.issuer.replace(/:\d+/, `:${new URL(node.origin).port}`) };
      let asks = true;
      const [busy = ''] = await issued(party, 1);
      const load = Array.from({ length: 8 }, async (_, at) => {
        while (asks) await introspected(at % 2 === 0 ? party : elsewhere, busy);
      });
      for (const token of await issued(party, 20)) {
        expect(await introspected(elsewhere, token)).toMatchObject({ active: true });
        expect((await call(party, '/revoke', { token })).status).toBe(200);
        const after = await Promise.all(
          [party, elsewhere, party, elsewhere].map((where) => introspected(where, token)),
        );
        expect(new Set(after.map(({ active }) => active))).toEqual(new Set([false]));
      }
      asks = false;
      await Promise.all(load);
    } finally {
      await node.stop();
    }
  });
});

describe('getOidcUserInfo, called in parallel', () => {
  test('returns each token’s own user, and rejects a user whose sign-in or account ended', async ({
    service,
  }) => {
    const party = await aRelyingParty(service.ours, { scopes: ['openid', 'email'] });
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const userId = await aPerson(service);
        const browser = await signedIn(service, { issuer: party.issuer, userId });
        const { access_token: token } = await (
          await authorized(party, browser, { scope: 'openid email' })
        ).exchange();
        return { userId, token };
      }),
    );
    const info = ({ token }: { token: string }) =>
      fetch(`${party.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
    const told = async () =>
      Promise.all(
        people.map(async (person) => {
          const answers = await Promise.all(Array.from({ length: 8 }, () => info(person)));
          const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as { sub?: string }[];
          return [...new Set(bodies.map(({ sub }) => sub))];
        }),
      );
    const [first, second, third, fourth] = people.map(({ userId }) => userId);
    expect(await told()).toEqual([[first], [second], [third], [fourth]]);
    await service.sql(`update users set status = 'SUSPENDED' where id = $1`, [first]);
    await service.sql('delete from login_sessions where user_id = $1', [second]);
    await service.sql(`delete from oidc_artifacts where model = 'Grant' and user_id = $1`, [third]);
    expect(await told()).toEqual([[undefined], [undefined], [undefined], [fourth]]);
    const [, , , last] = people;
    expect(await oidc.tokenIntrospection(party.config, last?.token ?? '')).toMatchObject({ sub: fourth });
  });
});
