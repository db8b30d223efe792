import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { listCredentials, listGroups, listIdentities, listUsers } from '../generated/sdk.gen.ts';
import { thingOf } from '../ui/thing-link.tsx';
import { holds, useSession } from './me.ts';

interface Found {
  path: string;
  search?: Record<string, string>;
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

/** Resources whose name or id fits, as far as the user may read them. */
export function useResources(typed: string): Found[] {
  const { me } = useSession();
  const [query] = useDebouncedValue(typed.trim(), 200);
  const asked = query.length >= 2 && !thingOf(query);
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
  // An id needs no search.
  const thing = thingOf(query);
  const byId = thing && holds(me.scopes, thing.needs) ? [{ ...thing, name: query }] : [];
  return [...byId, ...answers.flatMap(({ data }) => data ?? [])];
}
