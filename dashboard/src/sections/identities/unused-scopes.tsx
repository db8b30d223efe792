import { Badge, Button, Group, Select, Text, Tooltip } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listUnusedScopesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listUnusedScopes } from '../../generated/sdk.gen.ts';
import type { CredentialScopes } from '../../generated/types.gen.ts';
import { texts } from '../../texts/identities.ts';
import { RowLink, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { fromNow, Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/paging.ts';
import { useSearch } from '../../ui/use-search.ts';
import { RightSize } from './right-size.tsx';

const { scopes: words } = texts;

const columns: readonly Column<CredentialScopes>[] = [
  {
    id: 'name',
    title: words.credential,
    csv: ({ name }) => name,
    cell: ({ credentialId, name }) => <RowLink to={`credentials/${credentialId}`}>{name}</RowLink>,
  },
  {
    id: 'used',
    title: words.used,
    isMinor: true,
    csv: ({ used }) => used.map(({ scope }) => scope).join(' '),
    cell: ({ used }) => (
      <Group gap={4}>
        {used.map(({ scope, uses, lastUsedAt }) => (
          <Tooltip
            key={scope}
            label={words.lastUsed(uses, fromNow(lastUsedAt))}
            events={{ hover: true, focus: true, touch: true }}
          >
            <Badge tt="none" color="green" tabIndex={0}>
              {scope} · {uses}
            </Badge>
          </Tooltip>
        ))}
      </Group>
    ),
  },
  {
    id: 'unused',
    title: words.unused,
    csv: ({ unused }) => unused.join(' '),
    cell: ({ unused }) => (
      <Group gap={4}>
        {unused.map((scope) => (
          <Badge key={scope} tt="none" color="orange">
            {scope}
          </Badge>
        ))}
      </Group>
    ),
  },
  time('observedSince', words.since, 'day', { isMinor: true }),
];

/** When a credential will have been observed for the whole period. */
const knownFrom = ({ observedSince }: CredentialScopes, windowDays: number): string =>
  new Date(Date.parse(observedSince) + windowDays * 86_400_000).toISOString();

/** Which scopes the credentials of an identity use, and which ones they can lose. */
export function UnusedScopes({ id }: { id: string }) {
  const [search, change] = useSearch();
  const windowDays = Number(search['days'] ?? 90);
  const page = Number(search['cursor'] ?? 1);
  const path = { id };
  const query = { windowDays, page };
  const [chosen, setChosen] = useState<'all' | CredentialScopes>();
  const mayWrite = useMay('credentials.write');
  const list = useQuery({
    ...listUnusedScopesOptions({ path, query }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Group justify="space-between" mb="md">
        <Select
          aria-label={words.window}
          leftSectionWidth={0}
          allowDeselect={false}
          value={String(windowDays)}
          data={['7', '30', '90', '180'].map((value) => ({
            value,
            label: `${words.window} ${words.days(value)}`,
          }))}
          onChange={(value) => change({ days: value ?? undefined })}
          w={230}
        />
        <Group gap="sm">
          <InCode call={{ operation: 'listUnusedScopes', path, query }} />
          {mayWrite ? <Button onClick={() => setChosen('all')}>{words.rightSizeAll}</Button> : null}
        </Group>
      </Group>
      <DataTable
        name={texts.tabs.scopes}
        columns={[
          ...columns,
          {
            id: 'result',
            title: words.result,
            csv: ({ observation }) => observation,
            cell: (row) =>
              row.suggestion && row.unused.length > 0 && mayWrite ? (
                <Button
                  size="xs"
                  aria-label={`${words.rightSize}: ${row.name}`}
                  onClick={() => setChosen(row)}
                >
                  {words.rightSize}
                </Button>
              ) : (
                <Text size="sm" c="dimmed">
                  {row.unused.length === 0
                    ? words.observations.NOTHING_UNUSED
                    : words.observations[row.observation]}
                  {row.observation === 'TOO_YOUNG' ? (
                    <>
                      . {words.knownFrom} <Moment at={knownFrom(row, windowDays)} isDay />
                    </>
                  ) : null}
                </Text>
              ),
          },
        ]}
        rows={list.data?.data}
        rowId={({ credentialId }) => credentialId}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data && byPage.paging(list.data.pagination)}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) => {
          const all = { windowDays, limit: 100, ...byPage.query(cursor) };
          const { data, pagination } = (await listUnusedScopes({ path, query: all, signal })).data;
          return { data, pagination: byPage.paging(pagination) };
        }}
        empty={<Empty {...words.empty} />}
      />
      {chosen ? (
        <RightSize
          id={id}
          windowDays={windowDays}
          {...(chosen === 'all' ? {} : { credentialId: chosen.credentialId })}
          onClose={() => setChosen(undefined)}
        />
      ) : null}
    </>
  );
}
