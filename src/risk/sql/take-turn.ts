import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Whether the transaction may do this work for the tenant: one at a time does, until it ends. The others need not wait,
 * since whoever does it does all of it.
 */
export async function takeTurn(
  em: EntityManager,
  orgId: string,
  work: 'detect' | 'follow',
): Promise<boolean> {
  const [row] = await em.execute<{ taken: boolean }[]>(
    'select pg_try_advisory_xact_lock(hashtext(?), hashtext(?)) as taken',
    [`keyward.${work}`, orgId],
  );
  return row?.taken ?? false;
}
