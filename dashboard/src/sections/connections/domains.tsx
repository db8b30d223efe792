import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listFederatedDomains } from '../../generated/sdk.gen.ts';
import type { FederatedDomain } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { state, time } from '../../ui/columns.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { listing } from '../../ui/listing.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { byPage } from '../../ui/paging.ts';
import { State } from '../../ui/state.tsx';
import { useList } from '../../ui/use-list.ts';
import { DomainCheck } from './domain-check.tsx';
import { DomainRecord } from './domain-record.tsx';
import { RemoveDomain } from './remove-domain.tsx';

const { domains: words } = texts;

interface Opened {
  act: 'record' | 'remove';
  /** Its name: what is shown is the newest state of it. */
  domain: string;
}

const domains = listing({
  list: { listFederatedDomains },
  pages: byPage,
  filters: [{ name: 'status', title: words.columns.state, values: ['PENDING', 'VERIFIED', 'FAILED'] }],
  rowId: ({ domain, connectionId }) => `${domain} ${connectionId}`,
});

/** The domains of all connections, each with the record that proves it. */
export function Domains() {
  const mayWrite = useMay('federation.write');
  const [opened, setOpened] = useState<Opened>();
  const list = useList(domains);
  const columns: Column<FederatedDomain>[] = [
    { id: 'domain', title: words.columns.domain, csv: ({ domain }) => domain, cell: ({ domain }) => domain },
    state('status', words.columns.state),
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
    time('verifiedAt', words.columns.verified, 'relative', { isMinor: true }),
    time('lastCheckedAt', words.columns.checked, 'relative', { isMinor: true }),
    time('createdAt', words.columns.added, 'relative', { isMinor: true }),
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
  const { rows } = list;
  const one = rows?.find(({ domain }) => domain === opened?.domain);
  const close = () => setOpened(undefined);
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" maw={720}>
          {words.text}
        </Text>
        <InCode call={list.call} />
      </Group>
      <Filters filters={domains.filters} />
      <DataTable
        name={texts.tabs.domains}
        columns={columns}
        {...list.table}
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
