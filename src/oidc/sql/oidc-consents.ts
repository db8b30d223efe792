import type { EntityManager } from '@mikro-orm/postgresql';
import type { Granted } from '../granted.ts';
import { deleteOidcArtifacts } from './delete-oidc-artifacts.ts';
import type { ConsentKey } from './find-oidc-consent.ts';

/** What a person allowed an application; the person must be locked. */
export async function readConsent(
  em: EntityManager,
  { orgId, userId, clientId }: ConsentKey,
): Promise<Granted | undefined> {
  const [row] = await em.execute<{ granted: Granted }[]>(
    'select granted from oidc_consents where org_id = ? and user_id = ? and client_id = ?',
    [orgId, userId, clientId],
  );
  return row?.granted;
}

/** Since when it is allowed stays what it was. The person must be locked. @returns false when the application is gone */
export async function saveConsent(
  em: EntityManager,
  { orgId, userId, clientId }: ConsentKey,
  granted: Granted,
): Promise<boolean> {
  const rows = await em.execute<object[]>(save, [userId, JSON.stringify(granted), orgId, clientId]);
  return rows.length > 0;
}

const save = `
insert into oidc_consents (org_id, user_id, client_id, granted, granted_at)
select k.org_id, ?, k.id, ?::jsonb, now() from oidc_clients k where k.org_id = ? and k.id = ?
on conflict (org_id, user_id, client_id) do update set granted = excluded.granted
returning client_id`;

export interface EndedConsent {
  clientName: string;
  granted: Granted;
}

/**
 * Takes back what was allowed, and ends what was issued by it: grants, codes and tokens, those of devices too, and those
 * that other applications got for them. The person must be locked. @returns undefined when nothing was allowed
 */
export async function endConsent(
  em: EntityManager,
  { orgId, userId, clientId }: ConsentKey,
): Promise<EndedConsent | undefined> {
  const [ended] = await em.execute<EndedConsent[]>(end, [orgId, userId, clientId]);
  // A statement of its own: it sees the grant of whoever used the consent while the first one waited for its row.
  if (ended) await em.execute(endIssued, [orgId, userId, clientId]);
  return ended;
}

const end = `
delete from oidc_consents c using oidc_clients k
 where c.org_id = ? and c.user_id = ? and c.client_id = ? and k.org_id = c.org_id and k.id = c.client_id
returning k.name as "clientName", c.granted`;

const endIssued = deleteOidcArtifacts(`(a.org_id, a.model, a.id_hash) in (
  with own as materialized (
    select org_id, model, id_hash, grant_id from oidc_artifacts where org_id = ? and user_id = ? and client_id = ?
  )
  select org_id, model, id_hash from own
  union all
  select o.org_id, o.model, o.id_hash
    from own join oidc_artifacts o on o.org_id = own.org_id and o.grant_id = own.grant_id
   where own.model = 'Grant'
)`);

/** Forgets everything that somebody allowed who has left for good. */
export async function forgetConsents(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from oidc_consents where org_id = ? and user_id = ?', [orgId, userId]);
}

export interface ListedConsent {
  clientId: string;
  clientName: string;
  granted: Granted;
  grantedAt: string;
  lastUsedAt: string | null;
}

/** The applications that a person allowed something, by their names. */
export async function listConsents(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<ListedConsent[]> {
  return em.execute<ListedConsent[]>(list, [orgId, userId]);
}

// A token is made when an application uses what it was allowed, also where nobody sits before a browser.
const list = `
select c.client_id as "clientId", k.name as "clientName", c.granted, c.granted_at as "grantedAt",
       greatest(c.last_used_at, (
         select max(a.created_at) from oidc_artifacts a
          where a.org_id = c.org_id and a.user_id = c.user_id and a.client_id = c.client_id
            and a.model in ('AccessToken', 'RefreshToken'))) as "lastUsedAt"
  from oidc_consents c
  join oidc_clients k on k.org_id = c.org_id and k.id = c.client_id
 where c.org_id = ? and c.user_id = ?
 order by k.name, c.client_id limit 200`;
