import { Button, Group, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listSetupLinksOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { createSetupLink, revokeSetupLink, listSetupLinks } from '../../generated/sdk.gen.ts';
import type { SetupLinkInput, SetupLink, SetupLinkStatus } from '../../generated/types.gen.ts';
import { texts } from '../../texts/connections.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Filters } from '../../ui/filters.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { Moment } from '../../ui/moment.tsx';
import { byPage } from '../../ui/page-number.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { SetupLinkFacts } from './setup-link-facts.tsx';

const { links: words } = texts;
const secondsOfADay = 86_400;

export function SetupLinks() {
  const [search, change] = useSearch();
  const [dialog, setDialog] = useState<'create' | SetupLink>();
  const [shown, setShown] = useState<string>();
  const mayWrite = useMay('federation.write');
  const query = {
    limit: 50,
    ...(search['status'] ? { status: search['status'] as SetupLinkStatus } : {}),
    ...byPage.query(search['cursor']),
  };
  const list = useQuery({
    ...listSetupLinksOptions({ query }),
    placeholderData: keepPreviousData,
  });
  const columns: Column<SetupLink>[] = [
    { id: 'name', title: words.columns.name, csv: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'domains',
      title: words.columns.domains,
      csv: ({ domains }) => domains.join(' '),
      cell: ({ domains, provedDomains }) => words.proved(provedDomains.length, domains.length),
    },
    {
      id: 'state',
      title: words.columns.state,
      csv: ({ status }) => status,
      cell: ({ status }) => <State value={status} />,
    },
    {
      id: 'opened',
      title: words.columns.opened,
      isMinor: true,
      csv: ({ openedAt }) => openedAt,
      cell: ({ openedAt }) => <Moment at={openedAt} isRelative />,
    },
    {
      id: 'expires',
      title: words.columns.expires,
      csv: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => <Moment at={expiresAt} isRelative />,
    },
    {
      id: 'acts',
      title: '',
      cell: (link) => (
        <Group gap={4} wrap="nowrap">
          <Button size="compact-sm" variant="light" onClick={() => setShown(link.id)}>
            {words.open}
          </Button>
          {mayWrite && (link.status === 'PENDING' || link.status === 'OPENED') ? (
            <Button size="compact-sm" variant="subtle" color="red.8" onClick={() => setDialog(link)}>
              {words.revoke.action}
            </Button>
          ) : null}
        </Group>
      ),
    },
  ];
  const create = mayWrite ? <Button onClick={() => setDialog('create')}>{words.create}</Button> : null;
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text c="dimmed" maw={720}>
          {words.text}
        </Text>
        <Group gap="sm">
          <InCode call={{ operation: 'listSetupLinks', query }} />
          {create}
        </Group>
      </Group>
      <Filters
        filters={[
          {
            name: 'status',
            title: words.columns.state,
            values: ['PENDING', 'OPENED', 'FINISHED', 'EXPIRED', 'REVOKED'],
          },
        ]}
      />
      <DataTable
        name={texts.tabs.links}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listSetupLinks({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={<Empty title={words.empty.title} text={words.empty.text} />}
      />
      {shown ? <SetupLinkFacts id={shown} onClose={() => setShown(undefined)} /> : null}
      {dialog === 'create' ? <CreateSetupLink onClose={() => setDialog(undefined)} /> : null}
      {typeof dialog === 'object' ? (
        <Confirm
          title={words.revoke.title(dialog.name)}
          text={words.revoke.text}
          action={words.revoke.action}
          said={words.revoke.said}
          call={{ operation: 'revokeSetupLink', path: { id: dialog.id } }}
          act={async () => revokeSetupLink({ path: { id: dialog.id } })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </>
  );
}

function CreateSetupLink({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string>();
  const form = useForm({
    initialValues: { name: '', domains: [] as string[], type: '', days: 7 as number | string },
  });
  const body = ({ name, domains, type, days }: typeof form.values): SetupLinkInput => ({
    domains,
    ...(name ? { name } : {}),
    ...(type ? { type: type as SetupLinkInput['type'] } : {}),
    expiresInSeconds: Number(days) * secondsOfADay,
  });
  if (url !== undefined) return <SecretDialog secret={url} name={words.made} onClose={onClose} />;
  return (
    <FormDialog
      title={words.create}
      action={words.create}
      form={form}
      staysOpen
      act={async (values) => (await createSetupLink({ body: body(values) })).data}
      call={(values) => ({ operation: 'createSetupLink', body: body(values) })}
      onDone={(made) => setUrl(made.url)}
      onClose={onClose}
    >
      <TextInput
        label={words.form.name}
        description={words.form.nameText}
        maxLength={100}
        {...form.getInputProps('name')}
      />
      <TagsInput label={words.form.domains} required {...form.getInputProps('domains')} />
      <Select
        label={words.form.type}
        data={[
          { value: '', label: words.form.any },
          { value: 'OIDC', label: 'OpenID Connect' },
          { value: 'SAML', label: 'SAML' },
        ]}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <NumberInput label={words.form.days} min={1} max={30} {...form.getInputProps('days')} />
    </FormDialog>
  );
}
