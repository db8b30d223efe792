import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/me.ts';
import { listSocialProvidersOptions } from '../../generated/@tanstack/react-query.gen.ts';
import { deleteSocialProvider, listSocialProviders } from '../../generated/sdk.gen.ts';
import type { SocialProvider } from '../../generated/types.gen.ts';
import { texts } from '../../texts/sign-in.ts';
import { texts as ui } from '../../texts/ui.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Id } from '../../ui/copy.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { InCode } from '../../ui/in-code.tsx';
import { byPage } from '../../ui/page-number.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import { State } from '../../ui/state.tsx';
import { useSearch } from '../../ui/use-search.ts';
import { SocialProviderForm } from './social-provider-form.tsx';

const { social: words } = texts;

type Dialog = { kind: 'create' } | { kind: 'edit' | 'remove'; provider: SocialProvider };

export function SocialProviders() {
  const mayWrite = useMay('auth_config.write');
  const [search, change] = useSearch();
  const query = { limit: 50, ...byPage.query(search['cursor']) };
  const list = useQuery({ ...listSocialProvidersOptions({ query }), placeholderData: keepPreviousData });
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const columns: Column<SocialProvider>[] = [
    { id: 'name', title: words.columns.name, csv: ({ name }) => name, cell: ({ name }) => name },
    {
      id: 'provider',
      title: words.columns.provider,
      csv: ({ provider }) => provider,
      cell: ({ provider }) => words.kinds[provider] ?? provider,
    },
    {
      id: 'state',
      title: words.columns.state,
      csv: ({ enabled }) => String(enabled),
      cell: ({ enabled }) => <State value={enabled ? 'ENABLED' : 'DISABLED'} />,
    },
    {
      id: 'signUp',
      title: words.columns.signUp,
      isMinor: true,
      csv: ({ allowSignUp }) => String(allowSignUp),
      cell: ({ allowSignUp }) => (allowSignUp ? ui.yes : ui.no),
    },
    {
      id: 'callback',
      title: words.columns.callback,
      isMinor: true,
      csv: ({ callbackUrl }) => callbackUrl,
      cell: ({ callbackUrl }) => <Id value={callbackUrl} />,
    },
    {
      id: 'acts',
      title: '',
      cell: (provider) =>
        mayWrite ? (
          <RowActs
            name={provider.name}
            words={{ edit: words.edit, remove: words.remove.action }}
            onEdit={() => setDialog({ kind: 'edit', provider })}
            onRemove={() => setDialog({ kind: 'remove', provider })}
          />
        ) : null,
    },
  ];
  const create = mayWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
  ) : null;
  return (
    <>
      <Group justify="flex-end" mb="md">
        <InCode call={{ operation: 'listSocialProviders', query }} />
        {list.data?.data.length === 0 ? null : create}
      </Group>
      <DataTable
        name={words.title}
        columns={columns}
        rows={list.data?.data}
        rowId={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        paging={list.data ? byPage.paging(list.data.pagination) : undefined}
        cursor={search['cursor']}
        onCursor={(cursor) => change({ cursor }, true)}
        readPage={async (cursor, signal) =>
          byPage.page((await listSocialProviders({ query: byPage.queryAt(query, cursor), signal })).data)
        }
        empty={
          <Empty title={words.empty.title} text={words.empty.text}>
            {create}
          </Empty>
        }
      />
      {dialog?.kind === 'create' ? <SocialProviderForm onClose={close} /> : null}
      {dialog?.kind === 'edit' ? <SocialProviderForm provider={dialog.provider} onClose={close} /> : null}
      {dialog?.kind === 'remove' ? (
        <Confirm
          title={words.remove.title(dialog.provider.name)}
          text={words.remove.text}
          action={words.remove.action}
          said={words.remove.said}
          typed={dialog.provider.name}
          call={{ operation: 'deleteSocialProvider', path: { providerId: dialog.provider.id } }}
          act={() => deleteSocialProvider({ path: { providerId: dialog.provider.id } })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
