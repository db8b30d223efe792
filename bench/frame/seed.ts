// Data that several benches need.
import type pg from 'pg';
import { createOrganization, describeOrganization } from '../../src/organizations/creation.ts';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { newId } from '../../src/lib/id.ts';
import { hashSecret, lastFour, newSecret, scimTokenPrefix } from '../../src/lib/secret.ts';

const perStatement = 10_000;
/** So high that no run reaches it: what is measured is the work of counting against a cap. */
export const cap = 2_000_000_000;

/** Makes an organization, whose tenants have a key with scope `*` each. */
export async function addOrganization({ orm }: Pick<Database, 'orm'>, name = 'Bench') {
  const organization = describeOrganization(name);
  await createOrganization(orm, organization, { onlyIfFirst: false, announce: () => undefined });
  return organization;
}

/** As {@link addOrganization}. @param url of the service's own role */
export async function makeOrganization(url: string, name?: string) {
  const database = await openDatabase(url, 2);
  try {
    return await addOrganization(database, name);
  } finally {
    await database.close();
  }
}

export async function insertIdentities(client: pg.Client, orgId: string, count: number): Promise<string[]> {
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
