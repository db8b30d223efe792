import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import {
  listOidcClientsOptions,
  listServiceProvidersOptions,
} from '../../generated/@tanstack/react-query.gen.ts';
import type { OidcClient, OidcClientStatus, ServiceProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { CreateApplication } from './create-application.tsx';

/** A client or a service provider, as the list shows it. */
interface Application {
  id: string;
  to: string;
  name: string;
  kind: keyof typeof texts.kinds;
  status: string;
  detail: string;
  createdAt: string;
}

const ofClient = ({
  clientId,
  name,
  applicationType,
  status,
  redirectUris,
  createdAt,
}: OidcClient): Application => ({
  id: clientId,
  to: `applications/oidc/${clientId}`,
  name,
  kind: applicationType,
  status,
  detail: redirectUris[0] ?? '',
  createdAt,
});

const ofProvider = ({ id, name, status, entityId, createdAt }: ServiceProvider): Application => ({
  id,
  to: `applications/saml/${id}`,
  name,
  kind: 'saml',
  status,
  detail: entityId,
  createdAt,
});

const columns: readonly Column<Application>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ to, name, id }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={to} {...props} />}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {id}
        </Text>
      </Stack>
    ),
  },
  { id: 'kind', title: texts.columns.kind, csv: ({ kind }) => kind, cell: ({ kind }) => texts.kinds[kind] },
  {
    id: 'state',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'detail',
    title: texts.columns.detail,
    isMinor: true,
    csv: ({ detail }) => detail,
    cell: ({ detail }) => detail,
  },
  {
    id: 'created',
    title: texts.columns.created,
    isMinor: true,
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
  },
];

const limit = 50;

/** Both protocols in one list, the newest first. A page has as many of each. */
export function ApplicationList() {
  const [search, change] = useSearch();
  const [isCreating, setIsCreating] = useState(false);
  const mayReadOidc = useMay('oidc.read');
  const mayReadSaml = useMay('saml.read');
  const mayWriteOidc = useMay('oidc.write');
  const mayWriteSaml = useMay('saml.write');
  const page = Number(search['cursor'] ?? 1);
  const query = {
    limit,
    page,
    ...(search['status'] ? { status: search['status'] as OidcClientStatus } : {}),
    ...(search['search'] ? { search: search['search'] } : {}),
  };
  const { kind } = search;
  const clients = useQuery({
    ...listOidcClientsOptions({ query }),
    placeholderData: keepPreviousData,
    enabled: mayReadOidc && kind !== 'saml',
  });
  const providers = useQuery({
    ...listServiceProvidersOptions({ query }),
    placeholderData: keepPreviousData,
    enabled: mayReadSaml && kind !== 'oidc',
  });
  const lists = [clients, providers].filter(({ isEnabled }) => isEnabled);
  const rows = lists.some(({ data }) => data === undefined)
    ? undefined
    : [
        ...(clients.isEnabled ? (clients.data?.data ?? []).map(ofClient) : []),
        ...(providers.isEnabled ? (providers.data?.data ?? []).map(ofProvider) : []),
      ].toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  const hasMore = lists.some(({ data }) => data?.pagination.hasMore);
  const create =
    mayWriteOidc || mayWriteSaml ? <Button onClick={() => setIsCreating(true)}>{texts.create}</Button> : null;
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: kind === 'saml' ? 'listServiceProviders' : 'listOidcClients', query }} />
        {create}
      </PageHead>
      <Filters
        search
        filters={[
          { name: 'status', title: texts.filters.status, values: ['ACTIVE', 'DISABLED'] },
          {
            name: 'kind',
            title: texts.filters.kind,
            values: [
              { value: 'oidc', label: 'OpenID Connect' },
              { value: 'saml', label: 'SAML' },
            ],
          },
        ]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        error={clients.error ?? providers.error}
        onRetry={() => void Promise.all(lists.map(async (list) => list.refetch()))}
        paging={{ hasMore, nextCursor: String(page + 1) }}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {isCreating ? (
        <CreateApplication
          mayOidc={mayWriteOidc}
          maySaml={mayWriteSaml}
          onClose={() => setIsCreating(false)}
        />
      ) : null}
    </>
  );
}
