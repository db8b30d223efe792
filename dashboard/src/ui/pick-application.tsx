import type { SelectProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { holds } from '../app/me.ts';
import { listOidcClients, listServiceProviders } from '../generated/sdk.gen.ts';
import { texts } from '../texts/ui.ts';
import { type Choice, Pick, pickLimit, PickMany, type Source } from './pick.tsx';

/** Clients of OpenID Connect. */
const clients: Source = {
  kind: 'client',
  needs: ['oidc.read'],
  find: async (search, _scopes, signal) =>
    findClients({ limit: pickLimit, ...(search ? { search } : {}) }, signal),
};

async function findClients(
  query: { limit: number; search?: string },
  signal: AbortSignal,
): Promise<Choice[]> {
  return (await listOidcClients({ query, signal })).data.data.map(({ clientId, name }) => ({
    value: clientId,
    label: name,
    detail: 'OpenID Connect',
  }));
}

/** Both protocols, the parts of this service, and applications that a verification names (docs/conditional-access.md). */
const applications: Source = {
  kind: 'application',
  needs: ['oidc.read', 'saml.read'],
  find: async (search, scopes, signal) => {
    const query = { limit: pickLimit, ...(search ? { search } : {}) };
    const providers = async (): Promise<Choice[]> =>
      (await listServiceProviders({ query, signal })).data.data.map(({ id, name }) => ({
        value: id,
        label: name,
        detail: 'SAML',
      }));
    const found = await Promise.all([
      holds(scopes, 'oidc.read') ? findClients(query, signal) : [],
      holds(scopes, 'saml.read') ? providers() : [],
    ]);
    return found.flat();
  },
  fixed: Object.entries(texts.applications).map(([value, label]) => ({ value, label, detail: value })),
  takes: (text) => /^context:./.test(text),
};

/** Chooses an application by its name. */
export const PickApplication = (props: Omit<SelectProps, 'data'>) => (
  <Pick source={applications} {...props} />
);

/** Chooses several applications. */
export const PickApplications = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={applications} {...props} />
);

/** Chooses several clients of OpenID Connect. */
export const PickClients = (props: Omit<ComponentProps<typeof PickMany>, 'source'>) => (
  <PickMany source={clients} {...props} />
);
