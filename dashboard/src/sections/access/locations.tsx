import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listNamedLocationsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteNamedLocation, listNamedLocations } from '../../generated/sdk.gen.ts';
import type { NamedLocation } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { byPage } from '../../ui/page-number.ts';
import { countryOf } from '../../ui/pick-country.tsx';
import { RowActs } from '../../ui/row-acts.tsx';
import { useAsked } from '../../ui/use-asked.ts';
import { useSearch } from '../../ui/use-search.ts';
import { CreateLocation, EditLocation } from './location-form.tsx';

const { locations: words } = texts;
type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove'; location: NamedLocation };

export function Locations() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const mayWrite = useMay('conditional_access.write');
  const query = {
    limit: 50,
    ...byPage.query(search['cursor']),
    ...(search['search'] ? { search: search['search'] } : {}),
  };
  const list = useQuery({ ...listNamedLocationsOptions({ query }), placeholderData: keepPreviousData });
  const content = ({ ipRanges, countries }: NamedLocation) =>
    [...ipRanges, ...countries.map(countryOf)].join(', ');
  const columns: Column<NamedLocation>[] = [
    {
      id: 'name',
      title: words.columns.name,
      csv: ({ name }) => name,
      cell: ({ name }) => (
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
      ),
    },
    { id: 'type', title: words.columns.type, csv: ({ type }) => type, cell: ({ type }) => words.types[type] },
    {
      id: 'content',
      title: words.columns.content,
      csv: content,
      cell: (location) => <Text lineClamp={2}>{content(location)}</Text>,
    },
    {
      id: 'trusted',
      title: words.columns.trusted,
      isMinor: true,
      csv: ({ isTrusted }) => String(isTrusted),
      cell: ({ isTrusted }) => (isTrusted ? ui.yes : ui.no),
    },
    {
      id: 'acts',
      title: '',
      cell: (location) =>
        mayWrite ? (
          <RowActs
            name={location.name}
            words={{ edit: words.edit, remove: words.remove.action }}
            onEdit={() => setDialog({ kind: 'edit', location })}
            onRemove={() => setDialog({ kind: 'remove', location })}
          />
        ) : null,
    },
  ];
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  useAsked('create', () => setDialog({ kind: 'create' }), mayWrite);
  return (
    <>
      <Group justify="space-between" align="flex-start">
        <Filters search />
        <Group gap="sm" mb="md">
          <InCode call={{ operation: 'listNamedLocations', query }} />
          {create}
        </Group>
      </Group>
      <DataTable
        name={texts.tabs.locations}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listNamedLocations({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={words.empty.title} text={words.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <CreateLocation onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <EditLocation id={dialog.location.id} onClose={close} /> : null}
      {dialog?.kind === 'remove' ? (
        <Confirm
          title={words.remove.title(dialog.location.name)}
          text={words.remove.text}
          action={words.remove.action}
          said={words.remove.said}
          call={{ operation: 'deleteNamedLocation', path: { id: dialog.location.id } }}
          act={async () => deleteNamedLocation({ path: { id: dialog.location.id } })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
