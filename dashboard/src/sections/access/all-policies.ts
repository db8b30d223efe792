import { listAccessPolicies } from '../../generated/sdk.gen.ts';
import type { AccessPolicy } from '../../generated/types.gen.ts';

/** Pages of 100. A tenant may have as many policies as its quota says, and no list is longer than the numbers of policies. */
const mostPages = 100;

/** Reads all policies, in the order in which they are asked. */
export async function allPolicies(signal?: AbortSignal): Promise<AccessPolicy[]> {
  const found: AccessPolicy[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { data } = await listAccessPolicies({ query: { limit: 100, page }, ...(signal ? { signal } : {}) });
    found.push(...data.data);
    if (!data.pagination.hasMore) break;
  }
  return found;
}

/** The query of all policies. */
export const allPoliciesQuery = {
  queryKey: ['all access policies'],
  queryFn: ({ signal }: { signal: AbortSignal }) => allPolicies(signal),
  // A form or an order begins with the policies of now, and is not changed by later ones.
  gcTime: 0,
  refetchOnWindowFocus: false,
};
