import { Anchor, Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAccessDevicesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteAccessDevice } from '../../generated/sdk.gen.ts';
import type { AccessDevice } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';

const { devices: words } = texts;

export function Devices() {
  const [search, change] = useSearch();
  const [removed, setRemoved] = useState<AccessDevice>();
  const mayWrite = useMay('conditional_access.write');
  const list = useQuery({
    ...listAccessDevicesOptions({ query: { limit: 50, ...byPage.query(search['cursor']) } }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<AccessDevice>[] = [
    { id: 'id', title: words.columns.id, csv: ({ id }) => id, cell: ({ id }) => id },
    {
      id: 'user',
      title: words.columns.user,
      csv: ({ userId }) => userId,
      cell: ({ userId }) => (
        <Anchor renderRoot={(props) => <PageLink to={`users/${userId}`} {...props} />}>{userId}</Anchor>
      ),
    },
    {
      id: 'platform',
      title: words.columns.platform,
      csv: ({ platform }) => platform,
      cell: ({ platform }) => platform,
    },
    {
      id: 'trust',
      title: words.columns.trust,
      csv: ({ trust }) => trust,
      cell: ({ trust }) => <State value={trust.toUpperCase()} />,
    },
    {
      id: 'expires',
      title: words.columns.expires,
      isMinor: true,
      csv: ({ trustExpiresAt }) => trustExpiresAt,
      cell: ({ trustExpiresAt }) => <Moment at={trustExpiresAt} isDay />,
    },
    {
      id: 'certificates',
      title: words.columns.certificates,
      isMinor: true,
      csv: ({ certificateThumbprints }) => certificateThumbprints.length,
      cell: ({ certificateThumbprints }) => certificateThumbprints.length,
    },
    {
      id: 'acts',
      title: '',
      cell: (device) =>
        mayWrite ? (
          <Button size="compact-sm" variant="subtle" color="red.8" onClick={() => setRemoved(device)}>
            {words.remove.action}
          </Button>
        ) : null,
    },
  ];
  return (
    <>
      <DataTable
        name={texts.tabs.devices}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {removed ? (
        <Confirm
          title={words.remove.title(removed.id)}
          text={words.remove.text}
          action={words.remove.action}
          said={words.remove.said}
          call={{ operation: 'deleteAccessDevice', path: { deviceId: removed.id } }}
          act={async () => deleteAccessDevice({ path: { deviceId: removed.id } })}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </>
  );
}
