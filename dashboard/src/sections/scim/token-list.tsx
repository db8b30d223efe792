import { Anchor, Button, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listScimTokensOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listScimTokens } from '../../generated/sdk.gen.ts';
import type { ScimToken, ScimTokenStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/scim.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { CreateToken } from './create-token.tsx';

const columns: readonly Column<ScimToken>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    csv: ({ name }) => name,
    cell: ({ id, name, tokenPrefix, last4 }) => (
      <Stack gap={0}>
        <Anchor fw={600} renderRoot={(props) => <PageLink to={`scim/${id}`} {...props} />}>
          <bdi>{name}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed" ff="monospace">
          {tokenPrefix}…{last4}
        </Text>
      </Stack>
    ),
  },
  {
    id: 'product',
    title: texts.columns.product,
    csv: ({ profile }) => profile,
    cell: ({ profile }) => texts.profiles[profile] ?? profile,
  },
  {
    id: 'status',
    title: texts.columns.state,
    csv: ({ status }) => status,
    cell: ({ status }) => <State value={status} />,
  },
  {
    id: 'manages',
    title: texts.columns.manages,
    isMinor: true,
    csv: ({ permissions }) => permissions.join(' '),
    cell: ({ permissions }) => permissions.map((one) => texts.permissions[one] ?? one).join(', '),
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
];

export function TokenList() {
  const [search, change] = useSearch();
  const [creates, setCreates] = useState(false);
  const mayWrite = useMay('scim_tokens.write');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as ScimTokenStatus } : {}),
    ...byPage.query(search['cursor']),
  };
  const list = useQuery({ ...listScimTokensOptions({ query }), placeholderData: keepPreviousData });
  const create = mayWrite ? <Button onClick={() => setCreates(true)}>{texts.create}</Button> : null;
  useAsked('create', () => setCreates(true), mayWrite);
  return (
    <>
      <PageHead title={texts.title} text={texts.text}>
        <InCode call={{ operation: 'listScimTokens', query }} />
        {create}
      </PageHead>
      <Filters
        filters={[{ name: 'status', title: texts.columns.state, values: ['ACTIVE', 'EXPIRED', 'REVOKED'] }]}
      />
      <DataTable
        name={texts.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listScimTokens({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={texts.empty.title} text={texts.empty.text}>
            {create}
          </Empty>
        }
      />
      {creates ? <CreateToken onClose={() => setCreates(false)} /> : null}
    </>
  );
}
