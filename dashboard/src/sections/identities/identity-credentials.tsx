import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listIdentityCredentialsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listIdentityCredentials, revokeCredential } from '../../generated/sdk.gen.ts';
import type { CredentialItem, Identity, ListIdentityCredentialsData } from '../../generated/types.gen.ts';
import { texts as common } from '../../texts/credentials.ts';
import { texts } from '../../texts/identities.ts';
import { Bulk } from '../../ui/bulk.tsx';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { queryAt } from '../../ui/csv.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { useSelection } from '../../ui/use-selection.ts';

type Query = NonNullable<ListIdentityCredentialsData['query']>;

const columns: readonly Column<CredentialItem>[] = [
  {
    id: 'name',
    title: common.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name, prefix, last4 }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`credentials/${id}`} {...props} />}>
          {name}
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {prefix}…{last4}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'status',
    title: common.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'scopes',
    title: common.columns.scopes,
    isMinor: true,
    csv: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => scopes.join(', '),
  },
  {
    id: 'used',
    title: common.columns.used,
    csv: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} isRelative />,
  },
  {
    id: 'expires',
    title: common.columns.expires,
    isMinor: true,
    csv: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Moment at={expiresAt} isDay />,
  },
  {
    id: 'created',
    title: common.columns.created,
    isMinor: true,
    sort: '-createdAt',
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
  },
];

/** The credentials of an identity. */
export function IdentityCredentials({ identity }: { identity: Identity }) {
  const path = { id: identity.id };
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | 'revoke'>();
  const mayWrite = useMay('credentials.write') && identity.status === 'ACTIVE';
  const mayRevoke = useMay('credentials.revoke');
  const query: Query = {
    limit: 20,
    ...(search['status'] ? { status: search['status'] as Query['status'] } : {}),
    ...(search['sort'] ? { sort: search['sort'] as Query['sort'] } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({
    ...listIdentityCredentialsOptions({ path, query }),
    placeholderData: keepPreviousData,
  });
  const { items, selected, select, keep } = useSelection(list.data?.data);
  const create = mayWrite ? (
    <Button onClick={() => setDialog('create')}>{texts.credentials.create}</Button>
  ) : null;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Filters
          filters={[
            {
              name: 'status',
              title: common.filters.status,
              values: ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'REVOKED'],
            },
          ]}
        />
        <Group gap="sm">
          <InCode call={{ operation: 'listIdentityCredentials', path, query }} />
          {create}
        </Group>
      </Group>
      <DataTable
        name={`${common.title} ${identity.name}`}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          (await listIdentityCredentials({ path, query: queryAt(query, cursor), signal })).data
        }
        defaultSort="-createdAt"
        empty={<Empty {...texts.credentials.empty}>{create}</Empty>}
        {...(mayRevoke ? { selected, onSelect: select } : {})}
        bulk={
          <Button size="xs" color="red.8" onClick={() => setDialog('revoke')}>
            {common.actions.revoke}
          </Button>
        }
      />
      {dialog === 'create' ? (
        <CreateCredential
          identityId={identity.id}
          scopes={identity.allowedScopes ?? []}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      {dialog === 'revoke' ? (
        <Bulk
          title={common.revokeSelected(items.length)}
          text={common.revoke.text}
          action={common.actions.revoke}
          items={items}
          pathOf={({ id }) => `credentials/${id}`}
          act={({ id }, body) => revokeCredential({ path: { id }, body })}
          call={({ id }, body) => ({ operation: 'revokeCredential', path: { id }, body })}
          onClose={() => setDialog(undefined)}
          onDone={keep}
        />
      ) : null}
    </>
  );
}
