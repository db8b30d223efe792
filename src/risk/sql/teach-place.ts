import type { EntityManager } from '@mikro-orm/postgresql';

/** Makes a place to come from a known one of the credential. */
export async function teachPlace(
  em: EntityManager,
  orgId: string,
  credentialId: string,
  { kind, name }: { kind: 'address' | 'country'; name: string },
): Promise<void> {
  const table = kind === 'address' ? 'credential_addresses' : 'credential_countries';
  await em.execute(
    `insert into ${table} as s (org_id, credential_id, ${kind}, known, first_seen_at, last_seen_at)
     values (?, ?, ?, true, now(), now())
     on conflict (org_id, credential_id, ${kind}) do update set known = true`,
    [orgId, credentialId, name],
  );
}
