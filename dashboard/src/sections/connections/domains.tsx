import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listFederatedDomainsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { listFederatedDomains } from '../../generated/sdk.gen.ts';
import type { DomainStatus, FederatedDomain } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { DomainCheck } from './domain-check.tsx';
import { DomainRecord } from './domain-record.tsx';
import { RemoveDomain } from './remove-domain.tsx';

const { domains: words } = texts;

interface Opened {
  act: 'record' | 'remove';
  /** Its name: what is shown is the newest state of it. */
  domain: string;
}

/** The domains of all connections, each with the record that proves it. */
export function Domains() {
  const [search, change] = useSearch();
  const mayWrite = useMay('federation.write');
  const [opened, setOpened] = useState<Opened>();
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as DomainStatus } : {}),
    ...byPage.query(search['cursor']),
  };
  const list = useQuery({
    ...listFederatedDomainsOptions({ query }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<FederatedDomain>[] = [
    { id: 'domain', title: words.columns.domain, csv: ({ domain }) => domain, cell: ({ domain }) => domain },
    {
      id: 'state',
      title: words.columns.state,
      csv: ({ status }) => status,
      cell: ({ status }) => <State value={status} />,
    },
    {
      id: 'connection',
      title: words.columns.connection,
      csv: ({ connectionId }) => connectionId,
      cell: ({ connectionId, connectionType }) => (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <PageLink to={`connections/${connectionType.toLowerCase()}/${connectionId}`} {...props} />
          )}
        >
          {words.open}
        </Anchor>
      ),
    },
    {
      id: 'verified',
      title: words.columns.verified,
      isMinor: true,
      csv: ({ verifiedAt }) => verifiedAt,
      cell: ({ verifiedAt }) => <Moment at={verifiedAt} isRelative />,
    },
    {
      id: 'checked',
      title: words.columns.checked,
      isMinor: true,
      csv: ({ lastCheckedAt }) => lastCheckedAt,
      cell: ({ lastCheckedAt }) => <Moment at={lastCheckedAt} isRelative />,
    },
    {
      id: 'added',
      title: words.columns.added,
      isMinor: true,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Moment at={createdAt} isRelative />,
    },
    {
      id: 'acts',
      title: '',
      cell: ({ domain }) => (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="light"
            aria-label={`${words.record}: ${domain}`}
            onClick={() => setOpened({ act: 'record', domain })}
          >
            {words.record}
          </Button>
          {mayWrite ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.8"
              aria-label={`${words.remove.action}: ${domain}`}
              onClick={() => setOpened({ act: 'remove', domain })}
            >
              {words.remove.action}
            </Button>
          ) : null}
        </Group>
      ),
    },
  ];
  const rows = list.data?.data;
  const one = rows?.find(({ domain }) => domain === opened?.domain);
  const close = () => setOpened(undefined);
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" maw={720}>
          {words.text}
        </Text>
        <InCode call={{ operation: 'listFederatedDomains', query }} />
      </Group>
      <Filters
        filters={[{ name: 'status', title: words.columns.state, values: ['PENDING', 'VERIFIED', 'FAILED'] }]}
      />
      <DataTable
        name={texts.tabs.domains}
        columns={columns}
        rows={rows}
        rowId={({ domain, connectionId }) => `${domain} ${connectionId}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listFederatedDomains({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {one && opened?.act === 'record' ? (
        <Dialog title={one.domain} size="lg" onClose={close}>
          <Stack>
            <Group>
              <State value={one.status} />
            </Group>
            <DomainRecord domain={one} />
            {mayWrite && one.status !== 'VERIFIED' ? (
              <DomainCheck domain={one.domain} isWatched={false} />
            ) : null}
          </Stack>
        </Dialog>
      ) : null}
      {one && opened?.act === 'remove' ? (
        <RemoveDomain
          domain={one.domain}
          connection={{ id: one.connectionId, type: one.connectionType }}
          all={(rows ?? [])
            .filter(({ connectionId }) => connectionId === one.connectionId)
            .map(({ domain }) => domain)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
