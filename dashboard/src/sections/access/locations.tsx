import { Button, Group, SegmentedControl, Switch, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listNamedLocationsOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createNamedLocation, deleteNamedLocation, updateNamedLocation } from '../../generated/sdk.gen.ts';
import type { NamedLocation, NewNamedLocation } from '../../generated/types.gen.ts';
import { texts } from '../../texts/access.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { choicesOf } from '../../ui/settings-form.tsx';
import { useSearch } from '../../ui/use-search.ts';

const { locations: words } = texts;
type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove'; location: NamedLocation };

export function Locations() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const mayWrite = useMay('conditional_access.write');
  const page = Number(search['cursor'] ?? 1);
  const list = useQuery({
    ...listNamedLocationsOptions({ query: { limit: 50, page } }),
    placeholderData: keepPreviousData,
  });
  const content = ({ ipRanges, countries }: NamedLocation) => [...ipRanges, ...countries].join(', ');
  const columns: Column<NamedLocation>[] = [
    {
      id: 'name',
      title: words.columns.name,
      csv: ({ name }) => name,
      cell: ({ name }) => <Text fw={600}>{name}</Text>,
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
          <Group gap={4} wrap="nowrap">
            <Button size="compact-sm" variant="subtle" onClick={() => setDialog({ kind: 'edit', location })}>
              {words.edit}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red.8"
              onClick={() => setDialog({ kind: 'remove', location })}
            >
              {words.remove.action}
            </Button>
          </Group>
        ) : null,
    },
  ];
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  return (
    <>
      <Group justify="flex-end" mb="md">
        {list.data?.data.length === 0 ? null : create}
      </Group>
      <DataTable
        name={texts.tabs.locations}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? { ...list.data.pagination, nextCursor: String(page + 1) } : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        empty={
          <Empty title={words.empty.title} text={words.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <LocationForm onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <LocationForm location={dialog.location} onClose={close} /> : null}
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

function LocationForm({ location, onClose }: { location?: NamedLocation; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      name: location?.name ?? '',
      type: location?.type ?? 'IP',
      ipRanges: location?.ipRanges ?? [],
      countries: location?.countries ?? [],
      isTrusted: location?.isTrusted ?? false,
      includeUnknown: location?.includeUnknown ?? false,
    },
  });
  const { type } = form.values;
  const changeOf = ({
    name,
    type: by,
    ipRanges,
    countries,
    isTrusted,
    includeUnknown,
  }: typeof form.values) => ({
    name,
    isTrusted,
    ...(by === 'IP' ? { ipRanges } : { countries, includeUnknown }),
  });
  const bodyOf = (values: typeof form.values): NewNamedLocation => ({
    ...changeOf(values),
    type: values.type,
  });
  const path = { id: location?.id ?? '' };
  return (
    <FormDialog
      title={location?.name ?? words.create}
      action={location ? words.edit : words.create}
      form={form}
      said={words.saved}
      act={async (values): Promise<unknown> =>
        location
          ? updateNamedLocation({ path, body: changeOf(values) })
          : createNamedLocation({ body: bodyOf(values) })
      }
      call={(values) =>
        location
          ? { operation: 'updateNamedLocation', path, body: changeOf(values) }
          : { operation: 'createNamedLocation', body: bodyOf(values) }
      }
      onClose={onClose}
    >
      <TextInput label={words.form.name} required {...form.getInputProps('name')} />
      {location ? null : (
        <SegmentedControl
          aria-label={words.form.type}
          data={choicesOf(words.types)}
          {...form.getInputProps('type')}
        />
      )}
      {type === 'IP' ? (
        <TagsInput label={words.form.ipRanges} {...form.getInputProps('ipRanges')} />
      ) : (
        <>
          <TagsInput label={words.form.countries} {...form.getInputProps('countries')} />
          <Switch
            label={words.form.unknown}
            {...form.getInputProps('includeUnknown', { type: 'checkbox' })}
          />
        </>
      )}
      <Switch label={words.form.trusted} {...form.getInputProps('isTrusted', { type: 'checkbox' })} />
    </FormDialog>
  );
}
