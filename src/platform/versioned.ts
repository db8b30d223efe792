import { etagOf } from '../lib/etag.ts';
import type { Tx } from './tx.ts';

/**
 * The answer that shows one resource, with its ETag. Flushed first, so that version and time of change are those the
 * database has.
 */
export async function versioned<Body>(
  row: { readonly version: number },
  tx: Tx,
  view: () => Body | Promise<Body>,
) {
  await tx.flush();
  const body = await view();
  return { status: 200 as const, body, headers: { ETag: etagOf(row.version) } };
}
