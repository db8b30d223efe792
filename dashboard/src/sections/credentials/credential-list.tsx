import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listCredentialsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import type { CredentialItem, CredentialStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/credentials.ts';
import { CreateCredential } from '../../ui/create-credential.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { RevokeCredentials } from './revoke-credentials.tsx';
import { TryKey } from './try-key.tsx';

const columns: readonly Column<CredentialItem>[] = [
  {
    id: 'name',
    title: texts.columns.name,
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
    id: 'identity',
    title: texts.columns.identity,
    csv: ({ identityName }) => identityName,
    cell: ({ identityId, identityName }) => (
      <Anchor renderRoot={(props) => <PageLink to={`identities/${identityId}`} {...props} />}>
        {identityName}
      </Anchor>
    ),
  },
  {
    id: 'status',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'used',
    title: texts.columns.used,
    csv: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} isRelative />,
  },
  {
    id: 'expires',
    title: texts.columns.expires,
    isMinor: true,
    csv: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Moment at={expiresAt} isDay />,
  },
  {
    id: 'created',
    title: texts.columns.created,
    isMinor: true,
    sort: '-createdAt',
    csv: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Moment at={createdAt} isDay />,
  },
];

export function CredentialList() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | 'createJit' | 'try' | 'revoke'>();
  const [selected, setSelected] = useState({});
  const mayWrite = useMay('credentials.write');
  const mayRevoke = useMay('credentials.revoke');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as CredentialStatus } : {}),
    ...(search['expiring'] ? { expiring: true } : {}),
    ...(search['unusedForDays'] ? { unusedForDays: Number(search['unusedForDays']) } : {}),
    ...(search['search'] ? { search: search['search'] } : {}),
    ...(search['identityId'] ? { identityId: search['identityId'] } : {}),
    ...(search['sort'] ? { sort: search['sort'] as '-createdAt' } : {}),
    ...(search['cursor'] ? { cursor: search['cursor'] } : {}),
  };
  const list = useQuery({ ...listCredentialsOptions({ query }), placeholderData: keepPreviousData });
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listCredentials', query }} />
        <Button variant="default" onClick={() => setDialog('try')}>
          {texts.tryKey}
        </Button>
        {mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null}
      </PageHead>
      <Filters
        search
        filters={[
          {
            name: 'status',
            title: texts.filters.status,
            values: ['ACTIVE', 'SUSPENDED', 'EXPIRED', 'REVOKED'],
          },
          {
            name: 'unusedForDays',
            title: texts.filters.unused,
            values: ['30', '90', '180'].map((value) => ({ value, label: texts.filters.days(value) })),
          },
        ]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data?.pagination}
        cursor={search['cursor']}
        defaultSort="-createdAt"
        onCursor={(cursor) => change({ cursor }, true)}
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {mayWrite ? <Button onClick={() => setDialog('create')}>{texts.create}</Button> : null}
          </Empty>
        }
        {...(mayRevoke ? { selected, onSelect: setSelected } : {})}
        bulk={
          <Button size="xs" color="red.8" onClick={() => setDialog('revoke')}>
            {texts.actions.revoke}
          </Button>
        }
      />
      {dialog === 'create' ? <CreateCredential onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'try' ? <TryKey onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'revoke' ? (
        <RevokeCredentials
          credentials={(list.data?.data ?? []).filter(({ id }) => id in selected)}
          onClose={() => setDialog(undefined)}
          onDone={() => setSelected({})}
        />
      ) : null}
    </>
  );
}
