import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import {
  getConnection,
  listAccessPolicies,
  listAlertRules,
  listConnections,
  listCredentials,
  listGroups,
  listIdentities,
  listNamedLocations,
  listOidcClients,
  listPolicies,
  listScimTokens,
  listServiceProviders,
  listSocialProviders,
  listUsers,
  listWebhooks,
} from '../generated/sdk.gen.ts';
import { thingOf } from '../ui/kinds.ts';
import { holds, useSession } from './me.ts';

interface Found {
  path: string;
  search?: Record<string, string>;
  name: string;
  kind: string;
}

interface Asked {
  query: { search: string; limit: number };
  signal: AbortSignal;
}

interface Search {
  kind: string;
  needs: string;
  find: (asked: Asked) => Promise<Omit<Found, 'kind'>[]>;
}

/** A list that the service does not search is read whole: there are few of these. */
const whole = { limit: 100 };
const fits = (search: string, ...names: (string | null)[]): boolean =>
  names.some((name) => name?.toLowerCase().includes(search.toLowerCase()));

const connectionPath = ({ id, type }: { id: string; type: string }): string =>
  `connections/${type.toLowerCase()}/${id}`;

const kinds: readonly Search[] = [
  {
    kind: 'Identity',
    needs: 'identities.read',
    find: async (asked) =>
      (await listIdentities(asked)).data.data.map(({ id, name }) => ({ path: `identities/${id}`, name })),
  },
  {
    kind: 'Credential',
    needs: 'credentials.read',
    find: async (asked) =>
      (await listCredentials(asked)).data.data.map(({ id, name }) => ({ path: `credentials/${id}`, name })),
  },
  {
    kind: 'User',
    needs: 'directory.read',
    find: async (asked) =>
      (await listUsers(asked)).data.data.map(({ id, displayName, email }) => ({
        path: `users/${id}`,
        name: displayName ?? email ?? id,
      })),
  },
  {
    kind: 'Group',
    needs: 'groups.read',
    find: async (asked) =>
      (await listGroups(asked)).data.data.map(({ id, name }) => ({ path: `groups/${id}`, name })),
  },
  {
    kind: 'Application (OpenID Connect)',
    needs: 'oidc.read',
    find: async (asked) =>
      (await listOidcClients(asked)).data.data.map(({ clientId, name }) => ({
        path: `applications/oidc/${clientId}`,
        name,
      })),
  },
  {
    kind: 'Application (SAML)',
    needs: 'saml.read',
    find: async (asked) =>
      (await listServiceProviders(asked)).data.data.map(({ id, name }) => ({
        path: `applications/saml/${id}`,
        name,
      })),
  },
  {
    kind: 'Connection',
    needs: 'federation.read',
    find: async (asked) =>
      (await listConnections(asked)).data.data.map((one) => ({ path: connectionPath(one), name: one.name })),
  },
  {
    kind: 'Access policy',
    needs: 'conditional_access.read',
    find: async (asked) =>
      (await listAccessPolicies(asked)).data.data.map(({ id, name }) => ({ path: `access/${id}`, name })),
  },
  {
    kind: 'Named location',
    needs: 'conditional_access.read',
    find: async (asked) =>
      (await listNamedLocations(asked)).data.data.map(({ name }) => ({
        path: 'access',
        search: { tab: 'locations' },
        name,
      })),
  },
  {
    kind: 'Policy',
    needs: 'policies.read',
    find: async (asked) =>
      (await listPolicies(asked)).data.data.map(({ id, name }) => ({ path: `policies/${id}`, name })),
  },
  {
    kind: 'Webhook',
    needs: 'webhooks.read',
    find: async ({ query: { search }, signal }) =>
      (await listWebhooks({ query: whole, signal })).data.data
        .filter(({ name, url }) => fits(search, name, url))
        .map(({ id, name }) => ({ path: `webhooks/${id}`, name })),
  },
  {
    kind: 'Directory sync token',
    needs: 'scim_tokens.read',
    find: async ({ query: { search }, signal }) =>
      (await listScimTokens({ query: whole, signal })).data.data
        .filter(({ name, tokenPrefix, last4 }) => fits(search, name, `${tokenPrefix}…${last4}`))
        .map(({ id, name }) => ({ path: `scim/${id}`, name })),
  },
  {
    kind: 'Alert rule',
    needs: 'alerts.read',
    find: async ({ query: { search }, signal }) =>
      (await listAlertRules({ query: whole, signal })).data.data
        .filter(({ name }) => fits(search, name))
        .map(({ name }) => ({ path: 'alerts/rules', name })),
  },
  {
    kind: 'Social provider',
    needs: 'auth_config.read',
    find: async ({ query: { search }, signal }) =>
      (await listSocialProviders({ query: whole, signal })).data.data
        .filter(({ name }) => fits(search, name))
        .map(({ name }) => ({
          path: 'sign-in',
          search: { tab: 'social' },
          name,
        })),
  },
];

/** The page of a connection has its protocol in the address, which its id does not tell. */
const pageOfConnection: Search = {
  kind: 'Connection',
  needs: 'federation.read',
  find: async ({ query: { search: id }, signal }) => {
    const { data } = await getConnection({ path: { id }, signal });
    return [{ path: connectionPath(data), name: data.name }];
  },
};

/** Resources whose name or id fits, as far as the user may read them. */
export function useResources(typed: string): Found[] {
  const { me } = useSession();
  const [query] = useDebouncedValue(typed.trim(), 200);
  const thing = thingOf(query);
  const isConnection = query.startsWith('fed_') && thing !== undefined;
  const searches = isConnection ? [pageOfConnection] : kinds;
  const answers = useQueries({
    queries: searches
      .filter(({ needs }) => holds(me.scopes, needs))
      .map(({ kind, find }) => ({
        queryKey: ['palette', kind, query],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Found[]> =>
          (await find({ query: { search: query, limit: 5 }, signal }))
            .slice(0, 5)
            .map((one) => ({ ...one, kind })),
        enabled: isConnection || (query.length >= 2 && !thing),
        retry: false,
      })),
  });
  const found = answers.flatMap(({ data }) => data ?? []);
  // An id needs no search.
  if (!thing || found.length > 0 || !holds(me.scopes, thing.needs)) return found;
  return [{ ...thing, name: query }];
}
