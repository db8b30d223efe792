import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { createOrganization, describeOrganization } from '../src/organizations/creation.ts';
import { openDatabase } from '../src/database/open.ts';
import { newId } from '../src/lib/id.ts';
import { benchPolicies } from './seed-policies.ts';
import { hashSecret, lastFour, newSecret, scimTokenPrefix } from '../src/lib/secret.ts';

const identityCount = 10_000;
const plainCount = 100_000;
const cappedCount = 20_000;
const perStatement = 10_000;
/** So high that no run reaches it: what is measured is the work of counting against a cap. */
const cap = 2_000_000_000;

/** Ids and keys of the data, for the programs of a bench. */
export interface Seed {
  orgId: string;
  /** The caller's key, with scope `*`. */
  caller: string;
  /** Keys without a usage cap, and the ids of their credentials. */
  keys: string[];
  ids: string[];
  /** Keys with one, and theirs. */
  capped: string[];
  cappedIds: string[];
  /** The same of another organization, which has 20 policies. */
  policed: { caller: string; keys: string[] };
}

/** Fills a migrated database with an organization of 10,000 identities and 120,000 credentials, and a second one with policies. */
export async function seed(
  url: { service: string; owner: string; superuser: string },
  file: string,
): Promise<Seed> {
  const organization = describeOrganization('Bench');
  const database = await openDatabase(url.service, 5);
  await createOrganization(database.orm, organization, { onlyIfFirst: true, announce: () => undefined });
  const other = describeOrganization('Policed');
  await createOrganization(database.orm, other, { onlyIfFirst: false, announce: () => undefined });
  await database.close();
  const { orgId, key: caller } = organization.live;

  const owner = new pg.Client(url.owner);
  await owner.connect();
  const identities = await insertIdentities(owner, orgId);
  const plain = await insertCredentials(owner, { orgId, identities, count: plainCount, maxUsageCount: null });
  const capped = await insertCredentials(owner, {
    orgId,
    identities,
    count: cappedCount,
    maxUsageCount: cap,
  });
  const policedId = other.live.orgId;
  const policed = await insertCredentials(owner, {
    orgId: policedId,
    identities: await insertIdentities(owner, policedId),
    count: plainCount,
    maxUsageCount: null,
  });
  await benchPolicies(owner, policedId);
  await owner.end();

  const data: Seed = {
    orgId,
    caller,
    keys: plain.keys,
    ids: plain.ids,
    capped: capped.keys,
    cappedIds: capped.ids,
    policed: { caller: other.live.key, keys: policed.keys },
  };
  await writeFile(file, JSON.stringify(data), { mode: 0o600 });
  return data;
}

export async function insertIdentities(
  client: pg.Client,
  orgId: string,
  count = identityCount,
): Promise<string[]> {
  const identities = Array.from({ length: count }, () => newId('idn'));
  await client.query(
    `insert into identities (org_id, id, name, type, tags)
     select $1, id, 'service ' || n, 'SERVICE_ACCOUNT', '{bench,payments}'
       from unnest($2::text[]) with ordinality as given (id, n)`,
    [orgId, identities],
  );
  return identities;
}

interface Wanted {
  orgId: string;
  identities: readonly string[];
  count: number;
  maxUsageCount: number | null;
}

export async function insertCredentials(
  client: pg.Client,
  { orgId, identities, count, maxUsageCount }: Wanted,
) {
  const keys: string[] = [];
  const ids: string[] = [];
  while (keys.length < count) {
    const made = Array.from({ length: Math.min(perStatement, count - keys.length) }, () =>
      newSecret('kd_live_'),
    );
    const madeIds = made.map(() => newId('cred'));
    await client.query(
      `insert into credentials (org_id, id, identity_id, name, type, scopes, secret_hash, secret_prefix,
                                secret_last4, max_usage_count)
       select $1, id, identity_id, 'key of ' || identity_id, 'API_KEY', '{read:orders,write:orders}', secret_hash,
              'kd_live_', last4, $6::int
         from unnest($2::text[], $3::text[], $4::bytea[], $5::text[]) as given (id, identity_id, secret_hash, last4)`,
      [
        orgId,
        madeIds,
        made.map((_, at) => identities[(keys.length + at) % identities.length]),
        made.map(hashSecret),
        made.map(lastFour),
        maxUsageCount,
      ],
    );
    keys.push(...made);
    ids.push(...madeIds);
  }
  return { keys, ids };
}

/** @returns a token that may read and write users and groups by SCIM */
export async function insertScimToken(client: pg.Client, orgId: string): Promise<string> {
  const token = newSecret(scimTokenPrefix);
  await client.query(
    `insert into scim_tokens (org_id, id, name, token_hash, token_last4, profile, permissions, expires_at)
     values ($1, $2, 'bench', $3, $4, 'GENERIC', '{users.read,users.write,groups.read,groups.write}', now() + interval '1 day')`,
    [orgId, newId('sct'), hashSecret(token), lastFour(token)],
  );
  return token;
}
