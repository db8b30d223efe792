import { listCredentials } from '../../generated/sdk.gen.ts';
import type { CredentialItem } from '../../generated/types.gen.ts';

/** Credentials that a key may belong to. */
export interface Candidates {
  found: CredentialItem[];
  /** Whether all credentials were looked at. */
  isWhole: boolean;
}

/** So many pages of 100. Few secrets have the same end, but a name may have any text. */
const mostPages = 5;

/**
 * Finds the credentials whose secrets begin and end like a key. The service names no owner of a key that it does not
 * accept, such as a revoked one.
 */
export async function findByEnds(key: string): Promise<Candidates> {
  const last4 = key.slice(-4);
  const [prefix = ''] = /^kd_(live|test|jit)_/.exec(key) ?? [];
  const found: CredentialItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { data } = await listCredentials({
      query: { limit: 100, search: `${prefix}…${last4}`, ...(cursor ? { cursor } : {}) },
    });
    found.push(...data.data.filter((one) => one.last4 === last4 && key.startsWith(one.prefix)));
    cursor = data.pagination.nextCursor;
    if (cursor === undefined) return { found, isWhole: true };
  }
  return { found, isWhole: false };
}
