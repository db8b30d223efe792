import type { EntityManager } from '@mikro-orm/postgresql';
import { etagOf } from '../lib/etag.ts';

/**
 * The answer that shows one resource, with its ETag. Flushed first, so that version and time of change are those the
 * database has.
 */
export async function versioned<Body>(
  row: { readonly version: number },
  em: EntityManager,
  view: () => Body | Promise<Body>,
) {
  await em.flush();
  const body = await view();
  return { status: 200 as const, body, headers: { ETag: etagOf(row.version) } };
}
