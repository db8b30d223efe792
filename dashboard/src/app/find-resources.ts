import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { listCredentials, listGroups, listIdentities, listUsers } from '../generated/sdk.gen.ts';
import { holds, useSession } from './me.ts';

interface Found {
  path: string;
  name: string;
  kind: string;
}

type Search = (search: string, signal: AbortSignal) => Promise<Found[]>;

interface Kind {
  kind: string;
  needs: string;
  find: Search;
}

const kinds: readonly Kind[] = [
  {
    kind: 'Identity',
    needs: 'identities.read',
    find: async (search, signal) =>
      (await listIdentities({ query: { search, limit: 5 }, signal })).data.data.map(({ id, name }) => ({
        path: `identities/${id}`,
        name,
        kind: 'Identity',
      })),
  },
  {
    kind: 'Credential',
    needs: 'credentials.read',
    find: async (search, signal) =>
      (await listCredentials({ query: { search, limit: 5 }, signal })).data.data.map(({ id, name }) => ({
        path: `credentials/${id}`,
        name,
        kind: 'Credential',
      })),
  },
  {
    kind: 'User',
    needs: 'directory.read',
    find: async (search, signal) =>
      (await listUsers({ query: { search, limit: 5 }, signal })).data.data.map(
        ({ id, displayName, email }) => ({
          path: `users/${id}`,
          name: displayName ?? email ?? id,
          kind: 'User',
        }),
      ),
  },
  {
    kind: 'Group',
    needs: 'groups.read',
    find: async (search, signal) =>
      (await listGroups({ query: { search, limit: 5 }, signal })).data.data.map(({ id, name }) => ({
        path: `groups/${id}`,
        name,
        kind: 'Group',
      })),
  },
];

/** The paths of ids, which need no search. */
const byPrefix: Readonly<Record<string, [path: string, kind: string]>> = {
  idn: ['identities', 'Identity'],
  cred: ['credentials', 'Credential'],
  usr: ['users', 'User'],
  grp: ['groups', 'Group'],
  wh: ['webhooks', 'Webhook'],
  req: ['audit?requestId=', 'Request'],
};

/** Resources whose name or id fits, as far as the user may read them. */
export function useResources(typed: string): Found[] {
  const { me } = useSession();
  const [query] = useDebouncedValue(typed.trim(), 200);
  const asked = query.length >= 2 && !/^[a-z]{2,4}_[0-9a-z]{26}$/.test(query);
  const answers = useQueries({
    queries: kinds
      .filter(({ needs }) => holds(me.scopes, needs))
      .map(({ kind, find }) => ({
        queryKey: ['palette', kind, query],
        queryFn: ({ signal }: { signal: AbortSignal }) => find(query, signal),
        enabled: asked,
        retry: false,
      })),
  });
  const [path, kind] = byPrefix[/^([a-z]{2,4})_[0-9a-z]{26}$/.exec(query)?.[1] ?? ''] ?? [];
  const byId =
    path && kind
      ? [{ path: path.endsWith('=') ? `${path}${query}` : `${path}/${query}`, name: query, kind }]
      : [];
  return [...byId, ...answers.flatMap(({ data }) => data ?? [])];
}
