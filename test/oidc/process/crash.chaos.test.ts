import * as oidc from 'openid-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { createClient } from '../../support/client.ts';
import { freePort } from '../../support/free-port.ts';
import { stopBefore } from '../../support/held-writes.ts';
import { migratedDatabase, type Service, service } from '../../support/process.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  type Browser,
  type RelyingParty,
  signedIn,
  type Tokens,
} from '../../support/relying-party.ts';

type Sql = Awaited<ReturnType<typeof migratedDatabase>>['sql'];

/** Starts a node with a client and a signed-in user. A test can kill the node and start it again at the same address. */
async function aNode(fields: Record<string, unknown> = {}) {
  const { env, sql } = await migratedDatabase();
  const given = {
    ...env,
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    RATE_LIMIT_PER_MINUTE: '0',
    PORT: String(await freePort()),
  };
  let node = await service(given);
  const [{ id } = { id: '' }] = await sql<{ id: string }>(
    "select id from tenants where environment = 'live'",
  );
  const ours = createClient(node.origin, given.BOOTSTRAP_LIVE_KEY, id);
  const party = await aRelyingParty(ours, fields);
  const userId = await aPerson({ ours, sql });
  const anotherBrowser = () => signedIn({ sql }, { issuer: party.issuer, userId });
  const kill = (): Promise<unknown> => {
    node.signal('SIGKILL');
    return node.ended;
  };
  const start = async (): Promise<Service> => (node = await service(given));
  return {
    env,
    sql,
    party,
    browser: await anotherBrowser(),
    anotherBrowser,
    kill,
    start,
  };
}

/** Holds every write of an artifact of this kind until the node that writes is dead. */
const stopBeforeModel = (node: Parameters<typeof stopBefore>[0], model: string) =>
  stopBefore(node, 'insert on oidc_artifacts', `new.model = '${model}'`);

const refused = { error: 'invalid_grant', status: 400 };
const keysOf = async ({ issuer }: RelyingParty): Promise<unknown> =>
  (await fetch(`${issuer}/.well-known/jwks.json`)).json();
const isActive = async ({ config }: RelyingParty, token: string): Promise<boolean> =>
  (await oidc.tokenIntrospection(config, token)).active;

/** How many artifacts of a kind there are. */
const count = async (sql: Sql, model: string): Promise<number> =>
  (await sql('select from oidc_artifacts where model = $1', [model])).length;

/** Expects that an authorization request with `prompt=none` returns a code. */
async function isStillSignedIn(party: RelyingParty, browser: Browser): Promise<void> {
  const { url } = await begin(party, { prompt: 'none' });
  expect((await browser.open(url)).url.searchParams.get('code')).toBeTruthy();
}

describe('after a kill -9', { timeout: 120_000 }, () => {
  test('a code that was given out is redeemed, tokens and logins go on, and the keys are the same', async () => {
    const { party, browser, kill, start } = await aNode();
    const earlier = await (await authorized(party, browser)).exchange();
    const keys = await keysOf(party);
    const { exchange } = await authorized(party, browser);
    await kill();
    await start();
    const tokens = await exchange();
    expect(await keysOf(party)).toEqual(keys);
    expect(await isActive(party, tokens.access_token)).toBe(true);
    expect(await isActive(party, earlier.access_token)).toBe(true);
    await oidc.refreshTokenGrant(party.config, earlier.refresh_token ?? '');
    await isStillSignedIn(party, browser);
    await expect(exchange()).rejects.toMatchObject(refused);
    expect(await isActive(party, tokens.access_token)).toBe(false);
  });

  test.for(['AccessToken', 'RefreshToken'])(
    'before the %s of a code is stored, nothing of the request is, and the code is good once more',
    async (model) => {
      const node = await aNode();
      const { sql, party, browser, kill, start } = node;
      const { exchange } = await authorized(party, browser);
      const stop = await stopBeforeModel(node, model);
      const cut = exchange().catch(() => 'cut off');
      await stop.reached();
      await kill();
      expect(await cut).toBe('cut off');
      await stop.end();
      await start();
      expect(await count(sql, 'AccessToken')).toBe(0);
      expect(await count(sql, 'RefreshToken')).toBe(0);
      await exchange();
      await expect(exchange()).rejects.toMatchObject(refused);
      expect(await sql('select from oidc_artifacts where grant_id is not null')).toEqual([]);
      // A user who comes back is still signed in.
      await (await authorized(party, browser)).exchange();
    },
  );

  test.for([30, 0])(
    'in the middle of a refresh with a reuse window of %i s, the family goes on with the same token',
    async (refreshReuseWindow) => {
      const node = await aNode({ refreshReuseWindow });
      const { sql, party, browser, kill, start } = node;
      const tokens = await (await authorized(party, browser)).exchange();
      const stop = await stopBeforeModel(node, 'RefreshToken');
      const refresh = () => oidc.refreshTokenGrant(party.config, tokens.refresh_token ?? '');
      const cut = refresh().catch(() => 'cut off');
      await stop.reached();
      await kill();
      expect(await cut).toBe('cut off');
      await stop.end();
      await start();
      expect(await isActive(party, tokens.access_token)).toBe(true);
      const next = await refresh();
      await oidc.refreshTokenGrant(party.config, next.refresh_token ?? '');
      expect(
        await sql(`select distinct grant_id from oidc_artifacts where model = 'RefreshToken'`),
      ).toHaveLength(1);
      if (refreshReuseWindow === 0) {
        await expect(refresh()).rejects.toMatchObject(refused);
        expect(await sql('select from oidc_artifacts where grant_id is not null')).toEqual([]);
      }
      await isStillSignedIn(party, browser);
    },
  );

  test('in the middle of an authorization, no code and no grant is stored, and the next one gets a code', async () => {
    const node = await aNode();
    const { sql, party, browser, kill, start } = node;
    const stop = await stopBeforeModel(node, 'Session');
    const cut = authorized(party, browser).catch(() => 'cut off');
    await stop.reached();
    await kill();
    expect(await cut).toBe('cut off');
    await stop.end();
    await start();
    for (const model of ['AuthorizationCode', 'Grant', 'Session']) expect(await count(sql, model)).toBe(0);
    await (await authorized(party, browser)).exchange();
  });

  test('with many requests for tokens under way, each code is good once or never', async () => {
    const { sql, party, browser, anotherBrowser, kill, start } = await aNode();
    const flows: Awaited<ReturnType<typeof authorized>>[] = [];
    for (let codes = 0; codes < 16; codes++) flows.push(await authorized(party, await anotherBrowser()));
    let killed: Promise<unknown> | undefined;
    onTestFinished(async () => void (await killed));
    const answers = await Promise.all(
      flows.map(async ({ exchange }) => {
        const answered: Tokens | undefined = await exchange().catch(() => undefined);
        if (answered) killed ??= kill();
        return answered;
      }),
    );
    await killed;
    expect(answers.filter((one) => one !== undefined).length).toBeGreaterThan(0);
    await start();
    // Nothing was issued for a code that is not used up, nor under a grant that is not there.
    expect(
      await sql(
        `select model from oidc_artifacts t where model in ('AccessToken', 'RefreshToken')
            and not exists (select from oidc_artifacts g where g.model = 'Grant' and g.grant_id = t.grant_id)
         union all
         select c.model from oidc_artifacts c join oidc_artifacts t on t.org_id = c.org_id and t.grant_id = c.grant_id
          where c.model = 'AuthorizationCode' and c.consumed_at is null and t.model in ('AccessToken', 'RefreshToken')`,
      ),
    ).toEqual([]);
    for (const [at, { exchange }] of flows.entries()) {
      const first = answers[at];
      if (first) await oidc.refreshTokenGrant(party.config, first.refresh_token ?? '');
      const second = await exchange().catch((error: unknown) => error);
      if (first || second instanceof Error) expect(second).toMatchObject(refused);
      if (first) expect(await isActive(party, first.access_token)).toBe(false);
      await expect(exchange()).rejects.toMatchObject(refused);
    }
    expect(await count(sql, 'AccessToken')).toBe(0);
    await isStillSignedIn(party, browser);
  });
});
