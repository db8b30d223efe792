import { sql, type Sql } from '../../lib/sql.ts';

/**
 * The things that a request can replace, with the columns that say so. `mark` changes with each replacement, and `since` is the time of the last one
 * if a column has it.
 */
const sources = {
  credential: {
    from: 'credentials where org_id = a.org_id and id = a.id',
    mark: "encode(secret_hash, 'hex')",
    since: 'last_rotated_at',
  },
  oidcClient: {
    from: 'oidc_clients where org_id = a.org_id and id = a.id',
    mark: "encode(secret_hash, 'hex')",
    since: 'secret_rotated_at',
  },
  webhook: {
    from: 'webhooks where org_id = a.org_id and id = a.id',
    mark: "encode(sha256(secret), 'hex')",
    since: 'null::timestamptz',
  },
  accessPass: {
    from: 'access_passes where org_id = a.org_id and user_id = a.id',
    mark: 'id',
    since: 'null::timestamptz',
  },
  // Their id is the tenant.
  oidcKeys: keysOf('signing_keys'),
  samlKeys: keysOf('saml_keys'),
  samlEncryptionKeys: keysOf('federation_encryption_keys'),
} as const;

/** Without the keys that were retired: the clock removes them, and nothing is replaced by that. */
function keysOf(table: string) {
  const from = `${table} where org_id = a.org_id and retired_at is null`;
  return { from, mark: "string_agg(id, ',' order by id)", since: 'null::timestamptz' } as const;
}

export type Replaced = keyof typeof sources;

/** How a thing stands that a request replaces. */
export interface Mark {
  /** Null if there is none. It is compared and never shown. */
  mark: string | null;
  /** When it was replaced last; null if the row does not say. */
  since: Date | string | null;
}

/** Makes the statement for many ids, in their order. @param tenants of the ids, in the same order */
export const marksOf = (replaced: Replaced, tenants: readonly string[], ids: readonly string[]): Sql => {
  const { from, mark, since } = sources[replaced];
  return sql`
select m.mark, m.since
  from unnest(${tenants}::text[], ${ids}::text[]) with ordinality as a(org_id, id, at)
  left join lateral (select ${sql.raw(`${mark} as mark, ${since} as since from ${from}`)}) as m on true
 order by a.at`;
};
