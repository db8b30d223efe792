import { sql, type Sql } from '../../lib/sql.ts';
import { unreadableNetwork } from '../../lib/unreadable-address.ts';
import type { Tx } from '../../platform/tx.ts';

/** Ranges from which no request comes: "this network", documentation, multicast and reserved (RFC 6890, RFC 3849), and unreadable ones. */
const unusable = [
  '0.0.0.0/8',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/128',
  '2001:db8::/32',
  'ff00::/8',
  unreadableNetwork,
];

const everywhere = sql`'{0.0.0.0/0,::/0}'::text[]`;

/** Whether the credential `c` of the identity `i` carries every right, is active and has uses left. */
export const liveFullKey = sql`'*' = any (c.scopes)
   and c.status = 'ACTIVE' and (c.expires_at is null or c.expires_at > now())
   and (c.max_usage_count is null or c.usage_count < c.max_usage_count)
   and i.status = 'ACTIVE' and (i.expires_at is null or i.expires_at > now())`;

const unusableNetworks = sql.raw(`'{${unusable.join()}}'::inet[]`);

const usableRange = (range: Sql, other: Sql): Sql =>
  sql`${range}.range::inet <<= ${other}.range::inet and not ${range}.range::inet <<= any (${unusableNetworks})`;

/** Whether there is an address that it may be used from. */
export const reachableKey = sql`(c.allowed_ips is null and i.allowed_ips is null
        or exists (select from unnest(coalesce(c.allowed_ips, ${everywhere})) a (range),
                               unnest(coalesce(i.allowed_ips, ${everywhere})) b (range)
                    where (${usableRange(sql`a`, sql`b`)}) or (${usableRange(sql`b`, sql`a`)})))`;

/**
 * Whether it is a key that works, too: what must be left of a tenant's, or nothing could manage the tenant any more. Its
 * secret was used since it was made, which proves that a caller has it. There is an address that it may be used from.
 */
const workingFullKey = sql`${liveFullKey} and c.last_used_at is not null and ${reachableKey}`;

/**
 * Whether the tenant keeps a working credential with scope `*` when some credentials, or all of an identity, no
 * longer work. Under the tenant's lock, the answer stays true. A dry run asks without the lock.
 * @param options.proven whether it must be one that a caller has and can use from somewhere
 */
export async function otherFullKey(
  tx: Tx,
  orgId: string,
  without: { credentialIds: readonly string[] } | { identityId: string },
  { proven = true }: { proven?: boolean } = {},
): Promise<boolean> {
  const credentialIds = 'credentialIds' in without ? without.credentialIds : [];
  const identityId = 'identityId' in without ? without.identityId : '';
  const condition = proven ? workingFullKey : liveFullKey;
  return tx.has(sql`
    select 1 as found
      from credentials c
      join identities i on i.org_id = c.org_id and i.id = c.identity_id
     where c.org_id = ${orgId}
       and c.id <> all (array(select jsonb_array_elements_text(${JSON.stringify(credentialIds)}::jsonb)))
       and i.id <> ${identityId} and ${condition}
     limit 1`);
}
