import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Notes that a connection signed a user in, at most once a minute, because all users of a company share the row. Does not wait for
 * another transaction that has it, and makes no new version.
 */
export async function noteConnectionLogin(em: EntityManager, orgId: string, id: string): Promise<void> {
  await em.execute(login, { orgId, id });
}

const held = (condition: string): string => `
with held as materialized (
  select org_id, id from federation_connections
   where org_id = :orgId and id = :id and (${condition}) for no key update skip locked
)`;

const login = `${held(`
  last_login_at is null or last_login_at < now() - interval '1 minute' or health <> 'HEALTHY' or last_error is not null`)}
update federation_connections c set last_login_at = now(), health = 'HEALTHY', last_error = null
  from held where c.org_id = held.org_id and c.id = held.id`;

/** Notes what failed when a user signed in, as {@link noteConnectionLogin} does. */
export async function noteConnectionFailure(
  em: EntityManager,
  orgId: string,
  id: string,
  error: string,
): Promise<void> {
  await em.execute(failure, { orgId, id, error: error.slice(0, 500) });
}

const failure = `${held(`health <> 'FAILING' or last_error is distinct from :error`)}
update federation_connections c set health = 'FAILING', last_error = :error
  from held where c.org_id = held.org_id and c.id = held.id`;
