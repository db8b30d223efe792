import { Button, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMay } from '../../app/me.ts';
import { listFederatedDomainsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { verifyFederatedDomain } from '../../generated/sdk.gen.ts';
import type { FederatedDomain } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Id } from '../../ui/copy.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { State } from '../../ui/state.tsx';
import { useAct } from '../../ui/use-act.ts';
import { useSearch } from '../../ui/use-search.ts';

const { domains: words } = texts;

/** The domains of all connections, each with the record that proves it. */
export function Domains() {
  const [search, change] = useSearch();
  const mayWrite = useMay('federation.write');
  const list = useQuery({
    ...listFederatedDomainsOptions({ query: { limit: 50, ...byPage.query(search['cursor']) } }),
    placeholderData: keepPreviousData,
  });
  const checking = useAct(async (domain: string) => verifyFederatedDomain({ path: { domain } }), {
    said: words.checked,
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
      id: 'record',
      title: words.columns.record,
      csv: ({ verification }) => verification.value,
      cell: ({ verification }) => (
        <Stack gap={2}>
          <Id value={verification.name} label={words.name} />
          <Id value={verification.value} label={words.value} />
        </Stack>
      ),
    },
    {
      id: 'checked',
      title: words.columns.checked,
      isMinor: true,
      csv: ({ lastCheckedAt }) => lastCheckedAt,
      cell: ({ lastCheckedAt }) => <Moment at={lastCheckedAt} isRelative />,
    },
    {
      id: 'acts',
      title: '',
      cell: ({ domain }) =>
        mayWrite ? (
          <Button
            size="compact-sm"
            variant="light"
            loading={checking.isPending && checking.variables === domain}
            onClick={() => checking.mutate(domain)}
          >
            {words.check}
          </Button>
        ) : null,
    },
  ];
  return (
    <Stack>
      {checking.error ? <Problem error={checking.error} /> : null}
      <DataTable
        name={texts.tabs.domains}
        columns={columns}
        rows={list.data?.data}
        rowId={({ domain, connectionId }) => `${domain} ${connectionId}`}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
    </Stack>
  );
}
