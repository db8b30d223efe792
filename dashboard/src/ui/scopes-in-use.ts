import { useQuery } from '@tanstack/react-query';
import { useMay } from '../app/me.ts';
import { getIdentityOptions } from '../generated/@tanstack/react-query.gen.ts';
import { listCredentials } from '../generated/sdk.gen.ts';
import { texts } from '../texts/credentials.ts';

/** How many scopes of other credentials are suggested. */
const most = 50;

/** Returns scopes by how many credentials have them, the most common ones first. */
function byCommonness(credentials: readonly { scopes: readonly string[] }[]): string[] {
  const counts = new Map<string, number>();
  for (const { scopes } of credentials)
    for (const scope of scopes) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return [...counts]
    .toSorted(([one, some], [other, more]) => more - some || one.localeCompare(other))
    .map(([scope]) => scope);
}

interface Suggested {
  group: string;
  items: string[];
}

/**
 * Suggests scopes for a credential: those that its identity may have, and those of the newest credentials.
 * @param offered scopes that are suggested besides
 */
export function useScopesInUse(
  identityId: string | null | undefined,
  offered: readonly string[] = [],
): Suggested[] {
  const mayList = useMay('credentials.read');
  const mayReadIdentity = useMay('identities.read');
  const { data: used = [] } = useQuery({
    queryKey: ['scopes in use'],
    queryFn: async ({ signal }) =>
      byCommonness((await listCredentials({ query: { status: 'ACTIVE', limit: 100 }, signal })).data.data),
    enabled: mayList,
    retry: false,
  });
  const id = identityId ?? '';
  const { data: identity } = useQuery({
    ...getIdentityOptions({ path: { id } }),
    enabled: mayReadIdentity && id !== '',
    retry: false,
  });
  const known = new Set<string>();
  // The field refuses a suggestion that is there twice.
  const fresh = (scopes: readonly string[]) =>
    scopes.filter((scope) => scope !== '*' && !known.has(scope) && known.add(scope));
  return [
    { group: texts.form.scopesAllowed, items: fresh(identity?.allowedScopes ?? []) },
    { group: texts.form.scopesInUse, items: fresh(used).slice(0, most) },
    { group: texts.form.scopesOfService, items: fresh(offered) },
  ].filter(({ items }) => items.length > 0);
}
