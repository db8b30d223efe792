import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listAccessDevicesOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteAccessDevice, listAccessDevices } from '../../generated/sdk.gen.ts';
import type { AccessDevice, WrittenDeviceTrust } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { useLockout } from '../../ui/lockout.tsx';
import { Moment } from '../../ui/moment.tsx';
import { useNames } from '../../ui/names.ts';
import { byPage } from '../../ui/page-number.ts';
import { PickUser } from '../../ui/pick-user.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { State } from '../../ui/state.tsx';
import { ThingLink } from '../../ui/thing-link.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { AddDevice, EditDevice, writtenTrusts } from './device-form.tsx';

const { devices: words } = texts;

type Opened = { kind: 'create' } | { kind: 'edit' | 'remove'; device: AccessDevice };

export function Devices() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<Opened>();
  const close = () => setDialog(undefined);
  const mayWrite = useMay('conditional_access.write');
  const query = {
    limit: 50,
    ...byPage.query(search['cursor']),
    ...(search['userId'] ? { userId: search['userId'] } : {}),
    ...(search['trust'] ? { trust: search['trust'] as WrittenDeviceTrust } : {}),
  };
  const list = useQuery({ ...listAccessDevicesOptions({ query }), placeholderData: keepPreviousData });
  const names = useNames((list.data?.data ?? []).map(({ userId }) => userId));
  const columns: Column<AccessDevice>[] = [
    { id: 'id', title: words.columns.id, csv: ({ id }) => id, cell: ({ id }) => <Text fw={600}>{id}</Text> },
    {
      id: 'user',
      title: words.columns.user,
      csv: ({ userId }) => names.get(userId) ?? userId,
      cell: ({ userId }) => <ThingLink id={userId} name={names.get(userId)} />,
    },
    {
      id: 'platform',
      title: words.columns.platform,
      csv: ({ platform }) => platform,
      cell: ({ platform }) => texts.platforms[platform] ?? platform,
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
          <RowActs
            name={device.id}
            words={{ edit: words.edit, remove: words.remove.action }}
            onEdit={() => setDialog({ kind: 'edit', device })}
            onRemove={() => setDialog({ kind: 'remove', device })}
          />
        ) : null,
    },
  ];
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Filters filters={[{ name: 'trust', title: words.columns.trust, values: writtenTrusts }]}>
          <PickUser
            aria-label={words.columns.user}
            placeholder={words.columns.user}
            value={search['userId'] ?? null}
            onChange={(userId) => change({ userId: userId ?? undefined })}
            w={200}
          />
        </Filters>
        <Group gap="sm" mb="md">
          <InCode call={{ operation: 'listAccessDevices', query }} />
          {create}
        </Group>
      </Group>
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
        readPage={async (cursor, signal) =>
          byPage.page((await listAccessDevices({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={words.empty.title} text={words.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <AddDevice onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditDevice id={dialog.device.id} onClose={close} /> : null}
      {dialog?.kind === 'remove' ? <RemoveDevice id={dialog.device.id} onClose={close} /> : null}
    </>
  );
}

function RemoveDevice({ id, onClose }: { id: string; onClose: () => void }) {
  const { accepted, guarded, field } = useLockout();
  const path = { deviceId: id };
  return (
    <Confirm
      title={words.remove.title(id)}
      text={words.remove.text}
      action={words.remove.action}
      said={words.remove.said}
      call={{ operation: 'deleteAccessDevice', path, query: { ...accepted } }}
      act={() => guarded((query) => deleteAccessDevice({ path, query }))}
      onClose={onClose}
    >
      {field}
    </Confirm>
  );
}
