// One side of `make bench-check`: a durable Postgres and the service of one commit, with the same small data. This file is
// copied into the work tree of that commit, and uses only what has been there for long: it fills the database over the API.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Creation from '../../src/organizations/creation.ts';
import type * as Children from '../frame/children.ts';
import type * as Parts from '../tokens/parts.ts';
import type * as People from '../tokens/people.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';

/** Ports, processes, keys and ids of a side, for the bench. */
export interface Side {
  port: number;
  servicePid: number;
  postmaster: number;
  superuser: string;
  orgId: string;
  /** A key with scope `*`. */
  caller: string;
  keys: string[];
  ids: string[];
  capped: string[];
  /** A tenant whose uses are not plain (docs/decisions/0091), once an operation has made them so: a key with scope `*`, and keys. */
  other: { caller: string; keys: string[] };
  /** `client_id:client_secret` in base64, by the format of the access tokens. */
  basic?: { jwt: string; opaque: string };
  /** Access tokens of a user. */
  people?: string[];
  scimToken?: string;
  /** The bench created these users over SCIM. */
  userNames: string[];
  /** Operations that this commit cannot do, with the reason. */
  missing: string[];
}

const keyCount = 90;
/** So high that no run reaches it. */
const cap = 2_000_000_000;
/** Users in the directory when the bench analyzes the tables. Otherwise, Postgres plans SCIM requests for an empty directory. */
const userCount = 500;

/** Imports the first of these files that this commit has. The later places are those of earlier commits. */
async function firstOf(...places: readonly string[]): Promise<unknown> {
  const place = places.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (!place) throw new Error(`this commit has none of ${places.join(', ')}`);
  return import(place.href);
}

const { createOrganization, describeOrganization } = (await firstOf(
  '../../src/organizations/creation.ts',
  '../../src/database/bootstrap.ts',
)) as typeof Creation;
const { startChild } = (await firstOf('../frame/children.ts', '../children.ts')) as typeof Children;

const dataDir = mkdtempSync(join(tmpdir(), 'keyward-check-'));
// Postgres started by root runs as another account, which must get through.
chmodSync(dataDir, 0o711);
let postmaster = 0;
const embedded = await startEmbedded({
  dataDir,
  // Vacuum is part of what is charged, so the bench runs it; a checkpoint would fall into the run of one side.
  flags: ['max_wal_size=8GB', 'checkpoint_timeout=1h', 'autovacuum=off'],
  onEvent: (_event, details) => {
    if (details && 'pid' in details) postmaster = Number(details.pid);
  },
});
const service = await fill();
process.on('disconnect', () => void stop());
process.send?.(service.side);

async function stop(): Promise<void> {
  await service.child.stop();
  await embedded.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
}

async function fill() {
  await migrate(embedded.url('owner'), 'keyward');
  const organization = describeOrganization('Bench');
  const database = await openDatabase(embedded.url('service'), 5);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  await database.close();
  const { orgId, key: caller } = organization.live;
  const child = await startChild<{ port: number }>('servers/service.ts', {
    databaseUrl: embedded.url('service'),
    masterKey: randomBytes(32).toString('base64'),
    env: { RATE_LIMIT_PER_MINUTE: '0' },
  });
  const { port } = child.ready;
  const make = async (path: string, body: object, by = caller): Promise<Record<string, string>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const made = (await answer.json()) as Record<string, string>;
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(made)}`);
    return made;
  };

  const side: Side = {
    port,
    servicePid: await child.ask<number>('pid'),
    postmaster,
    superuser: embedded.url('superuser'),
    orgId,
    caller,
    keys: [],
    ids: [],
    capped: [],
    other: { caller: organization.test.key, keys: [] },
    userNames: [],
    missing: [],
  };
  const identities: Record<string, string>[] = [];
  for (let at = 0; at < 9; at++)
    identities.push(await make('identities', { name: `service ${at}`, type: 'SERVICE_ACCOUNT' }));
  const credential = (at: number, more: object): Promise<Record<string, string>> =>
    make('credentials', {
      identityId: identities[at % identities.length]?.['id'],
      name: `key ${at}`,
      type: 'API_KEY',
      scopes: ['read:orders', 'write:orders'],
      ...more,
    });
  for (let at = 0; at < keyCount; at++) {
    const made = await credential(at, {});
    side.keys.push(String(made['credential']));
    side.ids.push(String(made['id']));
    side.capped.push(String((await credential(at, { maxUsageCount: cap }))['credential']));
  }

  const service = { name: 'service', type: 'SERVICE_ACCOUNT' };
  const { id: identityId } = await make('identities', service, side.other.caller);
  for (let at = 0; at < keyCount; at++) {
    const fields = { identityId, name: `key ${at}`, type: 'API_KEY', scopes: ['read:orders'] };
    side.other.keys.push(String((await make('credentials', fields, side.other.caller))['credential']));
  }

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      side.missing.push(`${what}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`);
    }
  };
  await attempt('tokens', async () => {
    const client = async (accessTokenFormat: string) => {
      const made = await make('oidc/clients', {
        name: accessTokenFormat,
        accessTokenFormat,
        redirectUris: ['https://app.example.com/callback'],
        grantTypes: ['authorization_code', 'client_credentials'],
        scopes: ['openid', 'email'],
      });
      return { id: String(made['clientId']), basic: btoa(`${made['clientId']}:${made['clientSecret']}`) };
    };
    const [jwt, opaque] = [await client('jwt'), await client('opaque')];
    side.basic = { jwt: jwt.basic, opaque: opaque.basic };
    await attempt('userinfo', async () => {
      side.people = await tokensOfUser({ orgId, port, clientId: opaque.id, make });
    });
  });
  await attempt('SCIM', async () => {
    const token = String((await make('directory/scim/tokens', { name: 'directory' }))['token']);
    const path = `http://127.0.0.1:${port}/api/scim/v2/${orgId}/Users`;
    for (let at = 0; at < userCount; at++) {
      const userName = `seed${at}@example.com`;
      const answer = await fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        body: JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName }),
      });
      if (answer.status !== 201) throw new Error(`${userName}: ${answer.status} ${await answer.text()}`);
      side.userNames.push(userName);
    }
    side.scimToken = token;
  });
  return { child, side };
}

/** Written by the engine of this commit, as the code flow would end with. */
async function tokensOfUser({
  orgId,
  port,
  clientId,
  make,
}: {
  orgId: string;
  port: number;
  clientId: string;
  make: (path: string, body: object) => Promise<Record<string, string>>;
}): Promise<string[]> {
  const { default: pg } = await import('pg');
  const { Provider } = await import('oidc-provider');
  const { configurationOf } = await import('../../src/oidc/engine/configuration.ts');
  const { clientRow, engineParts, newSettings } = (await firstOf(
    '../tokens/parts.ts',
    '../oidc-parts.ts',
  )) as typeof Parts;
  const { personTokens } = (await firstOf('../tokens/people.ts', '../oidc-people.ts')) as typeof People;
  const user = await make('directory/users', {
    email: 'ada@example.com',
    sendInvite: false,
    firstName: 'Ada',
    lastName: 'L',
  });
  const owner = new pg.Pool({ connectionString: embedded.url('owner'), max: 1 });
  await owner.query(`update users set status = 'ACTIVE', activated_at = now() where id = $1`, [user['id']]);
  const parts = engineParts(owner, { client: (_orgId, id) => Promise.resolve(clientRow(id, 'opaque')) });
  const configuration = configurationOf(await newSettings(orgId), parts);
  const writer = new Provider(`http://localhost:${port}/api/oidc/${orgId}`, configuration);
  const tokens = await personTokens(writer, clientId, String(user['id']));
  await owner.end();
  return tokens;
}
