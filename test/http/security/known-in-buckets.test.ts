import { expect, onTestFinished } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { type BucketName, bucketNameOf, bucketRows } from '../../../src/http/admission/buckets.ts';
import { newSecret, newUserToken } from '../../../src/lib/secret.ts';
import { aUser, aWrappedCredential } from '../../support/builders.ts';
import { aCommandLine, type CommandLine } from '../../support/command-line.ts';
import { startIssuer } from '../../support/issuer.ts';
import { aDocumentHost, allowHosts, documentParty } from '../../support/document-hosts.ts';
import { anOidcClient } from '../../support/oidc-clients.ts';
import { aPerson } from '../../support/person.ts';
import { type RawAnswer, type RawRequest, sendRaw } from '../../support/raw.ts';
import * as rp from '../../support/relying-party.ts';
import { startTestService, test as base, type TestService } from '../../support/service.ts';
import { aSigningParty } from '../../support/signing-party.ts';
import { aConnection } from '../../support/stored-connections.ts';
import { aUserCaller } from '../../support/user-caller.ts';

// Each bucket that counts by the address of a stranger: a stranger spends it, and the known caller still gets in.

const test = base.extend<{ limited: TestService }>({
  limited: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService({ RATE_LIMIT_PER_MINUTE: '600' });
      await use(service);
      await service.stop();
    },
    { scope: 'file' },
  ],
});

let last = 0;
/** A network that no other test has spent. */
const anAddress = (): string => `127.0.5.${++last}`;

/** Sends from an address. A string is sent as a form. */
const from =
  ({ origin }: Pick<TestService, 'origin'>, localAddress: string) =>
  async (path: string, { headers = {}, ...more }: Omit<RawRequest, 'path'> = {}): Promise<RawAnswer> =>
    sendRaw(origin, {
      path,
      localAddress,
      method: more.body === undefined ? 'GET' : 'POST',
      ...more,
      headers: {
        accept: 'text/html, application/json',
        ...(more.body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(headers as Record<string, string>),
      },
    });

/** Has strangers at an address spend a bucket, as another node would count them. */
const spend = async ({ sql }: TestService, bucket: BucketName, address: string): Promise<void> => {
  const { prefix, limit } = bucketRows[bucket];
  await sql(
    `insert into request_windows (name, started_at, count) values ($1, now(), $2)
     on conflict (name) do update set started_at = now(), count = $2`,
    [prefix === '' ? address : `${prefix}:${address}`, limit],
  );
};

/** The cookie of a browser with which a user has signed in. */
const aCookie = async (service: TestService): Promise<Record<string, string>> =>
  (await aUserCaller(service, {})).person.cookies.sent('/');

/** The cookie of a browser that has begun a sign-in, as strangers can. */
async function aStrangersCookie({ origin, ours }: TestService): Promise<Record<string, string>> {
  const stranger = aPerson(origin);
  await stranger.open(`/login/${ours.orgId}`);
  return stranger.cookies.sent('/');
}

test('every operation without a caller counts in a bucket of the table', () => {
  const used = new Set(
    Object.values(operations)
      .filter(({ secured, counted }) => !secured && counted !== 'none')
      .map((facts) => bucketNameOf({ errors: facts.errors, facts })),
  );
  // The others are counted by handlers, beside one of these.
  expect([...used, 'signIns', 'clients', 'connections', 'documents'].sort()).toEqual(
    Object.keys(bucketRows).sort(),
  );
});

test('pages are shown in a browser with which a user has signed in, and not in one of a stranger', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const account = `/account/${limited.ours.orgId}`;
  const [known, strange] = [await aCookie(limited), await aStrangersCookie(limited)];
  await spend(limited, 'pages', address);
  const statusWith = async (headers: Record<string, string>, path = account) =>
    (await send(path, { headers })).status;
  expect([await statusWith({}), await statusWith(strange), await statusWith(known)]).toEqual([429, 429, 200]);
  const [name = ''] = Object.values(known)[0]?.split('=') ?? [];
  expect(await statusWith({ cookie: `${name}=${'A'.repeat(43)}` })).toBe(429);
  // A user of one tenant is a stranger to another one.
  expect(await statusWith(known, `/account/${limited.theirs.orgId}`)).toBe(429);
  // Sixty guesses are looked up, and the browser that the node knows needs no look-up.
  for (let at = 0; at < 60; at++) expect(await statusWith(strange)).toBe(429);
  const fresh = await aCookie(limited);
  expect([await statusWith(fresh), await statusWith(known)]).toEqual([429, 200]);
  const cold = await limited.startNode({ RATE_LIMIT_PER_MINUTE: '600' });
  onTestFinished(() => cold.stop());
  expect((await from(cold, address)(account, { headers: fresh })).status).toBe(200);
});

test('a known browser has as many requests as its address, and no more', async ({ limited }) => {
  const address = anAddress();
  const send = from(limited, address);
  const account = `/account/${limited.ours.orgId}`;
  const headers = await aCookie(limited);
  await spend(limited, 'pages', address);
  const { headers: shown } = await send(account, { headers });
  expect(shown).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299' });
  await limited.sql("update request_windows set count = 300 where name like 'known:page:usr\\_%'");
  expect((await send(account, { headers })).status).toBe(429);
});

test('previews are shown in a browser with which a user has signed in', async ({ limited }) => {
  const address = anAddress();
  const send = from(limited, address);
  const framed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'iframe' };
  await spend(limited, 'previews', address);
  const preview = async (headers: Record<string, string>) =>
    (
      await send('/admin/sign-in-preview', {
        body: 'primaryColor=%23123456',
        headers: { ...framed, ...headers },
      })
    ).status;
  expect(await preview({})).toBe(429);
  expect(await preview(await aStrangersCookie(limited))).toBe(429);
  expect(await preview(await aCookie(limited))).not.toBe(429);
});

test('a password is tried in a browser with which a user has signed in, twenty times a minute', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const [known, strange] = [await aCookie(limited), await aStrangersCookie(limited)];
  const attempt = async (headers: Record<string, string>) =>
    (await send(`/login/${limited.ours.orgId}/password`, { body: 'sign_in=x&csrf=x&password=x', headers }))
      .status;
  for (let at = 0; at < 20; at++) expect(await attempt({})).not.toBe(429);
  expect([await attempt({}), await attempt(strange)]).toEqual([429, 429]);
  for (let at = 0; at < 20; at++) expect(await attempt(known)).not.toBe(429);
  expect(await attempt(known)).toBe(429);
});

test('callbacks of a connection go on in a browser with which a user of the tenant has signed in', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const { id } = await aConnection(limited);
  const callback = `/api/v1/federation/oidc/${id}/callback?state=x`;
  const known = await aCookie(limited);
  await send(callback);
  await limited.sql(
    "update request_windows set count = 180 where name like 'connection:%' and name like $1",
    [`%:${address}`],
  );
  expect((await send(callback)).status).toBe(429);
  expect((await send(callback, { headers: known })).status).not.toBe(429);
  await spend(limited, 'pages', address);
  expect((await send(callback)).status).toBe(429);
  expect((await send(callback, { headers: known })).status).not.toBe(429);
});

test('a document that is known is read, when a user and an address have spent their new documents', async ({
  limited,
}) => {
  const host = await aDocumentHost();
  onTestFinished(() => host.receiver.close());
  await allowHosts(limited.ours, [host.host]);
  const issuer = rp.issuerOf(limited.ours);
  const visitor = async () => {
    const userId = await rp.aPerson(limited);
    return { userId, browser: await rp.signedIn(limited, { issuer, userId }) };
  };
  const ada = await visitor();
  const open = async (browser: rp.Browser, url: string) =>
    (await browser.open((await rp.begin(await documentParty(limited.ours, url))).url)).status;
  const known = host.publish({ redirect_uris: [rp.redirectUri] });
  expect(await open(ada.browser, known)).toBe(200);
  await limited.sql('update oidc_clients set document_fresh_until = now() where id = $1', [known]);
  await limited.sql('update request_windows set count = 30 where name = $1', [
    `known:document:${ada.userId}`,
  ]);
  const fresh = host.publish({ redirect_uris: [rp.redirectUri] });
  expect([await open(ada.browser, fresh), await open(ada.browser, known)]).toEqual([429, 200]);
  const bob = await visitor();
  expect(await open(bob.browser, fresh)).toBe(200);
  await limited.sql("update request_windows set count = 30 where name = 'document:127.0.0.1'");
  const other = host.publish({ redirect_uris: [rp.redirectUri] });
  expect([await open(bob.browser, other), await open(bob.browser, known)]).toEqual([429, 200]);
});

test('a client gets tokens with the secret that the node knows, when strangers have sent wrong ones', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const fields = { grantTypes: ['client_credentials'], redirectUris: [], responseTypes: [] };
  const [one, fresh] = [await anOidcClient(limited.ours, fields), await anOidcClient(limited.ours, fields)];
  const ask = async (
    { clientId }: { clientId: string },
    secret: string,
    by: 'header' | 'form' = 'header',
  ) => {
    const { status } = await send(
      `/api/oidc/${limited.ours.orgId}/token`,
      by === 'header'
        ? {
            body: 'grant_type=client_credentials',
            headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
          }
        : { body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${secret}` },
    );
    return status;
  };
  const wrong = 'A'.repeat(43);
  expect(await ask(one, one.clientSecret)).toBe(200);
  expect(await ask(one, wrong)).toBe(401);
  await limited.sql("update request_windows set count = 300 where name like 'client:%' and name like $1", [
    `%:${address}`,
  ]);
  await spend(limited, 'pages', address);
  // It is looked up, which a stranger may cause sixty times.
  expect(await ask(one, wrong)).toBe(401);
  expect(await ask(fresh, fresh.clientSecret)).toBe(200);
  for (let at = 0; at < 59; at++) expect(await ask(one, wrong)).toBe(401);
  expect(await ask(one, wrong)).toBe(429);
  for (const known of [one, fresh]) expect(await ask(known, known.clientSecret)).toBe(200);
  expect(await ask(await anOidcClient(limited.ours, fields), wrong)).toBe(429);
  // The same secret in another place is another text.
  expect(await ask(one, one.clientSecret, 'form')).toBe(429);
  // A secret that is refused is forgotten.
  await limited.ours.call('deleteOidcClient', { path: { clientId: fresh.clientId } });
  expect(await ask(fresh, fresh.clientSecret)).toBe(401);
  expect(await ask(fresh, fresh.clientSecret)).toBe(429);
});

test('a public client is not known by a secret that it makes up', async ({ limited }) => {
  const address = anAddress();
  const send = from(limited, address);
  const { clientId } = await anOidcClient(limited.ours, { tokenEndpointAuthMethod: 'none' });
  const revoke = async (more = '') =>
    (await send(`/api/oidc/${limited.ours.orgId}/revoke`, { body: `client_id=${clientId}&token=x${more}` }))
      .status;
  expect([await revoke(), await revoke('&client_secret=made-up')]).toEqual([200, 401]);
});

test('a command line calls, known or new, when strangers have sent wrong tokens, and a token alone is not known', async ({
  limited,
}) => {
  const [address, elsewhere] = [anAddress(), anAddress()];
  const { orgId } = limited.ours;
  const aLine = async () =>
    aCommandLine(limited, { userId: await aUser(limited.ours, { roles: ['AUDITOR'] }) });
  const [known, fresh, late] = [await aLine(), await aLine(), await aLine()];
  const call = async (headers: Record<string, string>, at = address) =>
    (await from(limited, at)('/api/v1/me', { headers })).status;
  const ask = async (line: CommandLine, at = address) =>
    call(await line.headers('GET', `${limited.origin}/api/v1/me`, orgId), at);
  const guess = async (at = address) =>
    call(
      {
        ...(await known.headers('GET', `${limited.origin}/api/v1/me`, orgId)),
        authorization: `DPoP ${newUserToken('kd_user_', undefined)}`,
      },
      at,
    );
  expect(await ask(known)).toBe(200);
  await spend(limited, 'callers', address);
  expect([await guess(), await ask(known), await ask(fresh)]).toEqual([429, 200, 200]);
  // Each of these is looked up, until none is left.
  for (let at = 0; at < 60; at++) expect(await guess()).toBe(429);
  expect([await ask(late), await ask(known), await ask(fresh)]).toEqual([429, 200, 200]);
  // A stranger elsewhere who has seen the token passes no bucket by it.
  await spend(limited, 'callers', elsewhere);
  for (let at = 0; at < 61; at++) expect(await guess(elsewhere)).toBe(429);
  expect([await ask(known, elsewhere), await ask(known)]).toEqual([429, 200]);
});

test('good wrap tokens are unwrapped when strangers have sent wrong keys and sixty wrong tokens', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const aToken = async () => (await aWrappedCredential(limited.ours)).token;
  const unwrap = async (token: string) =>
    (
      await send('/api/v1/credentials/unwrap', {
        body: JSON.stringify({ token }),
        headers: { 'content-type': 'application/json' },
      })
    ).status;
  const good = [await aToken(), await aToken(), await aToken()];
  await spend(limited, 'callers', address);
  expect(await unwrap(good[0] ?? '')).toBe(200);
  for (let at = 0; at < 59; at++) expect(await unwrap('nonsense')).toBe(404);
  expect([await unwrap('nonsense'), await unwrap('nonsense')]).toEqual([429, 429]);
  expect(await unwrap(good[1] ?? '')).toBe(200);
  for (let at = 0; at < 60; at++) expect(await unwrap(newSecret('kd_wrap_'))).toBe(404);
  expect(await unwrap(good[2] ?? '')).toBe(429);
});

test('a token of another issuer is exchanged when strangers have sent nonsense', async ({ limited }) => {
  const issuer = await startIssuer();
  onTestFinished(() => issuer.close());
  const address = anAddress();
  const send = from(limited, address);
  await spend(limited, 'tokens', address);
  const exchange = async (token: string) =>
    (
      await send('/api/v1/credentials/exchange', {
        body: JSON.stringify({ orgId: limited.ours.orgId, identityId: 'idn_none', token }),
        headers: { 'content-type': 'application/json' },
      })
    ).status;
  expect(await exchange('nonsense')).toBe(429);
  // It is read, and refused because of what it says.
  expect(await exchange(await issuer.sign())).toBe(401);
});

test('an access token gets user info when strangers have spent the requests of their address', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const party = await rp.aRelyingParty(limited.ours);
  const browser = await rp.signedIn(limited, { issuer: party.issuer, userId: await rp.aPerson(limited) });
  const tokenOf = async () => (await (await rp.authorized(party, browser)).exchange()).access_token;
  const [known, fresh, late] = [await tokenOf(), await tokenOf(), await tokenOf()];
  const ask = async (token: string) =>
    (
      await send(new URL(`${party.issuer}/userinfo`).pathname, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  expect(await ask(known)).toBe(200);
  await spend(limited, 'pages', address);
  expect([await ask('nonsense'), await ask(known), await ask(fresh)]).toEqual([429, 200, 200]);
  for (let at = 0; at < 60; at++) expect(await ask('A'.repeat(43))).toBe(401);
  expect([await ask('A'.repeat(43)), await ask(late), await ask(known), await ask(fresh)]).toEqual([
    429, 429, 200, 200,
  ]);
  // A document that anybody may read proves nothing, so a token is not known by it.
  const { pathname } = new URL(`${party.issuer}/.well-known/jwks.json`);
  const other = anAddress();
  const there = from(limited, other);
  const headers = { authorization: `Bearer ${'B'.repeat(43)}` };
  expect((await there(pathname, { headers })).status).toBe(200);
  await spend(limited, 'pages', other);
  expect((await there(pathname, { headers })).status).toBe(429);
});

test('a client that signs assertions is looked up when strangers have sent wrong secrets', async ({
  limited,
}) => {
  const address = anAddress();
  const send = from(limited, address);
  const party = await aSigningParty(limited.ours, {
    grantTypes: ['client_credentials'],
    redirectUris: [],
    responseTypes: [],
  });
  const { pathname } = new URL(`${party.issuer}/token`);
  const ask = async (more: Record<string, string>) =>
    (
      await send(pathname, {
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: party.clientId,
          ...more,
        }).toString(),
      })
    ).status;
  await spend(limited, 'pages', address);
  // The node learns what strangers have spent. A failure of a client would be counted after its answer.
  const { status } = await send(new URL(`${party.issuer}/.well-known/jwks.json`).pathname);
  expect([status, await ask({})]).toEqual([429, 429]);
  expect(await ask(await party.assertion())).toBe(200);
  for (let at = 0; at < 60; at++) expect(await ask({ client_secret: 'A'.repeat(43) })).toBe(401);
  expect(await ask({ client_secret: 'A'.repeat(43) })).toBe(429);
});
