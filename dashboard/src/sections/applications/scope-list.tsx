import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { refusalOf } from '../../api/refusal.ts';
import { sends } from '../../api/sends.ts';
import { deleteOidcScope, listOidcScopes } from '../../generated/sdk.gen.ts';
import type { OidcScope } from '../../generated/types.gen.ts';
import { texts } from '../../texts/oidc-scopes.ts';
import { time, yesNo } from '../../ui/columns.tsx';
import { about, Confirm } from '../../ui/confirm.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { byPage } from '../../ui/paging.ts';
import { ResourcePage } from '../../ui/resource-list.tsx';
import { type OfRow, resource } from '../../ui/resource.ts';
import { CreateScope, EditScope } from './scope-form.tsx';

const scopes = resource({
  list: { listOidcScopes },
  pages: byPage,
  name: texts.title,
  columns: [
    {
      id: 'name',
      title: texts.columns.name,
      csv: ({ name }) => name,
      cell: ({ name, displayName, description }) => (
        <Stack gap={0}>
          <Text fw={600} ff="monospace" size="sm">
            {name}
          </Text>
          {displayName === name ? null : <Text size="sm">{displayName}</Text>}
          {description ? (
            <Text size="sm" c="dimmed" lineClamp={1}>
              {description}
            </Text>
          ) : null}
        </Stack>
      ),
    },
    {
      id: 'claims',
      title: texts.columns.claims,
      csv: ({ claims }) => claims.map(({ claim }) => claim).join(' '),
      cell: ({ claims }) => (
        <Group gap={4}>
          {claims.map(({ claim, source }) => (
            <Code key={claim} title={source}>
              {claim}
            </Code>
          ))}
        </Group>
      ),
    },
    yesNo('isDefault', texts.columns.isDefault, { isMinor: true }),
    time('createdAt', texts.columns.created, 'day', { isMinor: true }),
  ],
  nameOf: ({ name }) => name,
  words: texts,
  write: 'oidc.write',
  create: CreateScope,
  createsOnce: true,
  edit: EditScope,
  remove: RemoveScope,
});

/** The custom scopes of the tenant. */
export const ScopeList = () => (
  <ResourcePage
    of={scopes}
    head={{ title: texts.title, text: texts.text, back: { to: 'applications', title: texts.back } }}
  />
);

function RemoveScope({ row: { id, name }, onClose }: OfRow<OidcScope>) {
  const [clients, setClients] = useState<readonly string[]>([]);
  const { act, call } = sends({ deleteOidcScope }, { path: { scopeId: id } });
  const remove = async () => {
    try {
      await act();
    } catch (error) {
      const { code, details } = refusalOf(error);
      if (code === 'SCOPE_IN_USE') setClients(details['clients'] as string[]);
      throw error;
    }
  };
  return (
    <Confirm {...about(texts.remove, name)} typed={name} call={call} act={remove} onClose={onClose}>
      {clients.length > 0 ? (
        <Stack gap={4}>
          <Text size="sm">{texts.remove.clients}</Text>
          {clients.map((clientId) => (
            <Anchor
              key={clientId}
              size="sm"
              ff="monospace"
              renderRoot={(props) => <PageLink to={`applications/oidc/${clientId}`} {...props} />}
            >
              {clientId}
            </Anchor>
          ))}
        </Stack>
      ) : null}
    </Confirm>
  );
}
